import {
  addDays,
  type BusinessDate,
  businessDateOf,
  startOfDay,
} from '@pematang/contract/format/business-date'
import type { TransactionDay } from '@pematang/contract/reports/transactions/endpoints'
import { closingCashOf } from '../../books/index.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import { found } from './find-by-reference.ts'
import { columns, everyMovement, type Movement, type MovementCriteria } from './find-movements.ts'

const byDay = `select business_day(at) as day, count(*) as movements,
    coalesce(sum(amount) filter (where status = 1), 0)::bigint as sum`
const ofDays = `${byDay} from (${columns} from (${everyMovement}) page) moved group by 1`
const ofFound = `${found} ${byDay} from (${columns} from found page) moved group by 1`

/**
 * The days of a page, the newest first, each with everything that the filter finds on it, also on other pages. Only a
 * history that leaves nothing out has balances.
 * @param rows those of the page, newest first
 * @param reference the text that was searched for, or empty
 */
export async function daysOf(
  db: Queryable,
  criteria: MovementCriteria,
  reference: string,
  rows: readonly Movement[],
): Promise<TransactionDay[]> {
  const days = [...new Set(rows.map(({ at }) => businessDateOf(at)))]
  const [last] = days
  const first = days.at(-1)
  if (last === undefined || first === undefined) return []
  const sums = await sumsOf(db, within(criteria, first, last), reference)
  const isWhole = criteria.type === 0 && criteria.status === 0 && reference === ''
  const cash = isWhole ? await closingCashOf(db, criteria.lenderId, days) : null
  return days.map((day) => ({
    day,
    sum: sums.get(day)?.sum ?? 0,
    movements: sums.get(day)?.movements ?? 0,
    balance: cash?.get(day) ?? null,
  }))
}

/** The part of the period that these days cover. */
function within(criteria: MovementCriteria, first: BusinessDate, last: BusinessDate): MovementCriteria {
  const since = startOfDay(first).toISOString()
  const until = startOfDay(addDays(last, 1)).toISOString()
  return {
    ...criteria,
    since: criteria.since > since && criteria.since !== '-infinity' ? criteria.since : since,
    until: criteria.until < until ? criteria.until : until,
  }
}

async function sumsOf(
  db: Queryable,
  { lenderId, type, status, since, until }: MovementCriteria,
  reference: string,
): Promise<Map<BusinessDate, { sum: number; movements: number }>> {
  type Row = { day: BusinessDate; sum: number; movements: number }
  const filter = [lenderId, type, status, since, until]
  const rows = await (reference === ''
    ? many<Row>(db, 'reports.transactions.days', ofDays, filter)
    : many<Row>(db, 'reports.transactions.days_found', ofFound, [...filter, reference]))
  return new Map(rows.map(({ day, ...sums }) => [day, sums]))
}
