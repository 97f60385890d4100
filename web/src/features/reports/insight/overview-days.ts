import type { Overview } from '@pematang/contract/reports/insight/endpoints'

/** One day of the chart, and the amount due on it in whole rupiah. */
export type Day = { on: string; amount: number }

const dayMs = 86_400_000

/** Every day from `asOf` to `until`, including days without a payment. */
export function everyDay({ asOf, until, days }: Pick<Overview, 'asOf' | 'until' | 'days'>): Day[] {
  const amounts = new Map(days.map(({ on, amount }) => [on, amount]))
  const first = Date.parse(asOf)
  const count = Math.round((Date.parse(until) - first) / dayMs) + 1
  return Array.from({ length: Math.max(0, count) }, (_, place) => {
    const on = new Date(first + place * dayMs).toISOString().slice(0, 10)
    return { on, amount: amounts.get(on) ?? 0 }
  })
}
