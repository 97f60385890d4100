import type { BusinessDate } from '@pematang/contract/format/business-date'
import { many, type Queryable } from '../../platform/db/database.ts'
import type { AccountKind } from './accounts.ts'
import type { TransferKind } from './journal.ts'

/** One line of an account's statement; `amount` is negative when outgoing. */
export type StatementLine = {
  at: Date
  kind: TransferKind
  ref: string
  amount: number
  balanceAfter: number
  seq: number
}

/** The newest lines of an authorising account with numbers below a given one, newest first. */
export function statement(
  db: Queryable,
  account: number,
  before: number | null,
  limit: number,
): Promise<StatementLine[]> {
  return many<StatementLine>(
    db,
    'books.ledger.statement',
    `select * from (
       select created_at as at, kind, ref, -amount as amount, debit_balance_after as "balanceAfter", debit_seq as seq
         from transfer where debit_account = $1 and debit_seq is not null
       union all
       select created_at, kind, ref, amount, credit_balance_after, credit_seq
         from transfer where credit_account = $1 and credit_seq is not null
     ) line where $2::bigint is null or seq < $2 order by seq desc limit $3`,
    [account, before, limit],
  )
}

/** A line of an account's statement with the id of its transfer. */
export type PagedLine = StatementLine & { transferId: string }

/**
 * Lines of an authorising account with numbers above a given one, oldest first, to read a statement page by page.
 * Transfers posted meanwhile are only appended.
 */
export function statementPage(
  db: Queryable,
  account: number,
  after: number,
  limit: number,
): Promise<PagedLine[]> {
  return many<PagedLine>(
    db,
    'books.ledger.statement_page',
    `select * from (
       (select created_at as at, kind, ref, -amount as amount, debit_balance_after as "balanceAfter", debit_seq as seq,
               id as "transferId"
          from transfer where debit_account = $1 and debit_seq > $2 order by debit_seq limit $3)
       union all
       (select created_at, kind, ref, amount, credit_balance_after, credit_seq, id
          from transfer where credit_account = $1 and credit_seq > $2 order by credit_seq limit $3)
     ) line order by seq limit $3`,
    [account, after, limit],
  )
}

export type SpanLine = PagedLine & { journalId: string; counterpart: AccountKind }

/** Lines of an authorising account with numbers above `after` up to `last`, oldest first. */
export function linesBetween(
  db: Queryable,
  { account, after, last, limit }: { account: number; after: number; last: number; limit: number },
): Promise<SpanLine[]> {
  return many<SpanLine>(
    db,
    'books.ledger.lines_between',
    `select line.at, line.kind, line.ref, line.amount, line."balanceAfter", line.seq, line."transferId",
            line."journalId", other.kind as counterpart
       from (
       (select created_at as at, kind, ref, -amount as amount, debit_balance_after as "balanceAfter", debit_seq as seq,
               id as "transferId", journal_id as "journalId", credit_account as other
          from transfer where debit_account = $1 and debit_seq > $2 and debit_seq <= $3 order by debit_seq limit $4)
       union all
       (select created_at, kind, ref, amount, credit_balance_after, credit_seq, id, journal_id, debit_account
          from transfer where credit_account = $1 and credit_seq > $2 and credit_seq <= $3 order by credit_seq limit $4)
     ) line join account other on other.id = line.other order by line.seq limit $4`,
    [account, after, last, limit],
  )
}

/**
 * One cash account over a period: the lines above number `after` up to number `last`, with the balances before and
 * after.
 */
export type CashSpan = {
  account: number
  kind: 'LENDER_CASH' | 'LENDER_CASH_ADDITIONAL'
  after: number
  last: number
  opening: number
  closing: number
}

/**
 * The cash accounts of a lender over a period, the additional one last.
 * @param since only lines recorded at or after this time
 * @param until only lines recorded before this time; null for no limit
 * @param begins by account, the line number after which it starts; for other accounts `since` decides
 */
export function cashSpansOf(
  db: Queryable,
  lenderId: number,
  {
    since,
    until,
    begins = new Map(),
  }: { since: Date; until: Date | null; begins?: ReadonlyMap<number, number> },
): Promise<CashSpan[]> {
  return many<CashSpan>(
    db,
    'books.ledger.cash_spans',
    `select account, kind, after, last, balance_after(account, after) as opening, balance_after(account, last) as closing
       from (
         select a.id as account, a.kind, begin.after,
                greatest(begin.after, last_transfer_before(a.id, coalesce($3, 'infinity'::timestamptz))) as last
           from account a left join unnest($4::bigint[], $5::bigint[]) as known (account, after) on known.account = a.id
          cross join lateral (select coalesce(known.after, last_transfer_before(a.id, $2)) as after) begin
          where a.kind in ('LENDER_CASH', 'LENDER_CASH_ADDITIONAL') and a.owner_id = $1
       ) span order by kind`,
    [lenderId, since, until, [...begins.keys()], [...begins.values()]],
  )
}

/** The cash of a lender at the end of each of these days, as a statement up to that day closes. */
export async function closingCashOf(
  db: Queryable,
  lenderId: number,
  days: readonly BusinessDate[],
): Promise<Map<BusinessDate, number>> {
  const rows = await many<{ day: BusinessDate; cash: number }>(
    db,
    'books.ledger.closing_cash',
    `select day, sum(balance_after(a.id, last_transfer_before(a.id, (day + 1)::timestamp at time zone 'Asia/Jakarta')))::bigint as cash
       from unnest($2::date[]) as day cross join account a
      where a.kind in ('LENDER_CASH', 'LENDER_CASH_ADDITIONAL') and a.owner_id = $1 group by day`,
    [lenderId, days],
  )
  return new Map(rows.map(({ day, cash }) => [day, cash]))
}
