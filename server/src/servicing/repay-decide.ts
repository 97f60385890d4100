import { Refusal } from '../platform/refusal.ts'
import type { ServicedLoan, UnpaidInstallment } from './loan-store.ts'
import { type DatedPayment, owedPenalties } from './penalty.ts'
import type { PaymentRow } from './repay-store.ts'
import type { BusinessDate } from './schedule/index.ts'
import type { InstallmentPart } from './shares/split-payment.ts'
import { layPayment } from './waterfall.ts'

/** A payment of a borrower, in whole rupiah. */
export type Repayment = {
  loanNumber: string
  /** The bank's or the file's own name of the payment, 1 to 100 characters; it is taken once. */
  reference: string
  /** The value date: not before the loan was paid out, not after today. */
  paidOn: BusinessDate
  /** All that came in. */
  amount: number
  /** Of it, the platform's own fee. */
  fee?: number
  /** Of it, penalty; worked out from the days late where it is left out. */
  penalty?: number
}

/** What is known of a loan when a payment of it is decided on. */
export type Standing = {
  loan: ServicedLoan
  unpaid: readonly UnpaidInstallment[]
  history: readonly DatedPayment[]
}

/** How a payment is laid on its loan, in rupiah. */
export type Laid = { parts: InstallmentPart[]; excess: number; completes: boolean }

/**
 * Why a payment cannot be taken, by itself and with its loan; null where it can.
 */
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

/** The penalty that is owed on a day, by installment; what is complete owes none any more. */
export function penaltiesOn({ loan, unpaid, history }: Standing, on: BusinessDate): Map<number, number> {
  const paid = history.reduce((sum, { amount }) => sum + amount, 0)
  const onUnpaid = unpaid.reduce(
    (sum, { principalPaid, interestPaid }) => sum + principalPaid + interestPaid,
    0,
  )
  const open = unpaid.map(({ no, dueDate, principal, interest, penaltyPaid }) => ({
    no,
    dueDate,
    due: principal + interest,
    penaltyPaid,
  }))
  const terms = { ppmPerDay: loan.penaltyPpmPerDay, room: loan.penaltyRoom }
  return owedPenalties(open, history, paid - onUnpaid, on, terms)
}

/** Lays a payment that is not refused on its loan. A penalty that it names goes to its oldest installment. */
export function lay({ amount, fee = 0, penalty, paidOn }: Repayment, standing: Standing): Laid {
  const oldest = standing.unpaid[0]
  const penalties =
    penalty === undefined ? penaltiesOn(standing, paidOn) : new Map(oldest ? [[oldest.no, penalty]] : [])
  const open = standing.unpaid.map((installment) => ({
    no: installment.no,
    principalLeft: installment.principal - installment.principalPaid,
    interestLeft: installment.interest - installment.interestPaid,
  }))
  const { parts, excess } = layPayment(amount - fee, open, penalties)
  const paid = parts.reduce((sum, { principal, interest }) => sum + principal + interest, 0)
  const owed = open.reduce((sum, { principalLeft, interestLeft }) => sum + principalLeft + interestLeft, 0)
  return { parts, excess, completes: owed > 0 && paid === owed }
}

/** Whether the history of payments matters to a payment: something was late when it was made. */
export const needsHistory = (
  { penalty, paidOn }: Pick<Repayment, 'penalty' | 'paidOn'>,
  unpaid: readonly UnpaidInstallment[],
  { penaltyPpmPerDay }: ServicedLoan,
): boolean => penalty === undefined && penaltyPpmPerDay > 0 && (unpaid[0]?.dueDate ?? '9999-12-31') < paidOn

/** Whether a payment is the one that was recorded under its reference. */
export const isSame = (
  payment: Repayment,
  row: PaymentRow & { loanNumber: string },
  settles: boolean,
): boolean =>
  payment.loanNumber === row.loanNumber &&
  payment.paidOn === row.paidOn &&
  payment.amount === row.amount &&
  (payment.fee ?? 0) === row.fee &&
  (payment.penalty ?? null) === row.askedPenalty &&
  settles === row.settles
