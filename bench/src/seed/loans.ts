import type { Context } from '../../../server/src/context.ts'
import { importLoans, type LoanRow, publishLoans } from '../../../server/src/loans/index.ts'
import { many, one } from '../../../server/src/platform/db/database.ts'
import { perform } from '../../../server/src/platform/mutation.ts'

export type SeedLoan = { loanId: number; loanNumber: string }

const operator = { kind: 'operator', name: 'bench' } as const
const batch = 1_000

/** The least that may be put on a loan of the seed, in whole rupiah. */
export const minimumFunding = 100_000

/** Imports loans through the operator's verb and offers them; each has room for more than a run can fund. */
export async function seedLoans(
  context: Context,
  prefix: string,
  count: number,
  total: number,
): Promise<SeedLoan[]> {
  const days = await one<{ today: string; later: string }>(
    context.db,
    'bench.days',
    `select business_day(app_now())::text as today, (business_day(app_now()) + 30)::text as later`,
  )
  for (let from = 0; from < count; from += batch) {
    const size = Math.min(batch, count - from)
    const input = Array.from({ length: size }, (_, index) => ({
      line: from + index + 2,
      loan: aLoan(prefix, from + index, total, days),
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
  days: { today: string; later: string },
): LoanRow => ({
  loanNumber: `${prefix}-${String(index).padStart(6, '0')}`,
  borrowerNumber: `${prefix}-B-${index}`,
  borrowerName: `Usaha Contoh ${index}`,
  loanType: 'Modal Usaha',
  totalLoan,
  minimumFunding,
  interest: '0.12',
  interestType: 'ANNUITY',
  tenor: 12,
  tenorPeriod: 'MONTH',
  grade: 'B',
  gradeDescription: null,
  purpose: 'Menambah stok',
  marketingTitle: 'Modal usaha',
  marketingDetail: null,
  offerFrom: days.today,
  offerUntil: days.later,
})
