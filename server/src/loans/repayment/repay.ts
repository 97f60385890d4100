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
import { findPayments, type PaymentRow } from './store.ts'
import { type Decided, writePayments } from './write.ts'

/** A recorded payment; amounts in whole rupiah: amount + rounding = principal + interest + penalty + fee + excess. */
export type RecordedRepayment = Pick<
  PaymentRow,
  'principal' | 'interest' | 'penalty' | 'fee' | 'excess' | 'rounding' | 'tax'
> & {
  paymentId: string
  loanId: number
  /** Whether this payment completed the loan. */
  repaid: boolean
  /** Whether it had been recorded before, so that nothing was recorded now. */
  repeated: boolean
}

/**
 * Records payments of borrowers and passes them on to the lenders, with one journal for each payment. They are decided
 * in order, as if recorded one by one. The same reference of a loan with the same content returns the first answer and
 * moves no money.
 * @throws Refusal LOAN_NOT_FOUND, LOAN_NOT_DISBURSED, REFERENCE_REUSED, PAYMENT_REVERSED, DATE_IN_FUTURE,
 *   DATE_BEFORE_DISBURSEMENT, REPAYMENT_PARTS_TOO_LARGE, PENALTY_ABOVE_LIMIT, PENALTY_NOT_DUE, INPUT_INVALID
 */
export const recordRepaymentsInOne = batchMutation<Context, Repayment, RecordedRepayment>({
  operation: 'recordRepayment',
  permit: ['operator'],
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
export async function recordIndependentRepayments(
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
    if (known) return known instanceof Refusal ? known : repaymentEffect(known, true)
    const loan = locked.loans.get(payment.loanNumber)
    if (!loan && !locked.known.has(payment.loanNumber)) return new Refusal('LOAN_NOT_FOUND')
    return refusePayment(payment, loan)
  })
  const fresh = payments.filter((_, index) => outcomes[index] === null)
  const balances = await balancesFor(
    tx,
    fresh.map(({ loanNumber, paidOn, amount }) => ({
      loan: locked.loans.get(loanNumber) as ServicedLoan,
      on: paidOn,
      amount,
    })),
  )
  const decided = fresh.map((payment, index): Decided | Refusal => {
    const balance = balances[index] as LoanBalance
    const refusal = refusePenalty(payment, balance)
    if (refusal) return refusal
    const occurrence = 1 + ofLoan(payment, before.get(payment.reference)).length
    return { payment, balance, allocation: allocatePayment(payment, balance), settles: false, occurrence }
  })
  const taken = decided.filter((one): one is Decided => !(one instanceof Refusal))
  const rows = taken.length > 0 ? await writePayments(tx, context, locked, taken) : []
  const [nextDecided, nextRow] = [decided.values(), rows.values()]
  return outcomes.map((outcome) => {
    if (outcome) return outcome
    const one = nextDecided.next().value
    if (one instanceof Refusal) return one
    const row = nextRow.next().value
    if (!row) throw new Error('a payment was not written')
    return repaymentEffect(row)
  })
}

/** The answer to a payment, and its entry in the audit trail. */
export function repaymentEffect(row: PaymentRow, repeated = false): Effect<RecordedRepayment> {
  const {
    id,
    loanId,
    principal,
    interest,
    penalty,
    fee,
    excess,
    rounding,
    tax,
    completes,
    reference,
    paidOn,
  } = row
  const parts = { principal, interest, penalty, fee, excess, rounding, tax }
  const answer = { paymentId: id, loanId, ...parts, repaid: completes, repeated }
  return { answer, subject: `loan:${loanId}`, detail: { reference, paidOn, amount: row.amount } }
}
