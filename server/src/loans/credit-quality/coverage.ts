import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { Installment } from '../../books/index.ts'

/** A borrower's payment with its value date: principal and interest paid, in whole rupiah. */
export interface Paid {
  paidOn: BusinessDate
  principal: number
  interest: number
}

/** The sum of all payments up to the end of a day, in whole rupiah. */
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
  /** Principal and interest of the installments before it, in whole rupiah. */
  before: number
  /** Its own principal and interest, in whole rupiah. */
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

const compare = (a: BusinessDate, b: BusinessDate): number => (a < b ? -1 : Number(a > b))
