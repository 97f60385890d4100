import type { BusinessDate, Installment } from '../schedule/index.ts'
import { compare, daysBetween, type Paid, type Place, places, pools, unpaidOf } from './coverage.ts'

export interface PenaltyTerms {
  /** parts of a million of the overdue amount for each day it is late; 1000 is 0.1% a day */
  ppmPerDay: number
  /** rupiah that all penalties of the loan may come to, see `penaltyCeiling` */
  ceiling: number
}

/** The penalty of one late installment at the end of a day, in rupiah. */
export interface InstallmentPenalty {
  no: number
  /** in all, paid or not */
  accrued: number
  /** of it not paid yet */
  due: number
}

/**
 * What all penalties of a loan may come to: interest and penalties together are never more than the principal. Source:
 * SEOJK 19/SEOJK.06/2023, total economic benefit and late fees at most 100% of the funding.
 * @param principal rupiah that the borrower got
 * @param interest rupiah of interest over the whole schedule
 * @param maximumPpm a stricter limit of the agreement, in parts of a million of the principal
 */
export function penaltyCeiling(principal: number, interest: number, maximumPpm = 1_000_000): number {
  const limit = Number((BigInt(principal) * BigInt(maximumPpm)) / 1_000_000n)
  return Math.max(0, limit - interest)
}

/**
 * Penalty that late installments have gathered by the end of a day, a pure function of schedule, payments and day. For
 * each day after its due date an installment is charged on what was unpaid of it at the end of the day before, rounded
 * down to the rupiah once for the installment. Older installments use the ceiling up first, and get penalties that were
 * paid first. Penalty bears no penalty.
 * @returns installments with a penalty that accrued, the oldest first
 */
export function penaltyDue(
  schedule: readonly Installment[],
  payments: readonly Paid[],
  asOf: BusinessDate,
  { ppmPerDay, ceiling }: PenaltyTerms,
): InstallmentPenalty[] {
  const paid = pools(payments).filter(({ day }) => day <= asOf)
  let room = ceiling
  let penaltyPaid = paid.at(-1)?.penalty ?? 0
  const penalties: InstallmentPenalty[] = []
  for (const place of places(schedule)) {
    if (compare(place.installment.dueDate, asOf) >= 0) break
    const accrued = Math.min(room, chargeOn(place, paid, asOf, ppmPerDay))
    if (accrued === 0) continue
    room -= accrued
    const settled = Math.min(accrued, penaltyPaid)
    penaltyPaid -= settled
    penalties.push({ no: place.installment.no, accrued, due: accrued - settled })
  }
  return penalties
}

/** Unpaid rupiah times days, from one change of what is paid to the next. */
function chargeOn(
  place: Place,
  paid: readonly { day: BusinessDate; due: number }[],
  asOf: BusinessDate,
  ppmPerDay: number,
): number {
  let rupiahDays = 0n
  let from = place.installment.dueDate
  let unpaid = unpaidOf(place, paid.findLast(({ day }) => day <= from)?.due ?? 0)
  const add = (until: BusinessDate) => (rupiahDays += BigInt(unpaid) * BigInt(daysBetween(from, until)))
  for (const { day, due } of paid) {
    if (unpaid === 0) break
    if (day <= from) continue
    add(day)
    from = day
    unpaid = unpaidOf(place, due)
  }
  if (unpaid > 0) add(asOf)
  return Number((rupiahDays * BigInt(ppmPerDay)) / 1_000_000n)
}
