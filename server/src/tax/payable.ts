import type { BusinessDate } from '@pematang/contract/format/business-date'
import { businessToday } from '../platform/db/business-today.ts'
import { many, type Queryable } from '../platform/db/database.ts'
import { dueDateOf, type Period, spanOf } from './period.ts'

/** A tax period of the platform in whole rupiah. */
export type PeriodRow = {
  period: Period
  interest: number
  /** Withheld by repayments that were recorded in it, less their reversals in it. */
  withheld: number
  /** Paid to the state for it. */
  paid: number
  /** What was overpaid for other periods and was set off with its payments. */
  credited: number
}

type Shared = {
  /** What is paid for it beyond what was withheld in it. */
  overpaid: number
  /** What other periods are overpaid by and this one will be paid less by. */
  credit: number
  /** What is still to be paid to the state. */
  payable: number
}

export type TaxPeriod = PeriodRow & Shared & { dueOn: BusinessDate; isOverdue: boolean }

/** All periods of the platform, the oldest first. */
const periodRows = (db: Queryable): Promise<PeriodRow[]> =>
  many<PeriodRow>(
    db,
    'tax.periods',
    `select to_char(period, 'YYYY-MM') as period, interest, withheld, paid, credited from tax_period order by period`,
  )

/**
 * Sets what is overpaid for some periods off against the oldest ones that are open. Tax is overpaid where repayments of a
 * period were reversed in a later one, in which nothing or less was withheld. What payments have set off stays with their
 * period, unless it is not overpaid any more because a payment was reversed: then it is open again, the newest first.
 */
export function shareCredit<Row extends Pick<PeriodRow, 'withheld' | 'paid' | 'credited'>>(
  periods: readonly Row[],
): (Row & Shared)[] {
  const rows = periods.map((row) => {
    const open = row.withheld - row.paid
    const credited = Math.min(row.credited, Math.max(0, open))
    return { row, credited, overpaid: Math.max(0, -open), open: Math.max(0, open) - credited }
  })
  let left = rows.reduce((sum, { overpaid, credited }) => sum + overpaid - credited, 0)
  for (const one of rows.toReversed()) {
    const back = Math.min(one.credited, Math.max(0, -left))
    left += back
    one.credited -= back
    one.open += back
  }
  return rows.map(({ row, credited, overpaid, open }) => {
    const credit = Math.min(left, open)
    left -= credit
    return { ...row, credited, overpaid, credit, payable: open - credit }
  })
}

/** All tax periods with what is payable and when, the oldest first. */
export async function taxPeriods(db: Queryable, holidays: readonly BusinessDate[]): Promise<TaxPeriod[]> {
  const [today, rows] = [await businessToday(db), await periodRows(db)]
  return withDueDates(rows, today, holidays)
}

const withDueDates = (rows: readonly PeriodRow[], today: BusinessDate, holidays: readonly BusinessDate[]) =>
  shareCredit(rows).map((row): TaxPeriod => {
    const dueOn = dueDateOf(row.period, holidays)
    return { ...row, dueOn, isOverdue: row.payable > 0 && today > dueOn }
  })

/**
 * A period with what its repayments and their reversals moved on TAX_PAYABLE by the ledger, in whole rupiah. Both are read by
 * one statement: a payment recorded between two would look like a difference.
 */
export async function comparedWithLedger(
  db: Queryable,
  period: Period,
  holidays: readonly BusinessDate[],
): Promise<{ total: TaxPeriod | null; ledger: number }> {
  const today = await businessToday(db)
  const rows = await many<Omit<PeriodRow, 'period'> & { period: Period | null; ledger: number }>(
    db,
    'tax.compared',
    `select to_char(p.period, 'YYYY-MM') as period, p.interest, p.withheld, p.paid, p.credited, l.ledger
       from (
         select coalesce(sum(case when t.credit_account = a.id then t.amount else -t.amount end), 0)::bigint as ledger
           from account a
           join transfer t on a.id in (t.credit_account, t.debit_account) and t.created_at >= $1 and t.created_at < $2
           left join reversal r on t.kind = 'REVERSAL' and r.id::text = t.ref
          where a.kind = 'TAX_PAYABLE' and a.owner_id = 0 and (t.kind = 'REPAYMENT' or r.kind = 'REPAYMENT')
       ) l
       left join tax_period p on true
      order by p.period`,
    spanOf(period),
  )
  const known = rows.flatMap(({ period: of, interest, withheld, paid, credited }) =>
    of === null ? [] : [{ period: of, interest, withheld, paid, credited }],
  )
  const total = withDueDates(known, today, holidays).find((row) => row.period === period) ?? null
  return { total, ledger: rows[0]?.ledger ?? 0 }
}

/** What may be paid to the state for a period, and what is set off with it. The caller has locked the payouts of tax. */
export async function payableOf(tx: Queryable, period: Period): Promise<{ payable: number; credit: number }> {
  const row = shareCredit(await periodRows(tx)).find((one) => one.period === period)
  return { payable: row?.payable ?? 0, credit: row?.credit ?? 0 }
}
