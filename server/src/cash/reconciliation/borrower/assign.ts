import { amountOfLine } from '../line-amount.ts'
import type { Context } from '../../../context.ts'
import { lockLoans, recordRepaymentsInOne } from '../../../loans/index.ts'
import { mutation } from '../../../platform/commands/command.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { compareAgain } from '../reconcile.ts'
import { borrowerPaymentOf, endBorrowerPayment, loansPaidBy } from './store.ts'
import { lockCredit, release, suspend } from './suspend.ts'

/** A loan that a line pays, and how much of it in whole rupiah; all of it if there is only one. */
export type LoanPart = { loanNumber: string; amount?: number }

type Assign = { lineId: string; loans: readonly LoanPart[]; note: string }

/** One part of a payment that became a repayment. */
export type AssignedPart = { loanNumber: string; amount: number; excess: number; repaid: boolean }

/**
 * Assigns a line of the statement to the loans that it pays, also from suspense: a repayment for each, with the bank's
 * reference and value date. Idempotent while it is assigned.
 * @throws Error when the line is something else of ours, the parts are not the whole of it, or a loan has a repayment
 *   of this transfer already
 * @throws Refusal of a repayment
 */
export const assignLine = mutation<
  Context,
  Assign,
  { assigned: boolean; amount: number; reference: string; parts: AssignedPart[] }
>({
  operation: 'assignBorrowerPayment',
  permit: ['operator'],
  secondPair: { read: amountOfLine },
  async run(tx, { lineId, loans, note }, { context, actor }) {
    const line = await lockCredit(tx, lineId)
    const subject = `line:${lineId}`
    const known = await borrowerPaymentOf(tx, lineId)
    const { amount } = line
    if (known?.state === 'ASSIGNED')
      return { answer: { assigned: false, amount, reference: known.name, parts: [] }, subject }
    if (known?.state === 'RETURNED')
      throw new Error(
        `Mutasi ${lineId} sudah dikirim kembali sebagai ${known.returnReference}: batalkan itu dahulu.`,
      )
    const parts = partsOf(loans, amount)
    const payment = known ?? (await suspend(tx, context, line, note))
    const numbers = parts.map(({ loanNumber }) => loanNumber)
    await lockLoans(tx, numbers)
    const paid = await loansPaidBy(tx, payment.name, numbers)
    if (paid.length > 0) throw new Error(`${payment.name} sudah dicatat sebagai Angsuran ${paid.join(', ')}.`)
    const outcomes = await recordRepaymentsInOne.run(
      tx,
      parts.map((part) => ({
        actor,
        input: { ...part, paidOn: payment.paidOn, reference: payment.name, again: true },
      })),
      context,
      undefined,
    )
    const done = outcomes.map((outcome) => {
      if (outcome instanceof Refusal) throw outcome
      return outcome.answer
    })
    const id = context.random.uuid()
    const payments = done.map(({ paymentId }) => paymentId)
    await endBorrowerPayment(tx, { id, of: payment.id, returnReference: null, payments, note })
    await release(tx, context, payment, id)
    const { methodPayment } = line
    await compareAgain(tx, context, { methodPayment, subjects: { lines: [lineId] } })
    const assigned = parts.map((part, place) => ({
      ...part,
      excess: done[place]?.excess ?? 0,
      repaid: done[place]?.repaid ?? false,
    }))
    return {
      answer: { assigned: true, amount, reference: payment.name, parts: assigned },
      subject,
      detail: { borrowerPayment: payment.id, end: id, amount, parts, note },
    }
  },
})

/** @throws Error when the parts are not the whole amount, or a loan is named twice */
function partsOf(loans: readonly LoanPart[], amount: number): { loanNumber: string; amount: number }[] {
  const parts = loans.map(({ loanNumber, amount: part }) => ({
    loanNumber,
    amount: part ?? (loans.length === 1 ? amount : 0),
  }))
  const sum = parts.reduce((total, part) => total + part.amount, 0)
  if (sum !== amount || parts.some((part) => part.amount <= 0))
    throw new Error(`Bagian-bagiannya ${sum} rupiah, mutasinya ${amount}: sebutkan bagian tiap pinjaman.`)
  if (new Set(parts.map(({ loanNumber }) => loanNumber)).size < parts.length)
    throw new Error('Sebuah pinjaman disebut dua kali.')
  return parts
}
