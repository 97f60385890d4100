import { createReadStream } from 'node:fs'
import type { Context } from '../../context.ts'
import { type LoanRow, type NumberedLoan, readLoanFile } from '../../loans/index.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import { perform } from '../../platform/mutation.ts'
import { listProducts, publishProduct, uploadProduct } from '../../products/index.ts'
import { keepBulkFunding } from '../../profile/index.ts'
import { addDays, type BusinessDate } from '../../servicing/schedule/index.ts'

const number = 'PRD-CONTOH-1'
const partnerName = 'Koperasi Lumbung Warga Contoh'
const loanType = 'Konsumtif'
const most = 300
const daysOffered = 60

/** Loans of the sample whose own offers ended before the first start, offered anew from then on as one product. */
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
      const offered = { offerFrom: dates.first, offerUntil: addDays(dates.first, daysOffered) }
      lines.push({ line, loan: { ...loan, ...offered } })
    }
  }
  return lines
}

/**
 * Puts a bulk product of real loans on the marketplace, once, and offers bulk products to those who log in.
 * @returns its loans by number: they are not offered alone
 */
export async function offerProduct(
  context: Context,
  actor: Actor,
  file: string,
  { lenderIds, ...dates }: { reference: BusinessDate; first: BusinessDate; lenderIds: readonly number[] },
): Promise<Map<string, LoanRow>> {
  const lines = await loansOfProduct(file, dates)
  const known = (await listProducts(context.db)).find((product) => product.number === number)
  if (!known) {
    // Before the product, and not again after it: what an operator says of a lender later on stands.
    for (const lenderId of lenderIds)
      await perform(context, keepBulkFunding, { actor, input: { lenderId, enabled: true } })
    const input = { number, partnerName, lines, allOrNothing: true }
    await perform(context, uploadProduct, { actor, input })
  }
  if (known?.status !== 'WITHDRAWN') await perform(context, publishProduct, { actor, input: { number } })
  return new Map(lines.map(({ loan }) => [loan.loanNumber, loan]))
}
