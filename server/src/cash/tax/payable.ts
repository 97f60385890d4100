import type { BusinessDate } from '@pematang/contract/format/business-date'
import { businessToday } from '../../books/index.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import { dueDateOf, type Period, spanOf } from './period.ts'

/** A tax period of the platform in whole rupiah. */
export type PeriodRow = {
  period: Period
  interest: number
  /** Tax withheld from repayments recorded in the period, less that of reversals recorded in it. */
  withheld: number
  /** Tax paid to the tax office for the period. */
  paid: number
  /** The overpayment of other periods that the payments for this period have used. */
  credited: number
}

type Shared = {
  /** The payments for the period beyond the tax withheld in it. */
  overpaid: number
  /** The overpayment of other periods that reduces the payment for this period. */
  credit: number
  /** The amount still payable to the tax office. */
  payable: number
}

export type TaxPeriod = PeriodRow & Shared & { dueOn: BusinessDate; isOverdue: boolean }

const periodRows = (db: Queryable): Promise<PeriodRow[]> =>
  many<PeriodRow>(
    db,
    'cash.tax.periods',
    `select to_char(period, 'YYYY-MM') as period, interest, withheld, paid, credited from tax_period order by period`,
  )

/**
 * Distributes the overpayment of some periods to the oldest open ones. Tax is overpaid if repayments of a period are
 * reversed in a later one in which less was withheld. Credit used by payments stays with their period. If a reversed
 * payment ends the overpayment, the periods that used it are open again, the newest first.
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

/** All tax periods with the amount payable and its due date, the oldest first. */
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
 * A period with the movements of its repayments and reversals on TAX_PAYABLE in the ledger, in whole rupiah. One
 * statement reads both, because a payment recorded in between would look like a difference.
 */
export async function comparedWithLedger(
  db: Queryable,
  period: Period,
  holidays: readonly BusinessDate[],
): Promise<{ total: TaxPeriod | null; ledger: number }> {
  const today = await businessToday(db)
  const rows = await many<Omit<PeriodRow, 'period'> & { period: Period | null; ledger: number }>(
    db,
    'cash.tax.compared',
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

/**
 * The amount that may be paid to the tax office for a period, and the overpayment of other periods set off with it. The caller has locked
 * the payouts of tax.
 */
export async function payableOf(tx: Queryable, period: Period): Promise<{ payable: number; credit: number }> {
  const row = shareCredit(await periodRows(tx)).find((one) => one.period === period)
  return { payable: row?.payable ?? 0, credit: row?.credit ?? 0 }
}
