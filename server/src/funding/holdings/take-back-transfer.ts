import { insertReversal } from '../../books/index.ts'
import type { Context } from '../../context.ts'
import { lastDaysOf, lockLoans } from '../../loans/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { sum } from '../../platform/sum.ts'
import { passOn, refusalOf, tellBoth } from './pass-on.ts'
import { moveBalances, transfersOf, wasTakenBack } from './store.ts'

export type TransferTakenBack = {
  fromLender: number
  toLender: number
  holdings: number
  /** Payments that went back to the former holder. */
  payments: number
}

/**
 * Takes a transfer back, with all holdings of its command: the former holder has them as if it had never been. Payments
 * that the new one received go back with it; what that lender no longer has becomes a receivable, as with a reversal.
 * @throws Refusal HOLDING_MISSING if there is none, TRANSFER_REVERSED if it was taken back before, HOLDING_TRANSFERRED_SINCE, DATE_BEFORE_CHANGE if a loan has
 *   new terms since, EXCESS_PAID_OUT, INPUT_INVALID
 */
export const takeBackTransfer = mutation<Context, { orderId: string; reason: string }, TransferTakenBack>({
  operation: 'takeBackTransfer',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { orderId, reason }, { context }) {
    if (reason.trim() === '' || reason.length > 200) throw new Refusal('INPUT_INVALID')
    const found = await transfersOf(tx, { orderId })
    const locked = await lockLoans(
      tx,
      found.map(({ loanNumber }) => loanNumber),
      found.flatMap(({ fromLender, toLender }) => [fromLender, toLender]),
    )
    const transfers = await transfersOf(tx, { orderId })
    const [first] = transfers
    if (!first) throw new Refusal((await wasTakenBack(tx, orderId)) ? 'TRANSFER_REVERSED' : 'HOLDING_MISSING')
    if (transfers.some(({ transferredSince }) => transferredSince))
      throw new Refusal('HOLDING_TRANSFERRED_SINCE')
    const { fromLender, toLender, valueDate } = first
    const days = await lastDaysOf(
      tx,
      transfers.map(({ loanId }) => loanId),
    )
    for (const { loanNumber, loanId } of transfers) {
      const loan = required(locked.loans.get(loanNumber), 'LOAN_NOT_DISBURSED')
      const changedOn = days.get(loanId)?.changedOn ?? null
      const code = refusalOf(loan, { changedOn, since: null }, valueDate)
      if (code) throw new Refusal(code)
    }
    const change = async () => {
      for (const { id } of transfers)
        await insertReversal(tx, {
          ...{ id: context.random.uuid(), kind: 'HOLDING_TRANSFER', ofId: id },
          ...{ journalId: null, reason },
        })
      await moveBalances(
        tx,
        transfers.map(({ fundingId }) => ({ fundingId, fromLender: toLender, toLender: fromLender })),
      )
    }
    const { payments } = await passOn(
      tx,
      context,
      locked,
      { loanNumbers: transfers.map(({ loanNumber }) => loanNumber), valueDate, reason },
      change,
    )
    await tellBoth(tx, context, {
      ...{ former: toLender, holder: fromLender, from: valueDate, undone: true },
      ...{ count: transfers.length, amount: sum(transfers.map(({ principal }) => principal)) },
    })
    const answer = { fromLender, toLender, holdings: transfers.length, payments }
    return { answer, subject: `lender:${fromLender}`, detail: { orderId, ...answer, valueDate, reason } }
  },
})
