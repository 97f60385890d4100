import type { Context } from '../../context.ts'
import { type TaxPeriod, taxPeriods } from './payable.ts'
import { gauge } from '../../platform/metrics/metrics.ts'
import { sum } from '../../platform/sum.ts'

/**
 * The cache time in milliseconds. Summing the months of all lenders takes seconds on a large platform, and they change
 * only daily.
 */
const keptFor = 600_000

const heads = {
  pematang_tax_payable_rupiah: gauge(
    'Withheld tax to be paid to the state: not due yet, or after its due date.',
    'state',
  ),
  pematang_tax_overdue_periods: gauge('Months whose tax was not paid to the state by its due date.'),
}

/** Metric of the withheld tax that is still to be paid to the tax office, at most ten minutes old. */
export function watch({
  db,
  metrics,
  config,
  clock,
}: Pick<Context, 'db' | 'metrics' | 'config' | 'clock'>): void {
  let known: { at: number; periods: readonly TaxPeriod[] } | undefined
  metrics.set('tax', heads, async () => {
    const now = clock.now().getTime()
    if (!known || now - known.at >= keptFor)
      known = { at: now, periods: await taxPeriods(db, config.BANK_HOLIDAYS) }
    const { periods } = known
    const payable = (of: readonly TaxPeriod[]) => sum(of.map((period) => period.payable))
    const overdue = periods.filter(({ isOverdue }) => isOverdue)
    return {
      pematang_tax_payable_rupiah: [
        { labels: { state: 'open' }, value: payable(periods.filter(({ isOverdue }) => !isOverdue)) },
        { labels: { state: 'overdue' }, value: payable(overdue) },
      ],
      pematang_tax_overdue_periods: [{ value: overdue.length }],
    }
  })
}
