import type { Config } from '../../platform/settings/config.ts'
import { businessToday } from '../../books/index.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import { type BusinessDate, daysBetween } from '@pematang/contract/format/business-date'

/** A payment or disbursement of a loan to be checked: the amount in whole rupiah and the value date, if given. */
export type Asked = { loanNumber: string; amount?: number; on?: BusinessDate | undefined }
type Limits = Pick<Config, 'PAYMENT_MULTIPLE' | 'VALUE_DATE_DAYS'>

/**
 * Finds payments that are possible but unusual: an amount above a multiple of everything the loan owes, or a value date
 * long ago. The operator must confirm them.
 * @returns the reason for each, or null when it is usual
 */
export async function unusualReasons(
  db: Queryable,
  limits: Limits,
  asked: readonly Asked[],
): Promise<(string | null)[]> {
  if (asked.length === 0) return []
  const rows = await many<{ number: string; owed: number }>(
    db,
    'loans.files.owed_in_all',
    `select l.loan_number as number, s.principal_due + s.interest_due + s.penalty_limit - s.penalty_paid as owed
       from loan l join loan_servicing s on s.loan_id = l.id where l.loan_number = any($1)`,
    [asked.map(({ loanNumber }) => loanNumber)],
  )
  const today = await businessToday(db)
  const owed = new Map(rows.map((row) => [row.number, row.owed]))
  return asked.map((it) => tooMuch(it, owed.get(it.loanNumber), limits) ?? tooOld(it, today, limits))
}

function tooMuch({ amount }: Asked, owed: number | undefined, { PAYMENT_MULTIPLE }: Limits): string | null {
  if (amount === undefined || owed === undefined || amount <= owed * PAYMENT_MULTIPLE) return null
  return `${amount} melebihi ${PAYMENT_MULTIPLE} kali ${owed} yang masih dapat terutang pada pinjaman`
}

function tooOld({ on }: Asked, today: BusinessDate, { VALUE_DATE_DAYS }: Limits): string | null {
  if (on === undefined || on > today) return null
  const days = daysBetween(on, today)
  return days > VALUE_DATE_DAYS ? `${on} sudah ${days} hari yang lalu` : null
}
