import type { Context } from '../src/context.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { takeOverLoan } from '../src/loans/testing.ts'
import { aDraftLoan } from './loans.ts'
import { aLender } from './people.ts'

/**
 * A loan that was disbursed elsewhere before the test, two months late on the date of its opening balance.
 * @param lenderPhone its lender; a new one by default
 */
export async function anOpenedLoan(
  context: Context,
  lenderPhone?: string,
  {
    interestType = 'FLAT',
    principalLeft = 800_000,
  }: { interestType?: 'FLAT' | 'BULLET'; principalLeft?: number } = {},
): Promise<{ loanId: number; loanNumber: string }> {
  const phone = lenderPhone ?? (await aLender(context)).phone
  const loan = await aDraftLoan(context, { totalLoan: 1_200_000, interestType })
  await perform(context, takeOverLoan, {
    actor: { kind: 'operator', name: 'test' },
    input: {
      loanNumber: loan.loanNumber,
      opening: { asOf: '2026-01-05', disbursedOn: '2025-06-05', daysLate: 61 },
      parts: [
        {
          lenderPhone: phone,
          amount: 1_200_000,
          signedOn: '2025-06-01',
          agreement: { reference: `ARSIP-${loan.loanNumber}`, sha256: 'cd'.repeat(32) },
          opening: { principalLeft, interestDue: 36_000 },
        },
      ],
    },
  })
  return loan
}

/** Corruptions of the opening balance of a loan, each with the invariant that must detect it. */
export const openingCorruptions: [string, string, string][] = [
  [
    'I8f',
    'an opening balance that differs from the sum of its parts',
    'update archived_agreement set principal_left = principal_left - 1',
  ],
  [
    'I8f',
    'an opening balance with interest other than the schedule’s',
    'update loan_take_over_record set interest_due = interest_due + 1',
  ],
  [
    'I8f',
    'days late of an opening balance that differ from the schedule',
    'update loan_take_over_record set days_late = days_late + 1',
  ],
  [
    'I23b',
    'a taken-over loan that shows the day of the take-over as that of its disbursement',
    `update loan l set disbursed_on = s.disbursed_on from loan_servicing s, loan_take_over t
      where s.loan_id = l.id and t.loan_id = l.id and t.as_of is not null`,
  ],
  [
    'I36c',
    'a taken-over loan with the penalty limit of what was left of it',
    `update loan_servicing s set penalty_limit = penalty_limit - 1
       from loan_take_over t where t.loan_id = s.loan_id and t.as_of is not null`,
  ],
  ['I8f', 'an opening balance without its transfer', `delete from transfer where kind = 'OPENING'`],
  [
    'I8f',
    'an opening transfer without an opening balance',
    'update loan_take_over_record set as_of = null, disbursed_on = null, days_late = null, principal_left = null, interest_due = null',
  ],
  [
    'I8b',
    'a taken-over funding that moved cash',
    `update archived_agreement set principal_left = null, interest_due = null`,
  ],
]
