import type { TaxedInstallment } from '@pematang/contract/cash/tax/endpoints'
import { many, type Queryable } from '../../platform/db/database.ts'
import { type Period, spanOf } from './period.ts'
import { kindOf, type TaxArticle } from './withheld.ts'

type Taxed = Omit<TaxedInstallment, 'at' | 'kind' | 'rate'> & { article: TaxArticle; ratePpm: number }
/** An event of the history that has no installment: the refund of a loan. */
type Untaxed = { [Column in keyof Taxed]: null }
type Row = { at: Date } & (Taxed | Untaxed)
type Place = { place: string; seen: number }

const perPage = 50

/**
 * A page of the taxed installments of a lender in a period, in the order of recording. It reads the lender's history of
 * repayments, so its cost does not grow with the period.
 * @param after `next` of the previous page
 */
export async function taxedInstallments(
  db: Queryable,
  lenderId: number,
  { period, after = '', limit = perPage }: { period: Period; after?: string | undefined; limit?: number },
): Promise<{ list: TaxedInstallment[]; next: string | null }> {
  const [at = '', id = ''] = after.split('~')
  const span = [lenderId, ...spanOf(period), at || null, id || null, limit]
  const rows = await many<Row & Place>(
    db,
    'cash.tax.installments',
    `with event as (
       select at, id from (
         (select h.at, h.id from history_row h
           where h.lender_id = $1 and h.type = 5 and h.status = 1 and h.at >= $2 and h.at < $3
             and ($4::timestamptz is null or (h.at, h.id) > ($4::timestamptz, $5::uuid))
           order by h.at, h.id limit $6)
         union all
         (select p.created_at, p.id from loan_payment p
           where p.reverses is not null and p.created_at >= $2 and p.created_at < $3
             and ($4::timestamptz is null or (p.created_at, p.id) > ($4::timestamptz, $5::uuid))
             and exists (select from lender_repayment r where r.payment_id = p.id and r.lender_id = $1)
           order by p.created_at, p.id limit $6)
       ) both_kinds order by at, id limit $6
     )
     select e.at, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || e.id as place,
            (select count(*) from event) as seen, l.loan_number as "loanNumber", i.due_date as "dueDate",
            p.paid_on as "paidOn", coalesce(r.tax_article, known.article) as article,
            coalesce(r.tax_rate_ppm, known.rate_ppm) as "ratePpm", r.interest, r.tax,
            p.reverses is not null as "isCorrection"
       from event e
       left join loan_payment p on p.id = e.id
       left join lender_repayment r on r.payment_id = p.id and r.lender_id = $1 and r.interest <> 0
       left join loan l on l.id = p.loan_id
       left join installment i on i.loan_id = p.loan_id and i.no = r.no
       left join loan_payment negated on negated.id = p.reverses
       left join lateral taxed_as($1, coalesce(negated.created_at, p.created_at)) known
         on r.no is not null and (r.tax_article is null or r.tax_rate_ppm is null)
      order by e.at, e.id, r.no, r.funding_id`,
    span,
  )
  const last = rows.at(-1)
  // The history also contains refunds of loans, which have no interest.
  const list = rows.flatMap((row) => (row.article === null ? [] : [toItem(row)]))
  return { list, next: last && last.seen === limit ? last.place : null }
}

const toItem = ({ at, ratePpm, article, ...row }: Taxed & { at: Date }): TaxedInstallment => ({
  at: at.toISOString(),
  loanNumber: row.loanNumber,
  dueDate: row.dueDate,
  paidOn: row.paidOn,
  kind: kindOf(article),
  rate: ratePpm / 1_000_000,
  interest: row.interest,
  tax: row.tax,
  isCorrection: row.isCorrection,
})

/** All taxed installments of a lender in a period, read page by page. */
export async function* everyTaxedInstallment(
  db: Queryable,
  lenderId: number,
  period: Period,
): AsyncGenerator<TaxedInstallment> {
  for (let after: string | null = ''; after !== null; ) {
    const page = await taxedInstallments(db, lenderId, { period, after, limit: 2_000 })
    yield* page.list
    after = page.next
  }
}
