import { type Rupiah, sumOf, wholePart } from './arithmetic.ts'
import { type Day, daysFrom } from './days.ts'
import type { Servicing } from './in-service.ts'

/** The penalty per day in parts per million of the late amount, as in the terms of all loans of a run. */
const penaltyPpmPerDay = 1_000

/**
 * The penalty that an installment owes on a day: the daily rate on the amount unpaid on each day after the due date,
 * summed and rounded down once, less the penalty already paid.
 */
function penaltyOf(servicing: Servicing, place: number, on: Day): Rupiah {
  const installment = servicing.installments[place]
  if (!installment || installment.dueDate >= on) return 0
  // A loan that was late when it was taken over owes none for the days before.
  const dueDate = installment.dueDate < servicing.paidOutOn ? servicing.paidOutOn : installment.dueDate
  const due = installment.principal + installment.interest
  const older = sumOf(
    servicing.installments.slice(0, place).map(({ principal, interest }) => principal + interest),
  )
  let rupiahDays = 0n
  for (let day = 0; day < daysFrom(dueDate, on); day += 1) {
    const until = (paidOn: Day) => daysFrom(dueDate, paidOn) <= day
    const paid = sumOf(
      servicing.payments
        .filter(({ paidOn }) => until(paidOn))
        .map(({ parts }) => parts.principal + parts.interest),
    )
    rupiahDays += BigInt(due - Math.min(due, Math.max(0, paid - older)))
  }
  return Math.max(0, wholePart(rupiahDays * BigInt(penaltyPpmPerDay), 1_000_000n) - installment.penaltyPaid)
}

/**
 * The penalty that each installment owes on a day. Where the limit does not cover all, the oldest installments come
 * first.
 */
export function penaltiesOn(servicing: Servicing, on: Day): Rupiah[] {
  if (servicing.isSettled) return servicing.installments.map(() => 0)
  let room = servicing.penaltyLimit - sumOf(servicing.installments.map((one) => one.penaltyPaid))
  return servicing.installments.map((_, place) => {
    if (place < servicing.penaltyFrom) return 0
    const owed = Math.min(room, penaltyOf(servicing, place, on))
    room -= owed
    return owed
  })
}

export const owedOn = (servicing: Servicing, on: Day): Rupiah =>
  sumOf(penaltiesOn(servicing, on)) +
  sumOf(
    servicing.installments.map((one) =>
      one.isReplaced ? 0 : one.principal + one.interest - one.principalPaid - one.interestPaid,
    ),
  )
