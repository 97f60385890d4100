import type { TaxKind } from '@pematang/contract/cash/tax/endpoints'
import { many, type Queryable } from '../../platform/db/database.ts'
import { firstDayOf, type Period } from './period.ts'

export type TaxArticle = 23 | 26

export const kindOf = (article: TaxArticle): TaxKind => (article === 23 ? 'PPH23' : 'PPH26')
export const articleOf = (kind: TaxKind): TaxArticle => (kind === 'PPH23' ? 23 : 26)

/** A rate in ppm as people write it, e.g. 15% or 12.5%. */
export const formatRate = (ratePpm: number): string => `${ratePpm / 10_000}%`

/** The tax withheld from a lender in a period by one article and rate, in whole rupiah, with its slip. */
export type Withheld = {
  lenderId: number
  period: Period
  article: TaxArticle
  ratePpm: number
  interest: number
  tax: number
  slipNumber: string | null
  slipIssuedOn: string | null
}

const columns = `
  m.lender_id as "lenderId", to_char(m.period, 'YYYY-MM') as period, m.article, m.rate_ppm as "ratePpm", m.interest, m.tax,
  s.number as "slipNumber", s.issued_on as "slipIssuedOn"
  from lender_tax_month m
  left join standing_tax_slip s on (s.lender_id, s.period, s.article, s.rate_ppm) = (m.lender_id, m.period, m.article, m.rate_ppm)`

/** The tax withheld from a lender between two periods, both included, the oldest first. */
export const withheldOf = (
  db: Queryable,
  lenderId: number,
  [from, to]: readonly [Period, Period],
): Promise<Withheld[]> =>
  many<Withheld>(
    db,
    'cash.tax.of_lender',
    `select ${columns} where m.lender_id = $1 and m.period between $2 and $3 and (m.interest, m.tax) <> (0, 0)
      order by m.period, m.article, m.rate_ppm`,
    [lenderId, firstDayOf(from), firstDayOf(to)],
  )

/** The years in which interest of a lender was taxed, the newest first. */
export async function taxedYears(db: Queryable, lenderId: number): Promise<number[]> {
  const rows = await many<{ year: number }>(
    db,
    'cash.tax.years',
    `select distinct extract(year from period)::int as year from lender_tax_month
      where lender_id = $1 and (interest, tax) <> (0, 0) order by 1 desc`,
    [lenderId],
  )
  return rows.map(({ year }) => year)
}

export type WithheldOfLender = Withheld & {
  name: string
  phone: string
  /** The whole tax number that the lender had on the last day of the period; null if none is stored. */
  taxNumber: string | null
  slipVersions: number
}

/** The tax withheld from all lenders in a period, by lender: at most `limit` of them, after the lender `after`. */
export const withheldIn = (
  db: Queryable,
  period: Period,
  { limit = null, after = '0' }: { limit?: number | null; after?: string | undefined } = {},
): Promise<WithheldOfLender[]> =>
  many<WithheldOfLender>(
    db,
    'cash.tax.in_period',
    `select l.name, l.phone,
            (select n.number from lender_tax_number n
              where n.lender_id = m.lender_id and n.valid_from < m.period + interval '1 month'
              order by n.version desc limit 1) as "taxNumber",
            (select count(*) from tax_slip v where (v.lender_id, v.period, v.article, v.rate_ppm)
                                = (m.lender_id, m.period, m.article, m.rate_ppm)) as "slipVersions", ${columns}
       join lender l on l.id = m.lender_id
      where m.period = $1 and (m.interest, m.tax) <> (0, 0)
        and m.lender_id in (select distinct lender_id from lender_tax_month
                             where period = $1 and lender_id > $2 and (interest, tax) <> (0, 0) order by lender_id limit $3)
      order by m.lender_id, m.article, m.rate_ppm`,
    [firstDayOf(period), after, limit],
  )
