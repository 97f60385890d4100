import type { Pagination } from '@pematang/contract/fields'
import type { TransactionItem } from '@pematang/contract/transactions/endpoints'
import type { Context } from '../context.ts'
import { fundingNumber, repaymentNumber, topUpNumber } from '../funding/index.ts'
import { many, one } from '../platform/db/database.ts'
import { paginate } from '../platform/pagination.ts'

export type TransactionQuery = {
  type?: string | undefined
  status?: string | undefined
  /** Unix seconds, both included. */
  startDate?: string | undefined
  endDate?: string | undefined
  page: number
  limit: number
}

type Row = {
  id: string
  type: 1 | 2 | 5
  status: 1 | 2 | 3
  createdAt: Date
  amount: number
  loanNumber: string | null
}

const typeNames = { 1: 'Top Up', 2: 'Funding', 5: 'Repayment' } as const
const numbers = { 1: topUpNumber, 2: fundingNumber, 5: repaymentNumber } as const
const statusNames = { 1: 'Success', 2: 'In Progress', 3: 'Failed' } as const

/**
 * What moved, or was to move, on the cash balance. What came back from loans, their repayments and the refunds of
 * those that were withdrawn, is read from the ledger. $1 lender, $2 type, $3 status, $4 and $5 the time.
 */
const mine = `
  from (
    select id, 1 as type, 1 as status, created_at as "createdAt", amount, null::bigint as loan_id
      from top_up where lender_id = $1
    union all
    select id, 2, case when state in ('SETTLED', 'REFUNDED') then 1 when state = 'WAITING' then 2 else 3 end, created_at,
           -amount, loan_id
      from funding where lender_id = $1
    union all
    select t.journal_id, 5, 1, t.created_at, t.amount,
           case t.kind when 'REPAYMENT' then (select p.loan_id from loan_payment p where p.id = t.ref::uuid)
             else (select f.loan_id from funding f where f.id = t.ref::uuid) end
      from account a join transfer t on t.credit_account = a.id and t.credit_seq is not null
     where a.kind = 'LENDER_CASH' and a.owner_id = $1 and t.kind in ('REPAYMENT', 'REFUND')
  ) t
  where ($2::int is null or type = $2) and ($3::int is null or status = $3)
    and ($4::bigint is null or "createdAt" >= to_timestamp($4)) and ($5::bigint is null or "createdAt" < to_timestamp($5 + 1))`

/** The movements on a lender's cash balance, the newest first. */
export async function listTransactions(
  context: Context,
  lenderId: number,
  query: TransactionQuery,
): Promise<{ list: TransactionItem[]; pagination: Pagination }> {
  const filter = [
    lenderId,
    query.type || null,
    query.status || null,
    query.startDate || null,
    query.endDate || null,
  ]
  const { total } = await one<{ total: number }>(
    context.db,
    'transactions.count',
    `select count(*) as total ${mine}`,
    filter,
  )
  const rows = await many<Row>(
    context.db,
    'transactions.page',
    `select t.*, (select loan_number from loan l where l.id = t.loan_id) as "loanNumber"
       ${mine} order by "createdAt" desc, id desc limit $6 offset $7`,
    [...filter, query.limit, (query.page - 1) * query.limit],
  )
  return { list: rows.map(toItem), pagination: paginate(total, query) }
}

const toItem = (row: Row): TransactionItem => ({
  id: row.id,
  typeName: typeNames[row.type],
  createdDate: row.createdAt.toISOString(),
  transactionNumber: numbers[row.type](row.id),
  loanNumber: row.loanNumber,
  amount: row.amount,
  status: statusNames[row.status],
  isDownloadable: false,
})
