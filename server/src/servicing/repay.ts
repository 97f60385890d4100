import type { Context } from '../context.ts'
import { lockOwners } from '../ledger/index.ts'
import { batchMutation } from '../platform/batch/batch-mutation.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import type { Effect } from '../platform/mutation.ts'
import { Refusal } from '../platform/refusal.ts'
import { knownLoans, lockServicing, type ServicedLoan, unpaidOf } from './loan-store.ts'
import { isSame, lay, needsHistory, refusePayment, type Repayment, type Standing } from './repay-decide.ts'
import { findPayments, lendersOf, paymentHistory, type PaymentRow } from './repay-store.ts'
import { type Decided, writePayments } from './repay-write.ts'
import { single } from './single.ts'

/** What became of a payment, in rupiah: amount = principal + interest + penalty + fee + excess. */
export type RecordedRepayment = Pick<
  PaymentRow,
  'principal' | 'interest' | 'penalty' | 'fee' | 'excess' | 'tax'
> & {
  paymentId: string
  loanId: number
  /** With it the loan was repaid. */
  repaid: boolean
}

/**
 * Records payments of borrowers and passes them on to the lenders of their loans, each with all its lenders in one
 * journal. They are taken in their order, as if one by one. The same reference with the same content answers what
 * it answered before and moves nothing.
 * Refuses LOAN_NOT_FOUND, LOAN_NOT_DISBURSED, REFERENCE_REUSED, DATE_IN_FUTURE, DATE_BEFORE_DISBURSEMENT,
 * REPAYMENT_PARTS_TOO_LARGE, PENALTY_ABOVE_LIMIT, INPUT_INVALID.
 */
export const recordRepaymentsInOne = batchMutation<Context, Repayment, RecordedRepayment>({
  operation: 'recordRepayment',
  permit: ['operator'],
  async run(tx, requests, world) {
    const inputs = requests.map(({ input }) => input)
    const held = await holdLoans(
      tx,
      inputs.map(({ loanNumber }) => loanNumber),
    )
    const outcomes: (Effect<RecordedRepayment> | Refusal)[] = []
    for (const round of roundsOf(inputs)) {
      const taken = await takeRound(
        tx,
        world,
        held,
        round.map((index) => inputs[index] as Repayment),
      )
      round.forEach((index, place) => {
        outcomes[index] = taken[place] as Effect<RecordedRepayment> | Refusal
      })
    }
    return outcomes
  },
})

/** Records one payment. */
export const recordRepayment = single(recordRepaymentsInOne)

/** What a transaction of servicing holds: its loans, and the cash accounts of their lenders. */
export type Held = {
  loans: Map<string, ServicedLoan>
  /** Loans that exist, paid out or not. */
  known: Set<string>
  /** Account by lender. */
  cash: Map<number, number>
}

/** Locks loans that were paid out and the cash of all their lenders, in the order that `lockServicing` tells. */
export async function holdLoans(tx: Transaction, loanNumbers: readonly string[]): Promise<Held> {
  const loans = await lockServicing(tx, loanNumbers)
  const missing = loanNumbers.filter((number) => !loans.has(number))
  const lenders = await lendersOf(
    tx,
    [...loans.values()].map(({ loanId }) => loanId),
  )
  const accounts = await lockOwners(tx, 'LENDER_CASH', lenders)
  return {
    loans,
    known: missing.length > 0 ? await knownLoans(tx, missing) : new Set(),
    cash: new Map([...accounts.values()].map(({ ownerId, id }) => [ownerId, id])),
  }
}

/** Places of the requests such that in one round no loan and no reference comes twice, and none overtakes another. */
function roundsOf(inputs: readonly Repayment[]): number[][] {
  const next = new Map<string, number>()
  const rounds: number[][] = []
  inputs.forEach(({ loanNumber, reference }, index) => {
    const names = [`loan ${loanNumber}`, `reference ${reference}`]
    const round = Math.max(...names.map((name) => next.get(name) ?? 0))
    for (const name of names) next.set(name, round + 1)
    rounds[round] ??= []
    rounds[round].push(index)
  })
  return rounds
}

async function takeRound(
  tx: Transaction,
  world: Context,
  held: Held,
  payments: readonly Repayment[],
): Promise<(Effect<RecordedRepayment> | Refusal)[]> {
  const before = await findPayments(
    tx,
    payments.map(({ reference }) => reference),
  )
  const outcomes = payments.map((payment): Effect<RecordedRepayment> | Refusal | null => {
    const same = before.get(payment.reference)
    if (same) return isSame(payment, same, false) ? tell(same) : new Refusal('REFERENCE_REUSED')
    const loan = held.loans.get(payment.loanNumber)
    if (!loan && !held.known.has(payment.loanNumber)) return new Refusal('LOAN_NOT_FOUND')
    return refusePayment(payment, loan)
  })
  const fresh = payments.filter((_, index) => outcomes[index] === null)
  const rows = fresh.length > 0 ? await layAll(tx, world, held, fresh) : []
  let written = 0
  return outcomes.map((outcome) => {
    if (outcome) return outcome
    const row = rows[written]
    written += 1
    if (!row) throw new Error('a payment was not written')
    return tell(row)
  })
}

/** Lays payments of different loans on them and writes it all. */
async function layAll(
  tx: Transaction,
  world: Context,
  held: Held,
  payments: readonly Repayment[],
): Promise<PaymentRow[]> {
  const loans = payments.map(({ loanNumber }) => held.loans.get(loanNumber) as ServicedLoan)
  const unpaid = await unpaidOf(
    tx,
    loans.map(({ loanId }) => loanId),
  )
  const late = payments.flatMap((payment, index) => {
    const loan = loans[index] as ServicedLoan
    return needsHistory(payment, unpaid.get(loan.loanId) ?? [], loan) ? [loan.loanId] : []
  })
  const history = await paymentHistory(tx, late)
  const decided = payments.map((payment, index): Decided => {
    const loan = loans[index] as ServicedLoan
    const standing: Standing = {
      loan,
      unpaid: unpaid.get(loan.loanId) ?? [],
      history: history.get(loan.loanId) ?? [],
    }
    return { payment, standing, laid: lay(payment, standing), settles: false }
  })
  return writePayments(tx, world, held, decided)
}

/** The answer to a payment, and what the audit trail keeps of it. */
export function tell(row: PaymentRow): Effect<RecordedRepayment> {
  const { id, loanId, principal, interest, penalty, fee, excess, tax, completes, reference, paidOn } = row
  const answer = { paymentId: id, loanId, principal, interest, penalty, fee, excess, tax, repaid: completes }
  return { answer, subject: `loan:${loanId}`, detail: { reference, paidOn, amount: row.amount } }
}
