import type { Destination } from '../../outside/bank/port.ts'
import { many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import { manyRows, unnestRows, oneRow, placeholders, columnNames } from '../../platform/db/rows.ts'
import type { Window } from '../../platform/pages.ts'

/**
 * ORDERED: no bank has the order. SENT: the bank has or had it. PAID: the bank answers that it has paid. COMPLETED: its
 * statement lists the payment, and the loan is disbursed. RETURNED: it was not paid, or given back.
 */
export type OrderState = 'ORDERED' | 'SENT' | 'PAID' | 'COMPLETED' | 'RETURNED'

/** A loan to be ordered, as it is under the lock of its position; amounts in whole rupiah. */
export type LoanToOrder = {
  loanId: number
  loanNumber: string
  status: string
  total: number
  /** Whether a bank has an order that has not ended, or lists that it paid the loan out, also after an order was stopped. */
  isOrdered: boolean
  accountVersion: number | null
  bankCode: string | null
}

/**
 * Locks the positions of loans, so that none of them is ordered twice or cancelled meanwhile, and then reads them.
 * @returns the loans by number
 */
export async function lockLoansToOrder(
  tx: Queryable,
  loanNumbers: readonly string[],
): Promise<Map<string, LoanToOrder>> {
  await run(
    tx,
    'cash.disbursement-order.lock_positions',
    `select from loan_position p join loan l on l.id = p.loan_id
      where l.loan_number = any($1) order by p.loan_id for no key update of p`,
    [loanNumbers],
  )
  const rows = await many<LoanToOrder>(
    tx,
    'cash.disbursement-order.loans',
    `with listed as materialized (
       select name from bank_line_name
        where name = any(array(select upper(number collate "C") from unnest($1::text[]) as asked (number)))
        group by name having sum(case type when 'DEBIT' then amount else -amount end) > 0
     )
     select l.id as "loanId", l.loan_number as "loanNumber", p.status, p.total,
            exists (select from disbursement_order o where o.loan_id = l.id and o.state <> 'RETURNED')
              or upper(l.loan_number collate "C") in (select name from listed) as "isOrdered",
            a.version as "accountVersion", a.bank_code as "bankCode"
       from loan l join loan_position p on p.loan_id = l.id
       left join lateral (select version, bank_code from loan_account where loan_id = l.id
                           order by version desc limit 1) a on true
      where l.loan_number = any($1)`,
    [loanNumbers],
  )
  return new Map(rows.map((row) => [row.loanNumber, row]))
}

/** Numbers of loans that are funded, not ordered, and wait to be paid out: those with an account first, by number. */
export const loansWaiting = async (db: Queryable, limit: number): Promise<string[]> =>
  (
    await many<{ number: string }>(
      db,
      'cash.disbursement-order.waiting',
      `select l.loan_number as number from loan_position p join loan l on l.id = p.loan_id
        where p.status = 'FUNDED'
          and not exists (select from disbursement_order o where o.loan_id = p.loan_id and o.state <> 'RETURNED')
        order by not exists (select from loan_account a where a.loan_id = p.loan_id), l.loan_number limit $1`,
      [limit],
    )
  ).map(({ number }) => number)

const fileColumns = { id: 'uuid', methodPayment: 'smallint', orders: 'integer', amount: 'bigint' } as const

export async function insertFile(
  tx: Queryable,
  file: { id: string; methodPayment: 1 | 2; orders: number; amount: number },
): Promise<void> {
  await run(
    tx,
    'cash.disbursement-order.insert_file',
    `insert into disbursement_file (${columnNames(fileColumns)}) values (${placeholders(fileColumns)})`,
    oneRow(fileColumns, file),
  )
}

export type NewOrder = {
  id: string
  loanId: number
  accountVersion: number
  amount: number
  methodPayment: 1 | 2
  /** The file that lists it, and that the bank has from now on; or the network of its transfer. */
  fileId: string | null
  transferType: Destination['transferType'] | null
}

const orderColumns = {
  id: 'uuid',
  loanId: 'bigint',
  accountVersion: 'integer',
  amount: 'bigint',
  methodPayment: 'smallint',
  fileId: 'uuid',
  transferType: 'code',
} as const

export async function insertOrders(tx: Queryable, orders: readonly NewOrder[]): Promise<void> {
  await run(
    tx,
    'cash.disbursement-order.insert',
    `insert into disbursement_order (${columnNames(orderColumns)}, state, sent_at)
     select row.*, case when file_id is null then 'ORDERED' else 'SENT' end, case when file_id is not null then app_clock() end
       from ${unnestRows(orderColumns)}`,
    manyRows(orderColumns, orders),
  )
}

/** An order with its destination; amounts in whole rupiah, ages in seconds by the database's time. */
export type OrderRow = {
  id: string
  loanNumber: string
  state: OrderState
  amount: number
  methodPayment: 1 | 2
  transferType: Destination['transferType'] | null
  accountName: string
  accountNumber: string
  bankCode: string
  age: number
  /** Seconds since the bank got it; null before. */
  sentAge: number | null
}

const orderRow = `o.id, l.loan_number as "loanNumber", o.state, o.amount, o.method_payment as "methodPayment",
  o.transfer_type as "transferType", a.account_holder as "accountName", a.account_number as "accountNumber",
  a.bank_code as "bankCode", extract(epoch from app_clock() - o.created_at)::float8 as age,
  extract(epoch from app_clock() - o.sent_at)::float8 as "sentAge"`
const orderTables = `disbursement_order o join loan l on l.id = o.loan_id
  join loan_account a on a.loan_id = o.loan_id and a.version = o.account_version`

export const findOrder = (db: Queryable, id: string): Promise<OrderRow | undefined> =>
  maybe<OrderRow>(
    db,
    'cash.disbursement-order.find',
    `select ${orderRow} from ${orderTables} where o.id = $1`,
    [id],
  )

/** The orders of a file that the bank may still have to pay, by id. */
export const ordersOfFile = (
  db: Queryable,
  fileId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<OrderRow[]> =>
  many<OrderRow>(
    db,
    'cash.disbursement-order.of_file',
    `select ${orderRow} from ${orderTables}
      where o.file_id = $1 and o.state = 'SENT' and ($2::uuid is null or o.id > $2) order by o.id limit $3`,
    [fileId, after, limit],
  )

/** An order, locked, with the loan that it is of. */
export type LockedOrder = {
  id: string
  loanId: number
  loanNumber: string
  state: OrderState
  amount: number
  methodPayment: 1 | 2
  fileId: string | null
  sentAge: number | null
}

const lockedOrder = `o.id, o.loan_id as "loanId", o.state, o.amount, o.method_payment as "methodPayment",
  o.file_id as "fileId", extract(epoch from app_clock() - o.sent_at)::float8 as "sentAge"`

export const lockOrder = (tx: Queryable, id: string): Promise<Omit<LockedOrder, 'loanNumber'> | undefined> =>
  maybe<Omit<LockedOrder, 'loanNumber'>>(
    tx,
    'cash.disbursement-order.lock',
    `select ${lockedOrder} from disbursement_order o where o.id = $1 for update`,
    [id],
  )

/** The newest order of a loan, locked. */
export async function lockOrderOf(tx: Queryable, loanNumber: string): Promise<LockedOrder | undefined> {
  const found = await maybe<{ id: string }>(
    tx,
    'cash.disbursement-order.newest',
    `select o.id from disbursement_order o join loan l on l.id = o.loan_id
      where l.loan_number = $1 order by o.created_at desc, o.id desc limit 1`,
    [loanNumber],
  )
  const order = found && (await lockOrder(tx, found.id))
  return order && { ...order, loanNumber }
}

export type OrderEnd =
  | { state: 'ORDERED' | 'SENT' }
  | { state: 'PAID'; bankReference: string | null }
  | { state: 'COMPLETED' }
  | { state: 'RETURNED'; reason: string }

/** Sets the state of orders; the caller has locked them. */
export async function setOrders(tx: Queryable, ids: readonly string[], to: OrderEnd): Promise<void> {
  await run(
    tx,
    'cash.disbursement-order.set',
    `update disbursement_order
        set state = $2,
            sent_at = case when $2 = 'ORDERED' then null when $2 = 'RETURNED' then sent_at else coalesce(sent_at, app_clock()) end,
            ended_at = case when $2 in ('COMPLETED', 'RETURNED') then app_now() end,
            bank_reference = coalesce($3, bank_reference), end_reason = $4
      where id = any($1)`,
    [
      ids,
      to.state,
      to.state === 'PAID' ? to.bankReference : null,
      to.state === 'RETURNED' ? to.reason : null,
    ],
  )
}

/** What the bank's statements list of a loan's payment, less what came back of it; whole rupiah. */
export const listedOf = async (
  tx: Queryable,
  { loanNumber, methodPayment }: Pick<LockedOrder, 'loanNumber' | 'methodPayment'>,
): Promise<number> =>
  (
    await one<{ net: number }>(
      tx,
      'cash.disbursement-order.listed',
      `select coalesce(sum(case type when 'DEBIT' then amount else -amount end), 0)::bigint as net
         from bank_line_name where name = upper($1::text collate "C") and method_payment = $2`,
      [loanNumber, methodPayment],
    )
  ).net

/** An order that has not ended; `age` in hours. */
export type OpenOrder = Pick<
  OrderRow,
  'loanNumber' | 'amount' | 'methodPayment' | 'bankCode' | 'accountNumber'
> & {
  id: string
  state: OrderState
  fileId: string | null
  accountHolder: string
  age: number
}

/** Orders that have not ended, oldest first. */
export const openOrders = (db: Queryable, { limit, after }: Window = {}): Promise<OpenOrder[]> =>
  many<OpenOrder>(
    db,
    'cash.disbursement-order.open',
    `select o.id, l.loan_number as "loanNumber", o.state, o.amount, o.method_payment as "methodPayment", o.file_id as "fileId",
            a.bank_code as "bankCode", a.account_number as "accountNumber", a.account_holder as "accountHolder",
            floor(extract(epoch from app_now() - o.created_at) / 3600)::int as age
       from ${orderTables}
      where o.ended_at is null
        and ($1::uuid is null or (o.created_at, o.id) > (select created_at, id from disbursement_order where id = $1))
      order by o.created_at, o.id limit $2`,
    [after ?? null, limit ?? null],
  )
