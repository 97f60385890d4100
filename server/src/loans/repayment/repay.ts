import type { Context } from '../../context.ts'
import { batchMutation, type Effect, single } from '../../platform/commands/command.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ServicedLoan } from '../disbursement/index.ts'
import { lockLoans, type LockedLoans } from './lock-loans.ts'
import { balancesFor } from './balance.ts'
import {
  allocatePayment,
  type LoanBalance,
  ofLoan,
  priorRecordOf,
  refusePayment,
  refusePenalty,
  type Repayment,
} from './decide.ts'
import { finishCorrection } from './finish-correction.ts'
import { reallocate } from './reallocate.ts'
import { comesBefore } from './replay.ts'
import { type LastDays, lastDaysOf } from './standing.ts'
import { findPayments, type PaymentRow } from './store.ts'
import { type Decided, writePayments } from './write.ts'

/** A recorded payment; amounts in whole rupiah: amount + rounding = principal + interest + penalty + fee + excess. */
export type RecordedRepayment = Pick<
  PaymentRow,
  'principal' | 'interest' | 'penalty' | 'fee' | 'excess' | 'rounding' | 'tax'
> & {
  paymentId: string
  loanId: number
  repaid: boolean
  /** Whether it had been recorded before, so that nothing was recorded now. */
  repeated: boolean
  /** References of payments with later value dates that were allocated anew. */
  moved: string[]
}

/**
 * Records payments of borrowers and passes them on to the lenders, with one journal for each payment. They are decided
 * in order, as if recorded one by one, and count by their value dates: one with an earlier date than recorded ones
 * allocates these anew in the same transaction. The same reference of a loan with the same content returns the first
 * answer and moves no money.
 * @throws Refusal LOAN_NOT_FOUND, LOAN_NOT_DISBURSED, REFERENCE_REUSED, PAYMENT_REVERSED, DATE_IN_FUTURE,
 *   DATE_BEFORE_DISBURSEMENT, DATE_BEFORE_CHANGE, REPAYMENT_PARTS_TOO_LARGE, PENALTY_ABOVE_LIMIT, PENALTY_NOT_DUE,
 *   INPUT_INVALID
 */
export const recordRepaymentsInOne = batchMutation<Context, Repayment, RecordedRepayment>({
  operation: 'recordRepayment',
  permit: ['operator'],
  secondPair: { amount: ({ amount }) => amount },
  async run(tx, requests, context) {
    const inputs = requests.map(({ input }) => input)
    const locked = await lockLoans(
      tx,
      inputs.map(({ loanNumber }) => loanNumber),
    )
    const outcomes: (Effect<RecordedRepayment> | Refusal)[] = []
    for (const round of roundsOf(inputs)) {
      const taken = await recordIndependentRepayments(
        tx,
        context,
        locked,
        round.map((index) => inputs[index] as Repayment),
      )
      round.forEach((index, place) => {
        outcomes[index] = taken[place] as Effect<RecordedRepayment> | Refusal
      })
    }
    return outcomes
  },
})

export const recordRepayment = single(recordRepaymentsInOne)

/**
 * Groups the requests by index into rounds: each round has each loan at most once, and requests of one loan keep their
 * order.
 */
function roundsOf(inputs: readonly Repayment[]): number[][] {
  const next = new Map<string, number>()
  const rounds: number[][] = []
  inputs.forEach(({ loanNumber }, index) => {
    const round = next.get(loanNumber) ?? 0
    next.set(loanNumber, round + 1)
    rounds[round] ??= []
    rounds[round].push(index)
  })
  return rounds
}

/** Records payments of which no two share a loan. The caller has locked the loans. */
async function recordIndependentRepayments(
  tx: Transaction,
  context: Context,
  locked: LockedLoans,
  payments: readonly Repayment[],
): Promise<(Effect<RecordedRepayment> | Refusal)[]> {
  const before = await findPayments(
    tx,
    payments.map(({ reference }) => reference),
  )
  const outcomes = payments.map((payment): Effect<RecordedRepayment> | Refusal | null => {
    const known = priorRecordOf(payment, before.get(payment.reference), false)
    if (known) return known instanceof Refusal ? known : repaymentEffect(known, { repeated: true })
    const loan = locked.loans.get(payment.loanNumber)
    if (!loan && !locked.known.has(payment.loanNumber)) return new Refusal('LOAN_NOT_FOUND')
    return refusePayment(payment, loan)
  })
  const fresh = payments.flatMap((payment, index) => {
    const loan = locked.loans.get(payment.loanNumber)
    const occurrence = 1 + ofLoan(payment, before.get(payment.reference)).length
    return outcomes[index] === null && loan ? [{ payment, loan, occurrence, index }] : []
  })
  const days = await lastDaysOf(
    tx,
    fresh.map(({ loan }) => loan.loanId),
  )
  const inOrder: Fresh[] = []
  const backDated: Fresh[] = []
  for (const one of fresh) {
    const last = days.get(one.loan.loanId)
    if (last?.changedOn && one.payment.paidOn < last.changedOn)
      outcomes[one.index] = new Refusal('DATE_BEFORE_CHANGE')
    else if (!last || isAfter(one.payment, last)) inOrder.push(one)
    else backDated.push(one)
  }
  const taken = await recordInOrder(tx, context, locked, inOrder)
  inOrder.forEach(({ index }, place) => {
    outcomes[index] = taken[place] ?? null
  })
  for (const one of backDated) outcomes[one.index] = await recordBackDated(tx, context, locked, one)
  return outcomes.map((outcome) => {
    if (!outcome) throw new Error('a payment was not decided')
    return outcome
  })
}

const isAfter = (payment: Repayment, { paidOn, reference }: LastDays): boolean =>
  paidOn === null ||
  paidOn < payment.paidOn ||
  (reference !== null && comesBefore({ paidOn, reference }, payment))

type Fresh = { payment: Repayment; loan: ServicedLoan; occurrence: number; index: number }

/** Records payments that come after all that are recorded on their loans. */
async function recordInOrder(
  tx: Transaction,
  context: Context,
  locked: LockedLoans,
  fresh: readonly Fresh[],
): Promise<(Effect<RecordedRepayment> | Refusal)[]> {
  const balances = await balancesFor(
    tx,
    fresh.map(({ loan, payment: { paidOn, amount } }) => ({ loan, on: paidOn, amount })),
  )
  const decided = fresh.map(({ payment, occurrence }, index): Decided | Refusal => {
    const balance = balances[index] as LoanBalance
    const refusal = refusePenalty(payment, balance)
    if (refusal) return refusal
    return { payment, balance, allocation: allocatePayment(payment, balance), settles: false, occurrence }
  })
  const taken = decided.filter((one): one is Decided => !(one instanceof Refusal))
  const rows = (taken.length > 0 ? await writePayments(tx, context, locked, taken) : []).values()
  return decided.map((one) => {
    if (one instanceof Refusal) return one
    const row = rows.next().value
    if (!row) throw new Error('a payment was not written')
    return repaymentEffect(row)
  })
}

/** Records a payment that may come before recorded ones of its loan by value date. */
async function recordBackDated(
  tx: Transaction,
  context: Context,
  locked: LockedLoans,
  { payment, loan, occurrence }: Fresh,
): Promise<Effect<RecordedRepayment> | Refusal> {
  const done = await reallocate(tx, context, locked, {
    loan,
    from: payment.paidOn,
    reason: `allocated anew after ${payment.reference} of ${payment.paidOn}`,
    added: { payment, occurrence },
  })
  if (done instanceof Refusal) return done
  const { row, repaid, moved, paymentIds, reversed } = done
  if (!row) throw new Error('a payment was not written')
  const [ref] = paymentIds
  if (ref !== undefined)
    await finishCorrection(tx, context, { loanNumber: loan.loanNumber, ref, reversed, paymentIds })
  return repaymentEffect({ ...row, completes: repaid }, { moved })
}

export function repaymentEffect(
  row: PaymentRow,
  { repeated = false, moved = [] }: { repeated?: boolean; moved?: string[] } = {},
): Effect<RecordedRepayment> {
  const { id, loanId, principal, interest, penalty, fee, excess, rounding, tax, completes } = row
  const { reference, paidOn, amount } = row
  const parts = { principal, interest, penalty, fee, excess, rounding, tax }
  return {
    answer: { paymentId: id, loanId, ...parts, repaid: completes, repeated, moved },
    subject: `loan:${loanId}`,
    detail: { reference, paidOn, amount, ...(moved.length > 0 ? { moved: moved.length } : {}) },
  }
}
