import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { businessToday } from '../../books/index.ts'
import { maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import { taxPeriods } from './payable.ts'

/** Whether the slips of a year are closed: none can be entered, corrected or withdrawn. */
export async function isYearClosed(db: Queryable, year: number): Promise<boolean> {
  return (await newestOf(db, year))?.closed ?? false
}

const newestOf = (db: Queryable, year: number) =>
  maybe<{ version: number; closed: boolean }>(
    db,
    'cash.tax.year',
    'select version, closed from tax_year where year = $1 order by version desc limit 1',
    [year],
  )

export type YearSet = { changed: boolean; missing: number }

/** Taxed lines of a year have no slip, and closing it all the same was not confirmed. */
export class SlipsMissing extends Error {
  constructor(year: number, missing: number) {
    super(`${missing} baris tahun ${year} belum memiliki bukti potong.`)
  }
}

type SetYear = {
  year: number
  closed: boolean
  reason: string
  /** Whether a year is closed although slips are missing. */
  confirmed: boolean
}

/**
 * Closes the slips of a year, or reopens them; each change is stored with its reason, an unchanged state is not.
 * @returns also the number of lines of the year without a slip
 * @throws Error for a year that is not over, or with a month whose tax is unpaid
 * @throws SlipsMissing
 */
export const setTaxYear = mutation<Context, SetYear, YearSet>({
  operation: 'setTaxYear',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { year, closed, reason, confirmed }, { context, actor }) {
    await one(
      tx,
      'cash.tax.lock_slips_of_year',
      `select pg_advisory_xact_lock(hashtext('tax slips'))::text as locked`,
    )
    const { missing } = await one<{ missing: number }>(
      tx,
      'cash.tax.missing_slips',
      `select count(*) as missing from lender_tax_month m
        where m.period between make_date($1, 1, 1) and make_date($1, 12, 31) and m.interest > 0
          and not exists (select from standing_tax_slip s where (s.lender_id, s.period, s.article, s.rate_ppm)
                            = (m.lender_id, m.period, m.article, m.rate_ppm))`,
      [year],
    )
    const newest = await newestOf(tx, year)
    const subject = `tax-year:${year}`
    if ((newest?.closed ?? false) === closed) return { answer: { changed: false, missing }, subject }
    if (closed) await refuseOpen(tx, year, context)
    if (closed && missing > 0 && !confirmed) throw new SlipsMissing(year, missing)
    await run(
      tx,
      'cash.tax.set_year',
      'insert into tax_year (year, version, closed, reason, kept_by) values ($1, $2, $3, $4, $5)',
      [year, (newest?.version ?? 0) + 1, closed, reason, actor.name],
    )
    return { answer: { changed: true, missing }, subject, detail: { closed, reason, missing } }
  },
})

async function refuseOpen(tx: Queryable, year: number, { config }: Context): Promise<void> {
  if (String(year) >= (await businessToday(tx)).slice(0, 4)) throw new Error(`Tahun ${year} belum berakhir.`)
  const unpaid = (await taxPeriods(tx, config.BANK_HOLIDAYS)).find(
    ({ period, payable }) => period.startsWith(`${year}-`) && payable > 0,
  )
  if (unpaid) throw new Error(`Pajak ${unpaid.period} belum disetor ke negara: ${unpaid.payable} rupiah.`)
}
