import type { Context } from '../../context.ts'
import { insertReversal } from '../../books/index.ts'
import { maybe } from '../../platform/db/database.ts'
import { mutation } from '../../platform/commands/command.ts'
import { required } from '../../platform/refusal.ts'
import { lockLoanForReversal, type ReverseOfLoan } from './lock-loan.ts'
import { setStatusFromTerms } from '../repayment/index.ts'
import { refreshLoan } from './store.ts'

/**
 * Reverses a write-off: the loan counts as outstanding again, as if it had not been written off, and its days late
 * follow from its schedule and payments. Closed days keep their figures. The loan can be written off again.
 * @throws Refusal LOAN_NOT_FOUND, LOAN_NOT_DISBURSED, NOTHING_TO_REVERSE, INPUT_INVALID
 */
export const reverseWriteOff = mutation<
  Context,
  ReverseOfLoan,
  { loanId: number; principal: number; writtenOffOn: string }
>({
  operation: 'reverseWriteOff',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { loanNumber, reason }, { context: { random } }) {
    const { loanId } = await lockLoanForReversal(tx, loanNumber, reason)
    const found = required(
      await maybe<{ id: string; writtenOffOn: string; principal: number }>(
        tx,
        'loans.reversals.standing_write_off',
        'select id, written_off_on as "writtenOffOn", principal from write_off where loan_id = $1',
        [loanId],
      ),
      'NOTHING_TO_REVERSE',
    )
    const id = random.uuid()
    await insertReversal(tx, { id, kind: 'WRITE_OFF', ofId: found.id, journalId: null, reason })
    await setStatusFromTerms(tx, loanId)
    await refreshLoan(tx, loanId)
    const { writtenOffOn, principal } = found
    return {
      answer: { loanId, principal, writtenOffOn },
      subject: `loan:${loanId}`,
      detail: { reversalId: id, writtenOffOn, principal },
    }
  },
})
