import { type BusinessDate, daysBetween } from '@pematang/contract/format/business-date'

/** An installment, complete or not; `due` is its principal and interest in whole rupiah. */
export type LateInstallment = {
  no: number
  dueDate: BusinessDate
  due: number
  penaltyPaid: number
  /** Whether other terms have superseded it: then `due` is the amount paid on it, and it owes no penalty. */
  replaced?: boolean
}

/** The amount paid on a day for principal and interest, in whole rupiah. */
export type DatedPayment = { paidOn: BusinessDate; amount: number }

export type PenaltyTerms = {
  /** Daily penalty rate in ppm of the overdue amount. */
  ppmPerDay: number
  /** Whole rupiah of penalty that may still be charged on this loan. */
  room: number
}

/**
 * The penalty owed on a day, by installment: the rate on its unpaid principal and interest for each day after its due
 * date, rounded down, less the penalty paid before. It stops accruing when the installment is completed, and is owed
 * until it is paid. It depends only on schedule, payments by their value dates, and the day, so a backdated payment
 * corrects it. If the maximum does not cover all penalties, the oldest installments come first.
 * @param installments in order; all installments before the first of them are complete
 * @param payments all payments of principal and interest, in any order
 * @param before whole rupiah of the payments that went to installments not in `installments`
 */
export function owedPenalties(
  installments: readonly LateInstallment[],
  payments: readonly DatedPayment[],
  before: number,
  on: BusinessDate,
  { ppmPerDay, room }: PenaltyTerms,
): Map<number, number> {
  const owed = new Map<number, number>()
  let left = room
  let older = before
  for (const installment of installments) {
    if (installment.dueDate < on && installment.replaced !== true) {
      const accrued = accrue(installment, payments, older, on, ppmPerDay)
      const asked = Math.min(left, Math.max(0, accrued - installment.penaltyPaid))
      left -= asked
      if (asked > 0) owed.set(installment.no, asked)
    }
    older += installment.due
  }
  return owed
}

/**
 * Computes the penalty of one installment. The unpaid amount changes only on payment days, so it is summed over the
 * days in between.
 */
function accrue(
  { dueDate, due }: LateInstallment,
  payments: readonly DatedPayment[],
  older: number,
  on: BusinessDate,
  ppmPerDay: number,
): number {
  const days = new Set(payments.map(({ paidOn }) => paidOn).filter((day) => day > dueDate && day < on))
  const turns = [dueDate, ...[...days].sort(), on]
  let rupiahDays = 0n
  for (const [index, from] of turns.slice(0, -1).entries()) {
    const paid = payments.reduce((sum, { paidOn, amount }) => (paidOn <= from ? sum + amount : sum), 0)
    const unpaid = due - Math.min(due, Math.max(0, paid - older))
    rupiahDays += BigInt(unpaid) * BigInt(daysBetween(from, turns[index + 1] ?? on))
  }
  return Number((rupiahDays * BigInt(ppmPerDay)) / 1_000_000n)
}
