import { many, type Queryable } from '../platform/db/database.ts'
import type { TransferKind } from './journal.ts'

/** One line of an account's statement; `amount` is signed, what left is negative. */
export type StatementLine = {
  at: Date
  kind: TransferKind
  ref: string
  amount: number
  balanceAfter: number
  seq: number
}

/** The newest lines of an authorising account below a number, newest first. */
export function statement(
  db: Queryable,
  account: number,
  before: number | null,
  limit: number,
): Promise<StatementLine[]> {
  return many<StatementLine>(
    db,
    'ledger.statement',
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

/** A line of an account's statement with the bank's, the funding's or the payment's own name of it. */
export type PagedLine = StatementLine & { transferId: string }

/**
 * Lines of an authorising account above a number, the oldest first: a statement of any length is read page by page,
 * and what is posted meanwhile only comes at its end.
 */
export function statementPage(
  db: Queryable,
  account: number,
  after: number,
  limit: number,
): Promise<PagedLine[]> {
  return many<PagedLine>(
    db,
    'ledger.statement_page',
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
