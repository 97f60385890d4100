import { type Rupiah, sumOf } from './arithmetic.ts'
import type { Books } from './books.ts'
import { type Day, daysFrom } from './days.ts'
import type { Installment } from './in-service.ts'
import { expected } from './servicing.ts'

/** The fewest days late of each class of quality but the best (SEOJK 19/SEOJK.06/2025). */
const worseFrom = [1, 31, 61, 91]

/** Unpaid principal by class of quality, the best first, and how many loans have any. */
export type Quality = { loans: number; classes: Rupiah[] }

/** The quality of all loans at the end of a day on which, and since which, nothing more was paid. */
export function qualityOn(all: readonly Books[], day: Day): Quality {
  const classes = [0, ...worseFrom].map(() => 0)
  let loans = 0
  for (const { state, servicing } of all.flatMap((books) => [...books.loans.values()])) {
    if (!servicing || (state !== 'ACTIVE' && state !== 'RESTRUCTURED')) continue
    const left = sumOf(servicing.shares.map((share) => expected(share, 'principal')))
    if (left === 0) continue
    loans += 1
    const place = worseFrom.filter((days) => daysLate(servicing.installments, day) >= days).length
    classes[place] = (classes[place] ?? 0) + left
  }
  return { loans, classes }
}

function daysLate(installments: readonly Installment[], day: Day): number {
  const isUnpaid = (one: Installment) =>
    !one.isReplaced && one.principalPaid + one.interestPaid < one.principal + one.interest
  const [oldest] = installments
    .filter((one) => isUnpaid(one) && one.dueDate < day)
    .map(({ dueDate }) => dueDate)
    .toSorted()
  return oldest === undefined ? 0 : daysFrom(oldest, day)
}
