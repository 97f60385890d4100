import type { Context } from '../src/context.ts'
import { createHash } from 'node:crypto'
import { type LoanRow, importLoans } from '../src/loans/index.ts'
import { NO_ACCOUNT, NO_CONSENT, NO_FACTS } from '../src/loans/testing.ts'
import { one } from '../src/platform/db/database.ts'
import { perform } from '../src/platform/commands/perform.ts'

const operator = { kind: 'operator', name: 'test' } as const

/** The terms of loans in tests and in the bench: 10 million for a year at 12%. */
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
  ...NO_CONSENT,
  ...NO_FACTS,
  ...NO_ACCOUNT,
} as const satisfies Partial<LoanRow>

/** An offer that is open from today for a month. */
export const openFromToday = ({
  db,
}: Pick<Context, 'db'>): Promise<Pick<LoanRow, 'offerFrom' | 'offerUntil'>> =>
  one<Pick<LoanRow, 'offerFrom' | 'offerUntil'>>(
    db,
    'test.offer',
    `select business_day(app_now()) as "offerFrom", business_day(app_now()) + 30 as "offerUntil"`,
  )

/** The consent of a loan's borrower, given a day ago. */
export const consentTo = ({ clock }: Pick<Context, 'clock'>, loanNumber: string) =>
  ({
    consentReference: `KON-${loanNumber}`,
    consentProvider: 'Tanda Tangan Contoh',
    consentAt: new Date(clock.now().getTime() - 86_400_000).toISOString(),
    consentHash: createHash('sha256').update(loanNumber).digest('hex'),
  }) satisfies Partial<LoanRow>

let drafts = 0

/** A loan that the operator has imported and not offered yet. */
export async function aDraftLoan(
  context: Context,
  overrides: Partial<LoanRow> = {},
): Promise<{ loanId: number; loanNumber: string }> {
  drafts += 1
  const loanNumber = overrides.loanNumber ?? `T-${String(drafts).padStart(6, '0')}`
  const loan: LoanRow = {
    loanNumber,
    borrowerNumber: `B-${drafts}`,
    borrowerName: `Usaha Contoh ${drafts}`,
    ...usualTerms,
    ...consentTo(context, loanNumber),
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
