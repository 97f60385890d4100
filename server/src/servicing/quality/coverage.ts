import type { BusinessDate, Installment } from '../schedule/index.ts'

/** What a payment of the borrower brought of principal and interest, in rupiah, on the day that its value counts from. */
export interface Paid {
  paidOn: BusinessDate
  principal: number
  interest: number
}

/** What was paid in all by the end of a day, in rupiah. */
interface Pool {
  day: BusinessDate
  due: number
}

/**
 * What had been paid of principal and interest by the end of each day on which something was, the earliest first. Only
 * value dates count, not the order in which payments became known.
 */
export function pools(payments: readonly Paid[]): Pool[] {
  const days: Pool[] = []
  let due = 0
  for (const paid of payments.toSorted((a, b) => compare(a.paidOn, b.paidOn))) {
    due += paid.principal + paid.interest
    const last = days.at(-1)
    if (last?.day === paid.paidOn) last.due = due
    else days.push({ day: paid.paidOn, due })
  }
  return days
}

/** One installment with what all installments before it ask for. */
export interface Place {
  installment: Installment
  /** rupiah of principal and interest before it */
  before: number
  /** rupiah of its own principal and interest */
  due: number
}

/** The installments in the order in which money is counted towards them: by number, which is by due date. */
export function places(schedule: readonly Installment[]): Place[] {
  let before = 0
  return schedule
    .toSorted((a, b) => a.no - b.no)
    .map((installment) => {
      const due = installment.principal + installment.interest
      const place = { installment, before, due }
      before += due
      return place
    })
}

/** What a pool leaves unpaid of an installment: money goes to the oldest first. */
export const unpaidOf = ({ before, due }: Place, pool: number): number =>
  Math.max(0, due - Math.max(0, pool - before))

/** Business days compare as texts. */
const compare = (a: BusinessDate, b: BusinessDate): number => (a < b ? -1 : Number(a > b))
