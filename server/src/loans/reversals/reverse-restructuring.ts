import type { Context } from '../../context.ts'
import { insertReversal } from '../../books/index.ts'
import { maybe, one, type Queryable } from '../../platform/db/database.ts'
import { mutation } from '../../platform/commands/command.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { setStatusFromTerms } from '../repayment/index.ts'
import { dropVersion, refreshLoan } from './store.ts'
import { lockLoanForReversal, type ReverseOfLoan } from './lock-loan.ts'

/** `agreement` is the name of the agreement in the archive that must be the newest; omitted for any. */
type ReverseRestructuring = ReverseOfLoan & { agreement?: string }

/**
 * Reverses the newest restructuring of a loan, if nothing was paid on it yet: the schedule before it is in force again,
 * with the payments on it. Afterwards, payments recorded before the restructuring can be reversed. With the agreement
 * named, a repeated command does not reverse the restructuring before it.
 * @throws Refusal LOAN_NOT_FOUND, LOAN_NOT_DISBURSED, NOTHING_TO_REVERSE, REVERSED_BEFORE, PAYMENT_NOT_LAST,
 *   WRITTEN_OFF_BEFORE, INPUT_INVALID
 */
export const reverseRestructuring = mutation<
  Context,
  ReverseRestructuring,
  { loanId: number; version: number; agreedOn: string }
>({
  operation: 'reverseRestructuring',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { loanNumber, reason, agreement }, { context: { random } }) {
    const { loanId } = await lockLoanForReversal(tx, loanNumber, reason)
    const { version, agreedOn } = await newestOf(tx, loanId, agreement)
    const since = await one<{ paid: boolean; writtenOff: boolean }>(
      tx,
      'loans.reversals.since_restructuring',
      `select exists (select from write_off where loan_id = $1) as "writtenOff",
              exists (select from installment i join standing_payment p on p.loan_id = i.loan_id
                        join lender_repayment r on r.payment_id = p.id and r.no = i.no
                       where i.loan_id = $1 and i.version >= $2) as paid`,
      [loanId, version],
    )
    if (since.writtenOff) throw new Refusal('WRITTEN_OFF_BEFORE')
    if (since.paid) throw new Refusal('PAYMENT_NOT_LAST')
    const id = random.uuid()
    await insertReversal(tx, {
      id,
      kind: 'RESTRUCTURING',
      ofId: `${loanId}/${version}`,
      journalId: null,
      reason,
    })
    await dropVersion(tx, loanId, version)
    await setStatusFromTerms(tx, loanId)
    await refreshLoan(tx, loanId)
    return {
      answer: { loanId, version, agreedOn },
      subject: `loan:${loanId}`,
      detail: { reversalId: id, version, agreedOn },
    }
  },
})

type Newest = { version: number; agreedOn: string; reference: string }

async function newestOf(tx: Queryable, loanId: number, agreement: string | undefined): Promise<Newest> {
  const newest = await maybe<Newest>(
    tx,
    'loans.reversals.restructuring',
    `select version, agreed_on as "agreedOn", agreement_reference as reference
       from restructuring where loan_id = $1 order by version desc limit 1`,
    [loanId],
  )
  if (agreement === undefined || newest?.reference === agreement)
    return required(newest, 'NOTHING_TO_REVERSE')
  // The view shows only what is not reversed, the table all that was recorded.
  const { reversed } = await one<{ reversed: boolean }>(
    tx,
    'loans.reversals.restructuring_by',
    `select exists (select from restructuring_record where loan_id = $1 and agreement_reference = $2)
            and not exists (select from restructuring where loan_id = $1 and agreement_reference = $2) as reversed`,
    [loanId, agreement],
  )
  throw new Refusal(reversed ? 'REVERSED_BEFORE' : 'NOTHING_TO_REVERSE')
}
