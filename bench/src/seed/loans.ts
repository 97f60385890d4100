import type { Context } from '../../../server/src/context.ts'
import { type LoanRow, importLoans, publishLoans } from '../../../server/src/loans/index.ts'
import { perform } from '../../../server/src/platform/commands/perform.ts'
import { many } from '../../../server/src/platform/db/database.ts'
import { consentTo, openFromToday, usualTerms } from '../../../server/testing/loans.ts'

export type SeedLoan = { loanId: number; loanNumber: string }

const operator = { kind: 'operator', name: 'bench' } as const
const batch = 1_000

/** The minimum funding of a loan of the seed, in whole rupiah. */
export const minimumFunding = 100_000

/** Imports loans through the operator's function and offers them. Each is larger than the fundings of a whole run. */
export async function seedLoans(
  context: Context,
  prefix: string,
  count: number,
  total: number,
): Promise<SeedLoan[]> {
  const offer = await openFromToday(context)
  for (let from = 0; from < count; from += batch) {
    const size = Math.min(batch, count - from)
    const input = Array.from({ length: size }, (_, index) => ({
      line: from + index + 2,
      loan: {
        ...aLoan(prefix, from + index, total, offer),
        ...consentTo(context, `${prefix}-${from + index}`),
      },
    }))
    await perform(context, importLoans, { actor: operator, input })
  }
  await perform(context, publishLoans, { actor: operator, input: { loanNumbers: 'all' } })
  return many<SeedLoan>(
    context.db,
    'bench.loans',
    `select id as "loanId", loan_number as "loanNumber" from loan where loan_number like $1 order by loan_number`,
    [`${prefix}-%`],
  )
}

const aLoan = (
  prefix: string,
  index: number,
  totalLoan: number,
  offer: Pick<LoanRow, 'offerFrom' | 'offerUntil'>,
): LoanRow => ({
  loanNumber: `${prefix}-${String(index).padStart(6, '0')}`,
  borrowerNumber: `${prefix}-B-${index}`,
  borrowerName: `Usaha Contoh ${index}`,
  ...usualTerms,
  totalLoan,
  minimumFunding,
  ...offer,
})
