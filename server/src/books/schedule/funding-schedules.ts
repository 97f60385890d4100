import { type Installment, buildSchedule, type ScheduleTerms } from './schedule.ts'
import { splitByLargestRemainder } from './split.ts'

/** One funding's schedule in whole rupiah; one element per installment, in order. */
export type Share = { principal: number[]; interest: number[] }

/** Like `splitByLargestRemainder`, but also accepts a total of zero with weights that are all zero. */
export function shareOut(total: number, weights: readonly number[]): number[] {
  return total === 0 ? weights.map(() => 0) : splitByLargestRemainder(total, weights)
}

/**
 * The schedules of all fundings of a loan, and the installments of the borrower, which are their sums. The schedule of
 * a funding depends only on its amount and the terms, not on other lenders, because its agreement shows it. So the sums
 * may differ by rounding from a schedule over the whole loan.
 * @param amounts in whole rupiah, at least 0, at least one of them above 0
 * @returns one share for each amount, in order
 * @throws RangeError when a term is out of range
 */
export function scheduleFundings(
  amounts: readonly number[],
  terms: Omit<ScheduleTerms, 'principal'>,
): { installments: Installment[]; shares: Share[] } {
  const known = new Map<number, Installment[]>()
  const scheduleOf = (principal: number) => {
    const schedule = known.get(principal) ?? buildSchedule({ ...terms, principal })
    known.set(principal, schedule)
    return schedule
  }
  const [first = 0] = amounts.filter((amount) => amount > 0)
  const installments = scheduleOf(first).map((one) => ({ ...one, principal: 0, interest: 0 }))
  const shares = amounts.map((amount): Share => {
    if (amount === 0) return { principal: installments.map(() => 0), interest: installments.map(() => 0) }
    const schedule = scheduleOf(amount)
    schedule.forEach(({ principal, interest }, place) => {
      const installment = installments[place] as Installment
      installment.principal += principal
      installment.interest += interest
    })
    return {
      principal: schedule.map(({ principal }) => principal),
      interest: schedule.map(({ interest }) => interest),
    }
  })
  return { installments, shares }
}
