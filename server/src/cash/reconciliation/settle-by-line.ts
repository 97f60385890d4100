import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { recordSettledBy, settleOrdered } from '../withdrawal/index.ts'
import { amountOfLine } from './line-amount.ts'
import { compareAgain } from './reconcile.ts'
import { attach, currentTotals, lockBoth, type OfWithdrawal } from './withdrawal-line.ts'

/**
 * Settles an ordered withdrawal by the line of its transfer in the bank's statement, for a bank whose status does not
 * say that it has paid, or states another amount. Idempotent.
 * @throws Error when the withdrawal is not SENT, or the line is not its only transfer, over exactly its amount
 */
export const settleByLine = mutation<
  Context,
  OfWithdrawal,
  { settled: boolean; lenderId: number; amount: number; fee: number }
>({
  operation: 'settleByLine',
  permit: ['operator'],
  secondPair: { read: amountOfLine },
  async run(tx, { withdrawalId, lineId, note }, { context }) {
    const { withdrawal, line } = await lockBoth(tx, { withdrawalId, lineId })
    const { state, lenderId, methodPayment, amount, fee } = withdrawal
    const subject = `withdrawal:${withdrawalId}`
    if (state === 'PAID' && line.withdrawalId === withdrawalId)
      return { answer: { settled: false, lenderId, amount, fee }, subject }
    if (state !== 'SENT')
      throw new Error(`Penarikan dana ${withdrawalId} berstatus ${state}: tidak ada yang perlu diselesaikan.`)
    await attach(tx, line, { withdrawalId, lineId, note })
    const { net } = await currentTotals(tx, withdrawal)
    if (line.type !== 'DEBIT' || line.amount !== amount || net !== amount) {
      throw new Error(
        `Bank memuat ${net} dari penarikan dana ${withdrawalId} sebesar ${amount}: mutasi ${lineId} (${line.type} ${line.amount}) bukan pembayarannya.`,
      )
    }
    await settleOrdered(tx, context, withdrawal, line.bankReference)
    await recordSettledBy(tx, { lenderId, withdrawalId, lineId, note })
    await compareAgain(tx, context, {
      methodPayment,
      subjects: { withdrawals: [withdrawalId], lines: [lineId] },
    })
    return {
      answer: { settled: true, lenderId, amount, fee },
      subject,
      detail: { lineId, lenderId, amount, fee, note },
    }
  },
})
