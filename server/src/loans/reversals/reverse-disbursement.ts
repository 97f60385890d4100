import type { Context } from '../../context.ts'
import { reverseJournal } from '../../books/index.ts'
import { many, one, run } from '../../platform/db/database.ts'
import { mutation } from '../../platform/commands/command.ts'
import { Refusal } from '../../platform/refusal.ts'
import { reopenOrder } from '../disbursement/index.ts'
import { lockLoanForReversal, type ReverseOfLoan } from './lock-loan.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'

/** The reversed disbursement; amounts in whole rupiah. */
export type ReversedDisbursement = {
  loanId: number
  reversalId: string
  amount: number
  disbursedOn: BusinessDate
}

type Since = { paid: boolean; changed: boolean; opened: boolean; total: number }

/**
 * Reverses a disbursement when all payments of its loan are reversed: the money returns to the loan's escrow, and the
 * loan is FUNDED without a schedule, so it can be paid out on another day or cancelled with a refund.
 * @throws Refusal LOAN_NOT_FOUND, LOAN_NOT_DISBURSED, PAYMENT_NOT_LAST, LOAN_CHANGED_SINCE, INPUT_INVALID
 */
export const reverseDisbursement = mutation<Context, ReverseOfLoan, ReversedDisbursement>({
  operation: 'reverseDisbursement',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { loanNumber, reason }, { context: { random } }) {
    const { loanId, disbursedOn } = await lockLoanForReversal(tx, loanNumber, reason)
    const { paid, changed, opened, total } = await one<Since>(
      tx,
      'loans.reversals.since_disbursement',
      `select exists (select from standing_payment where loan_id = $1) as paid, p.total,
              exists (select from write_off where loan_id = $1)
                or exists (select from restructuring where loan_id = $1)
                or exists (select from holding_transfer where loan_id = $1) as changed,
              exists (select from loan_take_over where loan_id = $1 and as_of is not null) as opened
         from loan_position p where p.loan_id = $1`,
      [loanId],
    )
    // A loan that came in with an opening balance was disbursed in another system, so there is no disbursement here to
    // reverse.
    if (opened) throw new Refusal('LOAN_NOT_DISBURSED')
    if (paid) throw new Refusal('PAYMENT_NOT_LAST')
    if (changed) throw new Refusal('LOAN_CHANGED_SINCE')
    const id = random.uuid()
    await reverseJournal(tx, random, {
      kind: 'DISBURSEMENT',
      ref: String(loanId),
      reversal: { id, kind: 'DISBURSEMENT', reason },
    })
    await run(tx, 'loans.reversals.funded', `update loan_position set status = 'FUNDED' where loan_id = $1`, [
      loanId,
    ])
    await reopenOrder(tx, loanId)
    await many(tx, 'loans.reversals.disbursement', 'select undo_disbursement($1, $2)::text', [loanId, id])
    await run(
      tx,
      'loans.reversals.note_disbursement',
      `insert into loan_event (kind, loan_id, of_id)
       select 'DISBURSEMENT_REVERSED', $1, of_id from reversal where id = $2`,
      [loanId, id],
    )
    return {
      answer: { loanId, reversalId: id, amount: total, disbursedOn },
      subject: `loan:${loanId}`,
      detail: { reversalId: id, amount: total, disbursedOn },
    }
  },
})
