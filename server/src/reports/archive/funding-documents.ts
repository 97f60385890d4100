import type { FundingDocuments } from '@pematang/contract/reports/archive/endpoints'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import { documentPath } from '../../documents/index.ts'
import { many, one, type Queryable } from '../../platform/db/database.ts'

/** Rows per page. */
const limit = 20

// $1 the lender, $2 the year or null, $3 the search text or null, $4 the id of the previous page's last row or null.
// Ids begin with their time of creation, so rows of earlier years are skipped by id.
const page = `
  with row as materialized (
    select r.funding_id, r.loan_id, r.borrower_id, f.lender_id, f.created_at, f.amount, f.transfer_id
      from portfolio_row r join holding f on f.lender_id = r.lender_id and f.id = r.funding_id
     where r.lender_id = $1 and ($4::uuid is null or r.funding_id < $4)
       and ($2::int is null
            or r.funding_id >= (lpad(to_hex((extract(epoch from make_timestamptz($2, 1, 1, 0, 0, 0, 'Asia/Jakarta')
                                  - interval '1 day') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
               and f.created_at >= make_timestamptz($2, 1, 1, 0, 0, 0, 'Asia/Jakarta')
               and f.created_at < make_timestamptz($2 + 1, 1, 1, 0, 0, 0, 'Asia/Jakarta'))
       and ($3::text is null or strpos(r.loan_number, (select search_form($3))) > 0
            or r.borrower_id in (select p.borrower_id from portfolio_borrower p
                                  where p.lender_id = $1 and strpos(p.name, (select search_form($3))) > 0))
     order by r.funding_id desc limit $5
  )
  select row.funding_id as "fundingId", l.loan_number as "loanNumber", b.name as "borrowerName", row.amount,
         row.created_at as "fundedAt",
         (select d.id from document d where d.agreement_id = row.funding_id and d.lender_id = row.lender_id and d.kind in ('PP', 'PP_SIGNED')
           order by d.kind desc limit 1) as pp,
         (select d.id from document d where d.agreement_id = row.funding_id and d.lender_id = row.lender_id and d.kind in ('PPFP', 'PPFP_SIGNED')
           order by d.kind desc limit 1) as ppfp,
         (select s.id from factsheet s where s.loan_id = row.loan_id order by s.version desc limit 1) as factsheet,
         coalesce((select json_agg(json_build_object('url', t.addendum, 'valueDate', t.value_date,
                                                     'isTakenBack', not exists (select from holding_transfer s where s.id = t.id))
                                   order by t.recorded_at, t.id)
                     from holding_transfer_record t
                    where t.funding_id = row.funding_id and t.addendum is not null
                      and row.lender_id in (t.from_lender, t.to_lender)), '[]') as transfers,
         row.transfer_id is not null
           or exists (select from archived_agreement a where a.funding_id = row.funding_id) as "isTakenOver"
    from row join loan l on l.id = row.loan_id join borrower b on b.id = l.borrower_id
   order by row.funding_id desc`

type Row = Omit<FundingDocuments, 'fundedAt'> & { fundedAt: Date }

/** A page of the documents of a lender's fundings, and the years of the account. */
export async function listFundingDocuments(
  db: Queryable,
  lenderId: number,
  {
    year,
    search,
    after,
  }: { year?: string | undefined; search?: string | undefined; after?: string | undefined },
): Promise<{ list: FundingDocuments[]; next: string | null; years: number[]; since: BusinessDate }> {
  const values = [lenderId, year ? Number(year) : null, search || null, after || null, limit + 1]
  const [rows, days] = await Promise.all([
    many<Row>(db, 'reports.archive.funding_documents', page, values),
    daysOf(db, lenderId),
  ])
  const shown = rows.slice(0, limit)
  return {
    list: shown.map(({ fundedAt, pp, ppfp, factsheet, transfers, ...row }) => ({
      ...row,
      fundedAt: fundedAt.toISOString(),
      pp: pp && documentPath(pp),
      ppfp: ppfp && documentPath(ppfp),
      factsheet: factsheet && documentPath(factsheet),
      transfers: transfers.map(({ url, ...transfer }) => ({ ...transfer, url: documentPath(url) })),
    })),
    next: rows.length > limit ? (shown.at(-1)?.fundingId ?? null) : null,
    years: yearsOf(days),
    since: days.since,
  }
}

/** Today, and the first day of a lender's account, or of an older agreement that was taken over. */
async function daysOf(
  db: Queryable,
  lenderId: number,
): Promise<{ since: BusinessDate; today: BusinessDate }> {
  return one(
    db,
    'reports.archive.since',
    `select business_day(least(l.created_at, (select min(f.created_at) from funding f where f.lender_id = l.id))) as since,
            business_day(app_now()) as today
       from lender l where l.id = $1`,
    [lenderId],
  )
}

/** The years from the first day to today, newest first. */
function yearsOf({ since, today }: { since: BusinessDate; today: BusinessDate }): number[] {
  const [first, last] = [Number(since.slice(0, 4)), Number(today.slice(0, 4))]
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, ago) => last - ago)
}
