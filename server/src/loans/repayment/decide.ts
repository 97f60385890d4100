import { Refusal } from '../../platform/refusal.ts'
import { interestLeft, type OwingInstallment, principalLeft } from './installments.ts'
import type { ServicedLoan } from '../disbursement/index.ts'
import { type DatedPayment, owedPenalties } from './penalty.ts'
import type { KnownPayment, PaymentRow } from './store.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { InstallmentPart } from './split-payment.ts'
import { closeResidue } from './rounding.ts'
import { applyWaterfall } from './waterfall.ts'
import { sum } from '../../platform/sum.ts'

/** A borrower's payment; amounts in whole rupiah. */
export type Repayment = {
  loanNumber: string
  /**
   * The reference of the payment at the bank or in the file, 1 to 100 characters. Each is recorded once for a loan: one
   * transfer may pay several loans.
   */
  reference: string
  /** The value date: not before the loan was paid out, not after today. */
  paidOn: BusinessDate
  /** The whole payment, including fee and penalty. */
  amount: number
  /** The part of the payment that is the platform's own fee. */
  fee?: number
  /** The part of the payment that is penalty; computed from the days late if omitted. */
  penalty?: number
  /** Whether to record a payment again that was recorded with the same content and then reversed. */
  again?: boolean
}

export type LoanBalance<Loan = ServicedLoan> = {
  loan: Loan
  installments: readonly OwingInstallment[]
  /** Penalty owed on that day in whole rupiah, by installment number. */
  penalties: ReadonlyMap<number, number>
  /** What the loan still owes without penalty, in whole rupiah, also on installments that the payment cannot reach. */
  left: number
}

/** How a payment is allocated to its loan; amounts in whole rupiah. */
export type Allocation = {
  parts: InstallmentPart[]
  excess: number
  /** What the platform adds to close an installment that the payment leaves open by a residue. */
  rounding: number
  completes: boolean
  /** Whether part of an installment was paid after its due date. */
  late: boolean
}

/** Why a payment is refused because of its own content or its loan; null if it is accepted. */
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
  return null
}

/**
 * Why a penalty given with the payment is refused: it is above the limit of the loan, nothing is late on its value date,
 * or less has accrued. The last rule does not apply to taken-over loans, because their own agreements set the penalty.
 * Null if it is accepted.
 */
export function refusePenalty({ penalty = 0, paidOn }: Repayment, balance: LoanBalance): Refusal | null {
  if (penalty === 0) return null
  const { penaltyRoom } = balance.loan
  if (penalty > penaltyRoom) return new Refusal('PENALTY_ABOVE_LIMIT', { amount: penaltyRoom })
  const chargeable = chargeablePenalty(paidOn, balance)
  if (chargeable === null) return new Refusal('PENALTY_NOT_DUE')
  return penalty > chargeable ? new Refusal('PENALTY_ABOVE_LIMIT', { amount: chargeable }) : null
}

/** The highest penalty that a payment of that day may name, in whole rupiah; null if nothing is late. */
export function chargeablePenalty(paidOn: BusinessDate, balance: LoanBalance): number | null {
  const owed = sum([...balance.penalties.values()])
  const isLate = owed > 0 || balance.installments.some((one) => isOpen(one) && one.dueDate < paidOn)
  if (!isLate) return null
  return balance.loan.takenOver ? balance.loan.penaltyRoom : owed
}

/** The penalty owed on a day, in whole rupiah by installment number. */
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
      // A loan that was late when it was taken over owes no penalty for the days before.
      dueDate: dueDate < loan.disbursedOn ? loan.disbursedOn : dueDate,
      due: replaced ? principalPaid + interestPaid : principal + interest,
      penaltyPaid,
      replaced,
    }),
  )
  const terms = { ppmPerDay: loan.penaltyPpmPerDay, room: loan.penaltyRoom }
  return owedPenalties(late, history, paid - onThese, on, terms)
}

const isOpen = (one: OwingInstallment): boolean => principalLeft(one) + interestLeft(one) > 0

/**
 * Allocates an accepted payment by the loan's allocation order. A penalty given with the payment is paid first; other
 * accrued penalty stays owed.
 */
export function allocatePayment(
  { amount, fee = 0, penalty, paidOn }: Repayment,
  balance: LoanBalance,
): Allocation {
  const { loan, installments, penalties, left } = balance
  const named = penalty === undefined ? [] : nameParts(penalty, balance, paidOn)
  const owing = installments.map((one) => ({
    no: one.no,
    isDue: one.dueDate <= paidOn,
    principalLeft: principalLeft(one),
    interestLeft: interestLeft(one),
    penaltyOwed: penalty === undefined ? (penalties.get(one.no) ?? 0) : 0,
    due: one.principal + one.interest,
  }))
  const laid = applyWaterfall(amount - fee - (penalty ?? 0), loan.allocation, owing)
  const { excess } = laid
  const { parts, rounding } = closeResidue(laid.parts, owing, loan.roundingRoom)
  const paid = sum(parts.map(({ principal, interest }) => principal + interest))
  const dueDates = new Map(installments.map(({ no, dueDate }) => [no, dueDate]))
  return {
    parts: merge(parts, named),
    excess,
    rounding,
    completes: left > 0 && paid === left,
    late: parts.some(
      ({ no, principal, interest }) => principal + interest > 0 && (dueDates.get(no) ?? paidOn) < paidOn,
    ),
  }
}

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
  const [firstOwing] = penalties.keys()
  const oldest = installments.find((one) => isOpen(one) && one.dueDate < paidOn)?.no ?? firstOwing
  if (oldest === undefined) throw new Error('a penalty was named where nothing is late')
  return merge(parts, [{ no: oldest, principal: 0, interest: 0, penalty: left }])
}

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
 * Whether deciding on a payment requires the earlier payments, because an installment was late on its value date or
 * before.
 */
export const needsHistory = (
  on: BusinessDate,
  installments: readonly OwingInstallment[],
  { penaltyPpmPerDay }: Pick<ServicedLoan, 'penaltyPpmPerDay'>,
): boolean => penaltyPpmPerDay > 0 && (installments[0]?.dueDate ?? '9999-12-31') < on

const isSame = (payment: Repayment, row: PaymentRow & { loanNumber: string }, settles: boolean): boolean =>
  payment.loanNumber === row.loanNumber &&
  payment.paidOn === row.paidOn &&
  payment.amount === row.amount &&
  (payment.fee ?? 0) === row.fee &&
  (payment.penalty ?? null) === row.askedPenalty &&
  settles === row.settles

/** The payments of one loan among those with a reference. */
export const ofLoan = (
  { loanNumber }: Pick<Repayment, 'loanNumber'>,
  underReference: readonly KnownPayment[] = [],
): KnownPayment[] => underReference.filter((one) => one.loanNumber === loanNumber)

/**
 * Looks a payment up by its reference, among those of its loan.
 * @returns the recorded payment if the content is the same, a refusal if it differs or was reversed, null if it is new.
 *   Importing a file again must not restore its reversed payments
 */
export function priorRecordOf(
  payment: Repayment,
  underReference: readonly KnownPayment[] = [],
  settles: boolean,
): KnownPayment | Refusal | null {
  const before = ofLoan(payment, underReference)
  const existing = before.find(({ reversed }) => !reversed)
  if (existing) return isSame(payment, existing, settles) ? existing : new Refusal('REFERENCE_REUSED')
  const wasReversed = before.some((row) => isSame(payment, row, settles))
  return wasReversed && !payment.again ? new Refusal('PAYMENT_REVERSED') : null
}
