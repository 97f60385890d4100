import { many, maybe, type Queryable } from '../../platform/db/database.ts'
import { cutPage, type Page } from '../../platform/pages.ts'

/** A bulk funding in the operator's list; amounts in whole rupiah. */
export type RunOverview = {
  bulkId: string
  number: string
  productNumber: string
  partnerName: string
  lenderId: number
  phone: string
  createdAt: Date
  endedAt: Date | null
  loans: number
  total: number
  waiting: number
  funded: number
  refused: number
  fundedAmount: number
  /** The job is dead, so the bulk funding does not continue until an operator revives it. */
  stopped: boolean
}

const columns = `
  select b.id as "bulkId", b.number, p.number as "productNumber", p.partner_name as "partnerName",
         b.lender_id as "lenderId", r.phone, b.created_at as "createdAt", b.ended_at as "endedAt", b.loans, b.total,
         n.waiting, n.funded, n.refused, n."fundedAmount",
         b.ended_at is null and not exists (
           select from job j where j.kind like 'bulk.%' and j.payload ->> 'bulkId' = b.id::text and j.dead_at is null
         ) as stopped
    from bulk_funding b join bulk_product p on p.id = b.product_id join lender r on r.id = b.lender_id
   cross join lateral (
     select count(*) filter (where state = 'WAITING')::integer as waiting,
            count(*) filter (where state = 'FUNDED')::integer as funded,
            count(*) filter (where state = 'REFUSED')::integer as refused,
            coalesce(sum(amount) filter (where state = 'FUNDED'), 0)::bigint as "fundedAmount"
       from bulk_funding_loan l where l.lender_id = b.lender_id and l.bulk_id = b.id) n`

/** Bulk fundings, the newest first; with `after`, only those below this id. */
export async function findRuns(
  db: Queryable,
  filter: { open?: boolean | undefined; lenderId?: number | undefined; productNumber?: string | undefined },
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<Page<RunOverview>> {
  const rows = await many<RunOverview>(
    db,
    'funding.bulk.runs',
    `${columns}
      where ($1::uuid is null or b.id < $1) and ($2::boolean is not true or b.ended_at is null)
        and ($3::bigint is null or b.lender_id = $3) and ($4::text is null or p.number = $4)
      order by b.id desc limit $5`,
    [after ?? null, filter.open ?? null, filter.lenderId ?? null, filter.productNumber ?? null, limit + 1],
  )
  return cutPage(rows, limit, ({ bulkId }) => bulkId)
}

export type RunLoan = {
  loanNumber: string
  amount: number
  state: 'WAITING' | 'FUNDED' | 'REFUSED'
  reason: string | null
  tries: number
  endedAt: Date | null
}

/** One bulk funding with a page of its loans by number; undefined where no bulk funding has this number. */
export async function showRun(
  db: Queryable,
  number: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<(RunOverview & { list: Page<RunLoan> }) | undefined> {
  const run = await maybe<RunOverview>(db, 'funding.bulk.run', `${columns} where b.number = $1`, [number])
  if (!run) return undefined
  const rows = await many<RunLoan>(
    db,
    'funding.bulk.run_loans',
    `select l.loan_number as "loanNumber", b.amount, b.state, b.reason, b.tries, b.ended_at as "endedAt"
       from bulk_funding_loan b join loan l on l.id = b.loan_id
      where b.lender_id = $1 and b.bulk_id = $2 and ($3::text is null or l.loan_number > $3)
      order by l.loan_number limit $4`,
    [run.lenderId, run.bulkId, after ?? null, limit + 1],
  )
  return { ...run, list: cutPage(rows, limit, ({ loanNumber }) => loanNumber) }
}
