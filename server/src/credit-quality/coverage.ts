import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { Installment } from '../schedule/index.ts'

/** What a borrower's payment paid of principal and interest, in rupiah, with its value date. */
export interface Paid {
  paidOn: BusinessDate
  principal: number
  interest: number
}

/** The sum paid by the end of a day, in rupiah. */
interface PaidByDay {
  day: BusinessDate
  due: number
}

/**
 * The sums of principal and interest paid by the end of each day with a payment, earliest first. Only value dates
 * count, not the order in which payments were recorded.
 */
export function paidByDay(payments: readonly Paid[]): PaidByDay[] {
  const days: PaidByDay[] = []
  let due = 0
  for (const paid of payments.toSorted((a, b) => compare(a.paidOn, b.paidOn))) {
    due += paid.principal + paid.interest
    const last = days.at(-1)
    if (last?.day === paid.paidOn) last.due = due
    else days.push({ day: paid.paidOn, due })
  }
  return days
}

/** An installment with the sum of all installments before it. */
export interface InstallmentSpan {
  installment: Installment
  /** rupiah of principal and interest before it */
  before: number
  /** rupiah of its own principal and interest */
  due: number
}

/** The installments in the order in which payments are counted on them: by number, which is the order of due dates. */
export function spansOf(schedule: readonly Installment[]): InstallmentSpan[] {
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

/** The unpaid part of an installment when `pool` rupiah were paid: payments cover the oldest installments first. */
export const unpaidOf = ({ before, due }: InstallmentSpan, pool: number): number =>
  Math.max(0, due - Math.max(0, pool - before))

/** Business days sort as texts. */
const compare = (a: BusinessDate, b: BusinessDate): number => (a < b ? -1 : Number(a > b))
