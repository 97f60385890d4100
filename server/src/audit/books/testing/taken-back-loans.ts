import type { Context } from '../../../context.ts'
import { aDraftLoan } from '../../../../testing/loans.ts'
import { aLender } from '../../../../testing/people.ts'
import { takeBack, takeOverFunded, takeOverOpened } from '../../../../testing/take-over.ts'

/** Loans whose take-over was taken back: with an opening balance, which one is taken over again, and before a disbursement. */
export async function takenBackLoans(context: Context): Promise<void> {
  const { phone } = await aLender(context, { cash: 1_200_000 })
  const loans = []
  for (let place = 0; place < 3; place += 1)
    loans.push((await aDraftLoan(context, { totalLoan: 1_200_000, interestType: 'FLAT' })).loanNumber)
  const [again = '', once = '', funded = ''] = loans
  const opened = [{ phone, amount: 1_200_000, left: 800_000, due: 36_000 }]
  for (const loanNumber of [again, once]) {
    await takeOverOpened(context, loanNumber, opened)
    await takeBack(context, loanNumber)
  }
  await takeOverOpened(context, again, opened)
  await takeOverFunded(context, funded, [{ phone, amount: 1_200_000 }])
  await takeBack(context, funded)
}

const partsTakenBack = `select g.funding_id from archived_agreement g
  join reversal r on r.kind = 'TAKE_OVER' and r.of_id = g.loan_id || '/' || g.take_over`

/** Corruptions of take-overs that were taken back, each with the invariant that must detect it. */
export const takenBackCorruptions: [string, string, string][] = [
  [
    'I8h',
    'a take-over that was taken back while one of its fundings stands',
    `update funding set state = 'SETTLED' where id in (${partsTakenBack})`,
  ],
  [
    'I8h',
    'a take-over that was taken back without the reversal of its opening balance',
    `update reversal set journal_id = null where kind = 'TAKE_OVER'`,
  ],
  [
    'I8h',
    'a reversal of a take-over that is not recorded',
    `update reversal set of_id = of_id || '0' where kind = 'TAKE_OVER'`,
  ],
  [
    'I8h',
    'drafts, and two take-overs of a loan, that stand',
    `delete from reversal where kind = 'TAKE_OVER'`,
  ],
  [
    'I8f',
    'an opening balance that was not posted again when the loan was taken over again',
    `delete from transfer t where t.kind = 'OPENING' and not exists (select from reversal r where r.journal_id = t.journal_id)
       and t.ref in (select loan_id::text from loan_take_over where occurrence = 2)`,
  ],
  [
    'I8e',
    'a take-over that was taken back without its archived agreements',
    `delete from archived_agreement where funding_id in (${partsTakenBack})`,
  ],
]
