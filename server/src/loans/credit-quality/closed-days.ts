import { many, maybe, type Queryable } from '../../platform/db/database.ts'
import { cutPage, type Page } from '../../platform/pages.ts'
import { type QualityFigures, tkbs } from './buckets.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'

/** The quality of all loans at the end of a day, as known when the day was closed. Amounts in whole rupiah. */
export type ClosedDay = {
  date: BusinessDate
  loans: number
  /** Unpaid principal by the five quality classes (SEOJK 19/SEOJK.06/2025). */
  figures: QualityFigures
  /** The TKB figures by days late (SEOJK 19/SEOJK.06/2023), each as a fraction. */
  tkb: ReturnType<typeof tkbs>
  /** Hexadecimal SHA-256 over this day and the hash of the day before. */
  hash: string
  closedAt: string
}

type Row = QualityFigures & { date: BusinessDate; loans: number; hash: string; closedAt: Date }

const columns = `
  select date, loans, total, lancar as "LANCAR", dalam_perhatian_khusus as "DALAM_PERHATIAN_KHUSUS",
         kurang_lancar as "KURANG_LANCAR", diragukan as "DIRAGUKAN", macet as "MACET",
         encode(hash, 'hex') as hash, created_at as "closedAt" from day_close`

export async function findClosedDay(db: Queryable, date: BusinessDate): Promise<ClosedDay | undefined> {
  const row = await maybe<Row>(db, 'loans.credit-quality.find_closed_day', `${columns} where date = $1`, [
    date,
  ])
  return row && toClosedDay(row)
}

/** The closed days of a period, both ends included, newest first; only days before `after` when it is given. */
export async function listClosedDays(
  db: Queryable,
  span: { from: BusinessDate; until: BusinessDate },
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<Page<ClosedDay>> {
  const rows = await many<Row>(
    db,
    'loans.credit-quality.list_closed_days',
    `${columns} where date between $1 and $2 and ($3::date is null or date < $3) order by date desc limit $4`,
    [span.from, span.until, after ?? null, limit + 1],
  )
  return cutPage(rows.map(toClosedDay), limit, ({ date }) => date)
}

/** The newest closed days, two at most, newest first, with the lenders and borrowers counted when they were closed. */
export const newestClosedDays = async (
  db: Queryable,
): Promise<(ClosedDay & { lenders: number | null; borrowers: number | null })[]> => {
  const rows = await many<Row & { lenders: number | null; borrowers: number | null }>(
    db,
    'loans.credit-quality.newest_closed_days',
    `select q.*, d.lenders, d.borrowers from (${columns} order by date desc limit 2) q join day_close d using (date)
      order by date desc`,
  )
  return rows.map(({ lenders, borrowers, ...row }) => ({ ...toClosedDay(row), lenders, borrowers }))
}

/**
 * A late loan of a closed day. `qualityDays` are the days late that decide its quality: those of the borrower's worst
 * loan when all loans of the borrower share one quality.
 */
export type LateLoan = { loanNumber: string; daysLate: number; qualityDays: number; outstanding: number }

/** The late loans of a closed day, most days late first. */
export function listLateLoans(db: Queryable, date: BusinessDate): Promise<LateLoan[]> {
  return many<LateLoan>(
    db,
    'loans.credit-quality.late_on_closed_day',
    `select l.loan_number as "loanNumber", d.days_late as "daysLate", d.quality_days as "qualityDays", d.outstanding
       from day_close_late d join loan l on l.id = d.loan_id
      where d.date = $1 order by d.days_late desc, d.loan_id`,
    [date],
  )
}

function toClosedDay({ date, loans, hash, closedAt, ...figures }: Row): ClosedDay {
  return { date, loans, figures, tkb: tkbs(figures), hash, closedAt: closedAt.toISOString() }
}
