import type { Context } from '../../context.ts'
import { reverseJournal } from '../../books/index.ts'
import { reverseRepayment } from '../../loans/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { required } from '../../platform/refusal.ts'
import { lockWithdrawal, saidOfLine, takeBackSaid, type WithdrawalTakenBack } from '../withdrawal/index.ts'
import { assignedLoans, borrowerPaymentOf } from './borrower/store.ts'
import { lockBankComparison } from './differences.ts'
import { findLine } from './lines.ts'
import { compareAgain } from './reconcile.ts'
import { forgetName } from './transfer-line.ts'

/** What was taken back of a line, and the loans whose repayments were reversed with it. */
export type TakenBack = {
  what: 'ASSIGNMENT' | 'RETURN' | 'SUSPENSE' | 'MATCH' | 'GIVEN_BACK' | 'CHARGE' | 'SETTLEMENT'
  loans: string[]
  /** The withdrawal that it was of, with what moved on its lender's cash; null for anything else. */
  withdrawal: (WithdrawalTakenBack & { id: string }) | null
}

/**
 * Takes the last thing back that an operator said a line is: its assignment to loans (the repayments are reversed, and the
 * money waits in suspense again), its return to the payer, its place in suspense, its match to recorded movements, or what
 * it was of a withdrawal (given back, charged, settled or only matched).
 * @throws Error when nothing of these stands, or takeBackSaid refuses it
 * @throws Refusal of the reversal of a repayment
 */
export const takeLineBack = mutation<Context, { lineId: string; reason: string }, TakenBack>({
  operation: 'takeBankLineBack',
  permit: ['operator'],
  async run(tx, { lineId, reason }, { context, actor }) {
    const found = await findLine(tx, lineId)
    if (!found) throw new Error(`No bank has ever listed a line ${lineId}.`)
    const { methodPayment } = found
    await lockBankComparison(tx, methodPayment)
    const payment = await borrowerPaymentOf(tx, lineId)
    const loans = payment?.state === 'ASSIGNED' ? await assignedLoans(tx, payment.endId ?? '') : []
    for (const loanNumber of loans) {
      const input = { reference: payment?.name ?? '', loanNumber, reason, recordAgain: true }
      await reverseRepayment.run(tx, input, { context, actor })
    }
    const undo = async (kind: keyof typeof words, ref: string) => {
      const reversal = { id: context.random.uuid(), kind, ofId: ref, reason }
      await reverseJournal(tx, context.random, { kind: 'SUSPENSE', ref, reversal })
      return words[kind]
    }
    const what: TakenBack['what'] | null = payment
      ? payment.endId === null
        ? await undo('BORROWER_PAYMENT', payment.id)
        : await undo(payment.state === 'ASSIGNED' ? 'BORROWER_ASSIGNMENT' : 'BORROWER_RETURN', payment.endId)
      : (await forgetName(tx, lineId, reason))
        ? 'MATCH'
        : null
    const withdrawal = what === null ? await takeWithdrawalBack(tx, context, { lineId, reason }) : null
    const done = what ?? withdrawal?.what
    if (done === undefined) throw new Error(`Nothing was said of line ${lineId} that can be taken back here.`)
    await compareAgain(tx, context, {
      methodPayment,
      subjects: {
        lines: [lineId],
        withdrawals: withdrawal ? [withdrawal.moved.id] : [],
        transfers: [found.transfer, payment?.name].filter((name) => typeof name === 'string'),
      },
    })
    const answer = { what: done, loans, withdrawal: withdrawal?.moved ?? null }
    return { answer, subject: `line:${lineId}`, detail: { ...answer, reason } }
  },
})

/** Takes back what was said of a line of a withdrawal, if anything was. */
async function takeWithdrawalBack(
  tx: Transaction,
  context: Context,
  { lineId, reason }: { lineId: string; reason: string },
): Promise<{ what: TakenBack['what']; moved: NonNullable<TakenBack['withdrawal']> } | undefined> {
  const found = await saidOfLine(tx, lineId)
  if (!found) return undefined
  const withdrawal = required(await lockWithdrawal(tx, found.withdrawalId), 'INTERNAL')
  const moved = await takeBackSaid(tx, context, { said: found, withdrawal, lineId, reason })
  return { what: found.what, moved: { ...moved, id: found.withdrawalId } }
}

const words = {
  BORROWER_PAYMENT: 'SUSPENSE',
  BORROWER_ASSIGNMENT: 'ASSIGNMENT',
  BORROWER_RETURN: 'RETURN',
} as const
