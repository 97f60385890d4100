import { addDays, type BusinessDate, startOfDay } from '@pematang/contract/format/business-date'
import { type CashSpan, cashSpansOf } from '../../books/index.ts'
import { one, type Queryable } from '../../platform/db/database.ts'
import { sum } from '../../platform/sum.ts'

/** The days of a statement, both included, and the ledger lines of the cash accounts in them. */
export type Period = {
  lenderId: number
  from: BusinessDate
  to: BusinessDate
  /** The end of the last day: what was recorded later does not count. */
  until: Date
  spans: CashSpan[]
}

export async function periodOf(
  db: Queryable,
  lenderId: number,
  { from, to, begins }: { from: BusinessDate; to: BusinessDate; begins?: ReadonlyMap<number, number> },
): Promise<Period> {
  const until = startOfDay(addDays(to, 1))
  const since = startOfDay(from)
  const spans = await cashSpansOf(db, lenderId, { since, until, ...(begins ? { begins } : {}) })
  return { lenderId, from, to, until, spans }
}

/** The number of movements of a period. */
export const sizeOf = ({ spans }: Pick<Period, 'spans'>): number =>
  sum(spans.map(({ after, last }) => last - after))

export const sumOf = (spans: readonly CashSpan[], of: 'opening' | 'closing'): number =>
  sum(spans.map((span) => span[of]))

/** Today in Jakarta by the database's time. */
export const todayOf = async (db: Queryable): Promise<BusinessDate> =>
  (await one<{ day: BusinessDate }>(db, 'reports.statements.today', 'select business_day(app_now()) as day'))
    .day
