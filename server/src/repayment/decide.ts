import { Refusal } from '../platform/refusal.ts'
import type { OwingInstallment } from './installments.ts'
import type { ServicedLoan } from '../disbursement/index.ts'
import { type DatedPayment, owedPenalties } from './penalty.ts'
import type { KnownPayment, PaymentRow } from './store.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { InstallmentPart } from './split-payment.ts'
import { applyWaterfall } from './waterfall.ts'

/** A payment of a borrower, in whole rupiah. */
export type Repayment = {
  loanNumber: string
  /** The name of the payment at the bank or in the file, 1 to 100 characters; it is recorded once. */
  reference: string
  /** The value date: not before the loan was paid out, not after today. */
  paidOn: BusinessDate
  /** The whole payment. */
  amount: number
  /** The part of it that is the platform's own fee. */
  fee?: number
  /** The part of it that is penalty; computed from the days late when it is left out. */
  penalty?: number
  /** Record a payment again that was recorded with the same content and reversed. */
  again?: boolean
}

/** A loan with all that the decision on a payment needs. */
export type LoanBalance<Loan = ServicedLoan> = {
  loan: Loan
  installments: readonly OwingInstallment[]
  /** Rupiah of penalty that is owed on the day, by installment number. */
  penalties: ReadonlyMap<number, number>
}

/** How a payment is allocated on its loan, in rupiah. */
export type Allocation = {
  parts: InstallmentPart[]
  excess: number
  completes: boolean
  /** Whether a part of it was paid after its due date. */
  late: boolean
}

/** Why a payment is refused, for its own content or its loan; null when it is accepted. */
export function refusePayment(payment: Repayment, loan: ServicedLoan | undefined): Refusal | null {
  const { amount, fee = 0, penalty = 0, paidOn } = payment
  for (const part of [amount, fee, penalty]) {
    if (!Number.isSafeInteger(part) || part < 0) return new Refusal('INPUT_INVALID')
  }
  if (amount === 0 || payment.reference.length < 1 || payment.reference.length > 100)
    return new Refusal('INPUT_INVALID')
  if (!loan) return new Refusal('LOAN_NOT_DISBURSED')
  if (paidOn > loan.today) return new Refusal('DATE_IN_FUTURE')
  if (paidOn < loan.disbursedOn) return new Refusal('DATE_BEFORE_DISBURSEMENT')
  if (fee + penalty > amount) return new Refusal('REPAYMENT_PARTS_TOO_LARGE')
  if (penalty > loan.penaltyRoom) return new Refusal('PENALTY_ABOVE_LIMIT', { amount: loan.penaltyRoom })
  return null
}

/**
 * Why a penalty that the payment names is refused: nothing is late on its value date, or less has accrued. A loan that
 * was taken over is charged by its own agreements, so the second rule does not apply to it.
 */
export function refusePenalty({ penalty = 0, paidOn }: Repayment, balance: LoanBalance): Refusal | null {
  if (penalty === 0) return null
  const owed = sum([...balance.penalties.values()])
  const isLate = owed > 0 || balance.installments.some((one) => isOpen(one) && one.dueDate < paidOn)
  if (!isLate) return new Refusal('PENALTY_NOT_DUE')
  if (penalty > owed && !balance.loan.takenOver) return new Refusal('PENALTY_ABOVE_LIMIT', { amount: owed })
  return null
}

/** The penalty that is owed on a day, in rupiah by installment number. */
export function penaltiesOn(
  loan: Pick<ServicedLoan, 'penaltyPpmPerDay' | 'penaltyRoom' | 'disbursedOn'>,
  installments: readonly OwingInstallment[],
  history: readonly DatedPayment[],
  on: BusinessDate,
): Map<number, number> {
  const paid = sum(history.map(({ amount }) => amount))
  const onThese = sum(installments.map(({ principalPaid, interestPaid }) => principalPaid + interestPaid))
  const late = installments.map(
    ({ no, dueDate, principal, interest, principalPaid, interestPaid, penaltyPaid, replaced }) => ({
      no,
      // A loan that was taken over late owes no penalty for the days before.
      dueDate: dueDate < loan.disbursedOn ? loan.disbursedOn : dueDate,
      due: replaced ? principalPaid + interestPaid : principal + interest,
      penaltyPaid,
      replaced,
    }),
  )
  const terms = { ppmPerDay: loan.penaltyPpmPerDay, room: loan.penaltyRoom }
  return owedPenalties(late, history, paid - onThese, on, terms)
}

const sum = (parts: readonly number[]): number => parts.reduce((before, part) => before + part, 0)
const principalLeft = (one: OwingInstallment): number =>
  one.replaced ? 0 : one.principal - one.principalPaid
const interestLeft = (one: OwingInstallment): number => (one.replaced ? 0 : one.interest - one.interestPaid)
const isOpen = (one: OwingInstallment): boolean => principalLeft(one) + interestLeft(one) > 0

/**
 * Allocates a payment that is not refused, by the loan's allocation order. A penalty that it names is paid first; other
 * penalty stays owed.
 */
export function allocatePayment(
  { amount, fee = 0, penalty, paidOn }: Repayment,
  balance: LoanBalance,
): Allocation {
  const { loan, installments, penalties } = balance
  const named = penalty === undefined ? [] : nameParts(penalty, balance, paidOn)
  const owing = installments.map((one) => ({
    no: one.no,
    isDue: one.dueDate <= paidOn,
    principalLeft: principalLeft(one),
    interestLeft: interestLeft(one),
    penaltyOwed: penalty === undefined ? (penalties.get(one.no) ?? 0) : 0,
  }))
  const { parts, excess } = applyWaterfall(amount - fee - (penalty ?? 0), loan.allocation, owing)
  const owed = sum(owing.map((one) => one.principalLeft + one.interestLeft))
  const paid = sum(parts.map(({ principal, interest }) => principal + interest))
  const dueDates = new Map(installments.map(({ no, dueDate }) => [no, dueDate]))
  return {
    parts: merge(parts, named),
    excess,
    completes: owed > 0 && paid === owed,
    late: parts.some(
      ({ no, principal, interest }) => principal + interest > 0 && (dueDates.get(no) ?? paidOn) < paidOn,
    ),
  }
}

/**
 * A named penalty is paid on the installments that owe penalty, oldest first, and any rest of it on the oldest late
 * one.
 */
function nameParts(
  penalty: number,
  { penalties, installments }: LoanBalance,
  paidOn: BusinessDate,
): InstallmentPart[] {
  let left = penalty
  const parts: InstallmentPart[] = []
  for (const [no, owed] of penalties) {
    const taken = Math.min(left, owed)
    left -= taken
    if (taken > 0) parts.push({ no, principal: 0, interest: 0, penalty: taken })
  }
  if (left === 0) return parts
  const oldest = installments.find((one) => !one.replaced && one.dueDate < paidOn)
  if (!oldest) throw new Error('a penalty was named where nothing is late')
  return merge(parts, [{ no: oldest.no, principal: 0, interest: 0, penalty: left }])
}

/** Merges parts of the same installment into one. */
function merge(parts: readonly InstallmentPart[], more: readonly InstallmentPart[]): InstallmentPart[] {
  const byNo = new Map<number, InstallmentPart>()
  for (const part of [...parts, ...more]) {
    const before = byNo.get(part.no) ?? { no: part.no, principal: 0, interest: 0, penalty: 0 }
    byNo.set(part.no, {
      no: part.no,
      principal: before.principal + part.principal,
      interest: before.interest + part.interest,
      penalty: before.penalty + part.penalty,
    })
  }
  return [...byNo.values()].sort((a, b) => a.no - b.no)
}

/**
 * Whether a decision on a payment needs the earlier payments: something was late on its value date, or had been before.
 */
export const needsHistory = (
  on: BusinessDate,
  installments: readonly OwingInstallment[],
  { penaltyPpmPerDay }: Pick<ServicedLoan, 'penaltyPpmPerDay'>,
): boolean => penaltyPpmPerDay > 0 && (installments[0]?.dueDate ?? '9999-12-31') < on

/** Whether a payment is the one that was recorded under its reference. */
const isSame = (payment: Repayment, row: PaymentRow & { loanNumber: string }, settles: boolean): boolean =>
  payment.loanNumber === row.loanNumber &&
  payment.paidOn === row.paidOn &&
  payment.amount === row.amount &&
  (payment.fee ?? 0) === row.fee &&
  (payment.penalty ?? null) === row.askedPenalty &&
  settles === row.settles

/**
 * Looks a payment up by its reference: the recorded payment when it is the same one, a refusal when its content differs
 * or it was reversed, null when it is new. A reversed payment is not recorded again merely because its file is imported
 * again.
 */
export function priorRecordOf(
  payment: Repayment,
  before: readonly KnownPayment[] = [],
  settles: boolean,
): KnownPayment | Refusal | null {
  const existing = before.find(({ reversed }) => !reversed)
  if (existing) return isSame(payment, existing, settles) ? existing : new Refusal('REFERENCE_REUSED')
  const wasReversed = before.some((row) => isSame(payment, row, settles))
  return wasReversed && !payment.again ? new Refusal('PAYMENT_REVERSED') : null
}
