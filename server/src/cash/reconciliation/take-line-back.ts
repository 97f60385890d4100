import type { Context } from '../../context.ts'
import { reverseJournal } from '../../books/index.ts'
import { reverseRepayment } from '../../loans/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { required } from '../../platform/refusal.ts'
import { lockWithdrawal, saidOfLine, takeBackSaid, type WithdrawalTakenBack } from '../withdrawal/index.ts'
import { assignedLoans, type BorrowerPayment, borrowerPaymentOf } from './borrower/store.ts'
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
  secondPair: true,
  async run(tx, { lineId, reason }, { context, actor }) {
    const found = await findLine(tx, lineId)
    if (!found) throw new Error(`Tidak ada bank yang pernah memuat mutasi ${lineId}.`)
    const { methodPayment, transfer } = found
    await lockBankComparison(tx, methodPayment)
    const payment = await borrowerPaymentOf(tx, lineId)
    const done = payment
      ? await takeSuspenseBack(tx, { payment, reason }, { context, actor })
      : (await forgetName(tx, lineId, reason))
        ? { what: 'MATCH' as const }
        : await takeWithdrawalBack(tx, context, { lineId, reason })
    if (!done) throw new Error(`Tidak ada keputusan atas mutasi ${lineId} yang dapat dibatalkan di sini.`)
    const answer: TakenBack = { loans: [], withdrawal: null, ...done }
    await compareAgain(tx, context, {
      methodPayment,
      subjects: {
        lines: [lineId],
        withdrawals: answer.withdrawal ? [answer.withdrawal.id] : [],
        transfers: [transfer, payment?.name].filter((name) => typeof name === 'string'),
      },
    })
    return { answer, subject: `line:${lineId}`, detail: { ...answer, reason } }
  },
})

async function takeSuspenseBack(
  tx: Transaction,
  { payment, reason }: { payment: BorrowerPayment; reason: string },
  { context, actor }: Parameters<typeof reverseRepayment.run>[2],
): Promise<Pick<TakenBack, 'what' | 'loans'>> {
  const { id, name, state, endId } = payment
  const loans = state === 'ASSIGNED' ? await assignedLoans(tx, endId ?? '') : []
  for (const loanNumber of loans) {
    const input = { reference: name ?? '', loanNumber, reason }
    await reverseRepayment.run(tx, input, { context, actor })
  }
  const kind =
    endId === null ? 'BORROWER_PAYMENT' : state === 'ASSIGNED' ? 'BORROWER_ASSIGNMENT' : 'BORROWER_RETURN'
  const ref = endId ?? id
  const reversal = { id: context.random.uuid(), kind, ofId: ref, reason } as const
  await reverseJournal(tx, context.random, { kind: 'SUSPENSE', ref, reversal })
  return { what: words[kind], loans }
}

async function takeWithdrawalBack(
  tx: Transaction,
  context: Context,
  { lineId, reason }: { lineId: string; reason: string },
): Promise<Pick<TakenBack, 'what' | 'withdrawal'> | undefined> {
  const found = await saidOfLine(tx, lineId)
  if (!found) return undefined
  const withdrawal = required(await lockWithdrawal(tx, found.withdrawalId), 'INTERNAL')
  const moved = await takeBackSaid(tx, context, { said: found, withdrawal, lineId, reason })
  return { what: found.what, withdrawal: { ...moved, id: found.withdrawalId } }
}

const words = {
  BORROWER_PAYMENT: 'SUSPENSE',
  BORROWER_ASSIGNMENT: 'ASSIGNMENT',
  BORROWER_RETURN: 'RETURN',
} as const
