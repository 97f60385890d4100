import { businessDateOf } from '@pematang/contract/format/business-date'
import type { Context } from '../../context.ts'
import { type DisbursedLoan, disburseInside, fundedSum } from '../../loans/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { Refusal } from '../../platform/refusal.ts'
import { completeOrder } from '../disbursement-order/index.ts'
import { lockBankComparison } from './differences.ts'
import { findLine } from './lines.ts'
import { compareAgain } from './reconcile.ts'
import { amountOfLine } from './line-amount.ts'
import { insertName, saidName } from './transfer-line.ts'

/**
 * Disburses a funded loan by the line of the statement that pays it out, on the line's value date: where the line lacks the
 * reference of an order, is over another amount (which stays a difference), or nobody ordered it here. Idempotent.
 * @throws Error when the line is no payment, or something else of ours
 * @throws Refusal LOAN_NOT_FOUND, LOAN_NOT_FUNDED, LOAN_DISBURSED, DATE_BEFORE_FUNDING
 */
export const disburseByLine = mutation<
  Context,
  { lineId: string; loanNumber: string; note: string },
  { disbursed: boolean; amount: number }
>({
  operation: 'disburseByLine',
  permit: ['operator'],
  // Which loan a line pays out, and that its amount may be another, is nothing but the operator's word.
  secondPair: {
    read: async (db, { lineId, loanNumber }) =>
      Math.max((await amountOfLine(db, { lineId })) ?? 0, (await fundedSum(db, [loanNumber])).amount),
  },
  async run(tx, { lineId, loanNumber, note }, { context }) {
    const found = await findLine(tx, lineId)
    if (!found) throw new Error(`Tidak ada bank yang pernah memuat mutasi ${lineId}.`)
    const { methodPayment } = found
    await lockBankComparison(tx, methodPayment)
    const line = await findLine(tx, lineId)
    if (!line || line.isGone) throw new Error(`Bank tidak lagi memuat mutasi ${lineId}.`)
    const subject = `line:${lineId}`
    if (line.transfer === loanNumber) return { answer: { disbursed: false, amount: line.amount }, subject }
    const other = line.withdrawalId ?? line.paymentRequestId ?? line.transfer
    if (other !== null) throw new Error(`Mutasi ${lineId} adalah ${other}.`)
    const said = await saidName(tx, lineId)
    if (said !== null && said !== loanNumber)
      throw new Error(`Mutasi ${lineId} sudah dinyatakan ${said}: batalkan itu dahulu ("bank take-back").`)
    if (line.type !== 'DEBIT') throw new Error(`Mutasi ${lineId} bukan pembayaran: uangnya masuk.`)
    const disbursedOn = businessDateOf(line.at.toISOString())
    const [effect] = await disburseInside(tx, context, [{ loanNumber, disbursedOn }], { byWord: false })
    if (!effect || effect instanceof Refusal) throw effect ?? new Error('the loan was not decided')
    const { loanId, amount }: DisbursedLoan = effect.answer
    await insertName(tx, { lineId, name: loanNumber, note })
    await completeOrder(tx, { loanId, methodPayment })
    await compareAgain(tx, context, {
      methodPayment,
      subjects: { lines: [lineId], transfers: [loanNumber] },
    })
    return {
      answer: { disbursed: true, amount },
      subject: `loan:${loanId}`,
      detail: { lineId, amount, listed: line.amount, disbursedOn, note },
    }
  },
})
