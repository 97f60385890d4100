import { createReadStream } from 'node:fs'
import type { Context } from '../src/context.ts'
import {
  type LoanRow,
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
/** Of the other loans every third is offered: each has its factsheet drawn, and a part of the first start. */
const oneIn = 3

/**
 * Reads the loans of the sample, with all dates shifted by this many days: a part of those whose offers have not ended on
 * the day of the first start, and some of the others, which are offered from then on in one product.
 * @throws at a line that cannot be read
 */
export async function loansOfSample(
  file: string,
  { days, first }: { days: number; first: BusinessDate },
): Promise<{ alone: LoanRow[]; together: LoanRow[] }> {
  const [alone, together]: [LoanRow[], LoanRow[]] = [[], []]
  let open = 0
  for await (const batch of readLoanFile(createReadStream(file))) {
    for (const item of batch) {
      if ('refused' in item) throw new Error(`${file}, line ${item.line}: ${item.refused.reason}`)
      const loan = shiftLoanDates(item.loan, days)
      if (loan.offerUntil >= first) {
        if ((open += 1) % oneIn === 0) alone.push(loan)
      } else if (loan.loanType === loanType && together.length < most) {
        const moved = shiftLoanDates(loan, daysBetween(loan.offerFrom, first))
        together.push({ ...moved, offerUntil: addDays(first, daysOffered) })
      }
    }
  }
  return { alone, together }
}

/** Offers a bulk product of real loans on the marketplace, once, and enables bulk products for the lenders who log in. */
export async function offerProduct(
  context: Context,
  actor: ActorOf<'operator'>,
  { loans, lenderIds }: { loans: readonly LoanRow[]; lenderIds: readonly number[] },
): Promise<void> {
  const known = (await listProducts(context.db)).find((product) => product.number === number)
  if (!known) {
    // Enabled before the product exists and not again later, so that an operator's later change is kept.
    for (const lenderId of lenderIds)
      await perform(context, setBulkFunding, { actor, input: { lenderId, enabled: true } })
    const lines = loans.map((loan, line) => ({ line, loan }))
    const input = { number, partnerName, lines, allOrNothing: true }
    await perform(context, uploadProduct, { actor, input })
  }
  if (known?.status !== 'CANCELLED') await perform(context, publishProduct, { actor, input: { number } })
}
