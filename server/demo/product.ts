import { createReadStream } from 'node:fs'
import type { Context } from '../src/context.ts'
import {
  type LoanRow,
  type NumberedLoan,
  listProducts,
  publishProduct,
  readLoanFile,
  shiftLoanDates,
  uploadProduct,
} from '../src/loans/index.ts'
import type { ActorOf } from '../src/platform/audit/audit.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { setBulkFunding } from '../src/lenders/index.ts'
import { addDays, type BusinessDate, daysBetween } from '@pematang/contract/format/business-date'

const number = 'PRD-CONTOH-1'
const partnerName = 'Koperasi Lumbung Warga Contoh'
const loanType = 'Konsumtif'
const most = 300
const daysOffered = 60

/** Loans of the sample whose own offers ended before the first start, offered again from then on as one product. */
async function loansOfProduct(
  file: string,
  dates: { reference: BusinessDate; first: BusinessDate },
): Promise<NumberedLoan[]> {
  const lines: NumberedLoan[] = []
  for await (const batch of readLoanFile(createReadStream(file))) {
    for (const item of batch) {
      if (!('loan' in item) || lines.length === most) continue
      const { line, loan } = item
      if (loan.loanType !== loanType || loan.offerUntil >= dates.reference) continue
      const moved = shiftLoanDates(loan, daysBetween(loan.offerFrom, dates.first))
      lines.push({ line, loan: { ...moved, offerUntil: addDays(dates.first, daysOffered) } })
    }
  }
  return lines
}

/**
 * Offers a bulk product of real loans on the marketplace, once, and enables bulk products for the lenders who log in.
 * @returns its loans by number, which are not offered individually
 */
export async function offerProduct(
  context: Context,
  actor: ActorOf<'operator'>,
  file: string,
  { lenderIds, ...dates }: { reference: BusinessDate; first: BusinessDate; lenderIds: readonly number[] },
): Promise<Map<string, LoanRow>> {
  const lines = await loansOfProduct(file, dates)
  const known = (await listProducts(context.db)).find((product) => product.number === number)
  if (!known) {
    // Enabled before the product exists and not again later, so that an operator's later change is kept.
    for (const lenderId of lenderIds)
      await perform(context, setBulkFunding, { actor, input: { lenderId, enabled: true } })
    const input = { number, partnerName, lines, allOrNothing: true }
    await perform(context, uploadProduct, { actor, input })
  }
  if (known?.status !== 'CANCELLED') await perform(context, publishProduct, { actor, input: { number } })
  return new Map(lines.map(({ loan }) => [loan.loanNumber, loan]))
}
