import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { run } from '../../platform/db/database.ts'
import { insertPayments } from './payment-store.ts'
import { reportTopUp, type TopUp } from './report-top-up.ts'

/**
 * Records a payment at an operator's word. It waits in suspense, in no account and not spendable, until the bank's notice
 * or a line of its statement confirms it, which credits it. Idempotent.
 * @throws Error as `reportTopUp` does
 */
export const recordTopUp = mutation<Context, TopUp, { recorded: boolean; waits: boolean }>({
  operation: 'recordTopUp',
  permit: ['operator'],
  secondPair: { amount: ({ amount }) => amount },
  async run(tx, topUp, { context }) {
    const { bank, referenceNo, lenderId, amount } = topUp
    const { known, paymentRequestId, replaces, insertOwnNames } = await reportTopUp(
      tx,
      context,
      topUp,
      'OPERATOR',
    )
    const subject = `lender:${lenderId}`
    if (known) return { answer: { recorded: false, waits: known.intendedFor !== null }, subject }
    const id = context.random.uuid()
    await insertPayments(tx, [
      {
        ...{ id, bank, paymentRequestId, replaces, referenceNo, amount },
        ...{ lenderId: null, number: null, transactedAt: undefined, reportedBy: 'OPERATOR' },
      },
    ])
    await insertOwnNames(id)
    await run(
      tx,
      'cash.deposit.insert_unconfirmed',
      `insert into bank_suspense (payment_id, reason, intended_for) values ($1, 'UNCONFIRMED', $2)`,
      [id, lenderId],
    )
    return {
      answer: { recorded: true, waits: true },
      subject,
      detail: { bank, paymentRequestId: topUp.paymentRequestId, amount },
    }
  },
})
