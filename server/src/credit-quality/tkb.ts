import type { Context } from '../context.ts'
import { one } from '../platform/db/database.ts'

/** Unpaid principal of whole loans in rupiah: in all, and of loans more than n calendar days late. */
type Outstanding = { total: number; over0: number; over30: number; over60: number; over90: number }

/**
 * TKBn = 100% - TWPn, where TWPn is the unpaid principal of loans more than n calendar days late over all unpaid
 * principal (SEOJK 19/SEOJK.06/2023). Written as the header shows it: two decimals with a comma. Rounded towards
 * the worse figure, and 100,00% where nothing is outstanding.
 */
export function formatTkb(total: number, late: number): string {
  if (total === 0) return '100,00%'
  const hundredths = (BigInt(total - late) * 10_000n) / BigInt(total)
  return `${hundredths / 100n},${String(hundredths % 100n).padStart(2, '0')}%`
}

/** The platform's repayment success rates on this business day, from its own loans. */
export async function getTkb(context: Context) {
  const sums = await one<Outstanding>(
    context.db,
    'credit_quality.outstanding',
    `select coalesce(sum(principal), 0)::bigint as total,
            coalesce(sum(principal) filter (where late > 0), 0)::bigint as over0,
            coalesce(sum(principal) filter (where late > 30), 0)::bigint as over30,
            coalesce(sum(principal) filter (where late > 60), 0)::bigint as over60,
            coalesce(sum(principal) filter (where late > 90), 0)::bigint as over90
       from (select sum(principal - principal_paid) as principal,
                    business_day(app_now()) - min(due_date) filter (where principal_paid + interest_paid < principal + interest) as late
               from installment group by loan_id) loan`,
  )
  return {
    TKB90: formatTkb(sums.total, sums.over90),
    TKB60: formatTkb(sums.total, sums.over60),
    TKB30: formatTkb(sums.total, sums.over30),
    TKB0: formatTkb(sums.total, sums.over0),
    description:
      'TKB adalah tingkat keberhasilan bayar: bagian pokok pinjaman berjalan yang tidak terlambat lebih dari 90, 60, 30, atau 0 hari sejak jatuh tempo.',
  }
}
