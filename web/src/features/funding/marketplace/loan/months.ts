import type { LoanProjection } from '@pematang/contract/funding/marketplace/loan'
import { monthLong, monthShort } from '../../../../ui/month-text.ts'

/** The payments of a month or a year in whole rupiah; `net` is principal and interest less the tax. */
export type Period = { principal: number; interest: number; tax: number; net: number }
export type Month = Period & { month: string }
export type Bar = Period & { key: string; name: string; short: string; year: string | null }

/** The maximum number of bars: more cannot be distinguished on a phone. */
const mostBars = 36

const add = (sum: Period, one: Period): Period => ({
  principal: sum.principal + one.principal,
  interest: sum.interest + one.interest,
  tax: sum.tax + one.tax,
  net: sum.net + one.net,
})

function sumBy<T extends Period>(list: readonly T[], keyOf: (one: T) => string): [string, Period][] {
  const sums = new Map<string, Period>()
  for (const one of list) {
    const { principal, interest, tax, net } = one
    const sum = sums.get(keyOf(one))
    sums.set(keyOf(one), sum ? add(sum, one) : { principal, interest, tax, net })
  }
  return [...sums]
}

/** The installments by the month in which they are due; a weekly loan has several in one month. */
export const monthsOf = (installments: LoanProjection['installments']): Month[] =>
  sumBy(installments, ({ dueDate }) => dueDate.slice(0, 7)).map(([month, sum]) => ({ month, ...sum }))

/** Whether the first year fits before that of the first January; a year is as wide as a ninth of a phone's chart. */
function hasRoomForYear(months: readonly Month[]): boolean {
  const january = months.findIndex(({ month }, index) => index > 0 && month.endsWith('-01'))
  return january === -1 || january >= Math.ceil(months.length / 9)
}

/** One bar for each month, or for each year if there are more than 36 months. */
export function barsOf(months: readonly Month[]): Bar[] {
  if (months.length > mostBars) {
    return sumBy(months, ({ month }) => month.slice(0, 4)).map(([year, sum]) => ({
      key: year,
      name: `Tahun ${year}`,
      short: year,
      year: null,
      ...sum,
    }))
  }
  return months.map(({ month, ...sum }, index) => ({
    key: month,
    name: monthLong(month),
    short: monthShort(month),
    year: month.endsWith('-01') || (index === 0 && hasRoomForYear(months)) ? month.slice(0, 4) : null,
    ...sum,
  }))
}

/**
 * Whether a bar is named where there is no room for all names. Each January is named, so that the year below it is not
 * read as that of another month.
 */
export function isNamedIn(bars: readonly Pick<Bar, 'key'>[]): (index: number) => boolean {
  const every = [1, 2, 3, 4, 6].find((months) => bars.length / months <= 6) ?? 12
  const january = bars.findIndex(({ key }) => key.endsWith('-01'))
  return (index) => (index - Math.max(0, january)) % every === 0
}

/** The index of the highest bar, which gets a label; the first one if several are equal. */
export const highestBar = (bars: readonly Period[]): number => {
  const heights = bars.map(({ net, tax }) => net + tax)
  return heights.indexOf(Math.max(...heights))
}
