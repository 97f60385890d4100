import { type BusinessDate, daysBetween } from './schedule/index.ts'

/** An installment that is not complete; `due` is its principal and interest in rupiah. */
export type LateInstallment = { no: number; dueDate: BusinessDate; due: number; penaltyPaid: number }

/** What came in on a day for principal and interest, in rupiah. */
export type DatedPayment = { paidOn: BusinessDate; amount: number }

export type PenaltyTerms = {
  /** Parts of a million of what is late, for each day. */
  ppmPerDay: number
  /** Rupiah that may still be asked as penalty of this loan. */
  room: number
}

/**
 * The penalty that is owed on a day, by installment: for each day after its due date the rate on what is unpaid of
 * its principal and interest, rounded down, less what was paid as penalty before. A pure function of schedule,
 * payments by their value dates, and the day, so that a back-dated payment corrects it. The oldest installments
 * come first where the room does not reach for all.
 * @param open in the order of their numbers, without what is complete
 * @param payments all that came in for principal and interest, in any order
 * @param before rupiah of the payments that went to installments which are not in `open`
 */
export function owedPenalties(
  open: readonly LateInstallment[],
  payments: readonly DatedPayment[],
  before: number,
  on: BusinessDate,
  { ppmPerDay, room }: PenaltyTerms,
): Map<number, number> {
  const owed = new Map<number, number>()
  let left = room
  let older = before
  for (const installment of open) {
    if (installment.dueDate < on) {
      const accrued = accrue(installment, payments, older, on, ppmPerDay)
      const asked = Math.min(left, Math.max(0, accrued - installment.penaltyPaid))
      left -= asked
      if (asked > 0) owed.set(installment.no, asked)
    }
    older += installment.due
  }
  return owed
}

/** Rupiah-days of what was unpaid, times the rate. Between two days of payment what is unpaid stays the same. */
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
