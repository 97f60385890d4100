import { many, type Queryable } from '../../platform/db/database.ts'

/**
 * An event with what is kept of it for good. `amount` in whole rupiah is signed as it changes the cash of the lender in
 * `cash.moved`, and that of the funding or withdrawal in theirs.
 */
export type EventRow = {
  no: number
  id: string
  lenderId: number
  type: string
  ref: string
  at: Date
  loanNumber: string | null
  amount: number | null
  /** The cash account that moved: MAIN or ADDITIONAL, its balance after it, and the number of the movement on it. */
  account: 'MAIN' | 'ADDITIONAL' | null
  balance: number | null
  seq: number | null
  /** What a transfer was for, and what it names: the kind and reference of the ledger. */
  kind: string | null
  reference: string | null
  fee: number | null
}

// SQL of a page of events, around the condition that says which: $1 is the number before it, $2 its size.
const columns = `
     select e.no, e.id, e.lender_id as "lenderId", e.type, left(e.ref, 36) as ref, e.at, l.loan_number as "loanNumber",
            coalesce(case when e.side = '+' then t.amount else -t.amount end, f.amount, w.amount) as amount,
            case a.kind when 'LENDER_CASH' then 'MAIN' when 'LENDER_CASH_ADDITIONAL' then 'ADDITIONAL' end as account,
            case when e.side = '+' then t.credit_balance_after else t.debit_balance_after end as balance,
            case when e.side = '+' then t.credit_seq else t.debit_seq end as seq,
            t.kind, t.ref as reference, w.fee
       from (select *, case type when 'cash.moved' then right(ref, 1) end as side from event`
const joins = `order by no limit $2) e
       left join transfer t on e.side is not null and t.id = case when e.side is not null then left(e.ref, 36) end::uuid
       left join account a on a.id = case when e.side = '+' then t.credit_account else t.debit_account end
       left join funding f on e.type like 'funding.%' and f.id = case when e.type like 'funding.%' then e.ref end::uuid
       left join withdrawal w on e.type like 'withdrawal.%' and w.id = case when e.type like 'withdrawal.%' then e.ref end::uuid
       left join loan l on l.id = coalesce(f.loan_id, case when e.type like 'loan.%' then e.ref end::bigint)
      order by e.no`
const pageOfLender = `${columns} where lender_id = $3 and no > $1 ${joins}`
const pageOfAll = `${columns} where no > $1 ${joins}`

/**
 * The events after a number, oldest first.
 * @param lenderId whose; null for those of all lenders
 */
export const eventsAfter = (
  db: Queryable,
  { lenderId, after, limit }: { lenderId: number | null; after: number; limit: number },
): Promise<EventRow[]> =>
  many<EventRow>(
    db,
    lenderId === null ? 'reports.events.page_of_all' : 'reports.events.page',
    lenderId === null ? pageOfAll : pageOfLender,
    lenderId === null ? [after, limit] : [after, limit, lenderId],
  )
