import type { Context } from '../context.ts'
import { importLoans, type LoanRow } from '../loans/index.ts'
import { one } from '../platform/db/database.ts'
import { perform } from '../platform/mutation.ts'

const operator = { kind: 'operator', name: 'test' } as const

/** What the loans of tests and of the bench are like: 10 million for a year at 12%. */
export const usualTerms = {
  loanType: 'Modal Usaha',
  totalLoan: 10_000_000,
  minimumFunding: 100_000,
  interest: '0.12',
  interestType: 'ANNUITY',
  tenor: 12,
  tenorPeriod: 'MONTH',
  grade: 'B',
  gradeDescription: null,
  purpose: 'Menambah stok',
  marketingTitle: 'Modal usaha',
  marketingDetail: null,
} as const satisfies Partial<LoanRow>

/** An offer that is open from today on, for a month. */
export const openFromToday = ({
  db,
}: Pick<Context, 'db'>): Promise<Pick<LoanRow, 'offerFrom' | 'offerUntil'>> =>
  one<Pick<LoanRow, 'offerFrom' | 'offerUntil'>>(
    db,
    'test.offer',
    `select business_day(app_now()) as "offerFrom", business_day(app_now()) + 30 as "offerUntil"`,
  )

let drafts = 0

/** A loan that the operator has loaded and does not offer yet. */
export async function aDraftLoan(
  context: Context,
  overrides: Partial<LoanRow> = {},
): Promise<{ loanId: number; loanNumber: string }> {
  drafts += 1
  const loan: LoanRow = {
    loanNumber: `T-${String(drafts).padStart(6, '0')}`,
    borrowerNumber: `B-${drafts}`,
    borrowerName: `Usaha Contoh ${drafts}`,
    ...usualTerms,
    ...(await openFromToday(context)),
    ...overrides,
  }
  await perform(context, importLoans, { actor: operator, input: [{ line: 2, loan }] })
  const { id } = await one<{ id: number }>(
    context.db,
    'test.loan',
    'select id from loan where loan_number = $1',
    [loan.loanNumber],
  )
  return { loanId: id, loanNumber: loan.loanNumber }
}
