import type { Context } from '../../context.ts'
import { bankPositions } from '../../books/index.ts'
import { many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'

/** A balance that a bank stated, and what our books expected there at that time, in whole rupiah. */
export type BalanceCheck = { methodPayment: 1 | 2; at: Date; amount: number; expected: number }

/**
 * Compares a balance that a bank stated with the books as of its time, and keeps the result: while the newest one is below
 * the books, no withdrawal is ordered at that bank. Transfers that may have left the bank and are not in the books yet do
 * not count as missing.
 */
export async function checkBalance(
  tx: Transaction,
  { config }: Context,
  { methodPayment, at, amount }: Omit<BalanceCheck, 'expected'>,
): Promise<BalanceCheck> {
  const moments = { 1: null, 2: null, [methodPayment]: at }
  const positions = await bankPositions(tx, moments, config.LOANS_THROUGH)
  const books = positions.find((position) => position.methodPayment === methodPayment)?.asOf ?? 0n
  const expected = Number(books) - (await underWay(tx, methodPayment, at))
  await run(
    tx,
    'cash.withdrawal.insert_balance_check',
    'insert into bank_balance_check (method_payment, at, amount, expected) values ($1, $2, $3, $4)',
    [methodPayment, at.toISOString(), amount, expected],
  )
  return { methodPayment, at, amount, expected }
}

/**
 * The sum of withdrawals and disbursements that were ordered by then and not in the books by then. The bank's clock may be behind ours by five
 * minutes.
 */
async function underWay(tx: Queryable, methodPayment: 1 | 2, at: Date): Promise<number> {
  const { amount } = await one<{ amount: number }>(
    tx,
    'cash.withdrawal.under_way_at',
    `select coalesce(sum(amount), 0)::bigint as amount from (
       select method_payment, sent_at, ended_at, amount from withdrawal
        union all select method_payment, sent_at, ended_at, amount from disbursement_order
     ) ordered
      where method_payment = $1 and sent_at < $2::timestamptz + interval '5 minutes'
        and (ended_at is null or ended_at > $2::timestamptz)`,
    [methodPayment, at.toISOString()],
  )
  return amount
}

const newest = `
  select distinct on (method_payment) method_payment as "methodPayment", at, amount, expected
    from bank_balance_check order by method_payment, checked_at desc`

/** The banks that had less than the books say when they last stated their balance. */
export const shortBanks = (db: Queryable): Promise<BalanceCheck[]> =>
  many<BalanceCheck>(
    db,
    'cash.withdrawal.short_banks',
    `select * from (${newest}) checked where amount < expected order by "methodPayment"`,
  )

/** Whether withdrawals through a bank wait, because it has less than the books say. */
export const isShort = async (db: Queryable, methodPayment: 1 | 2): Promise<boolean> =>
  (await maybe(
    db,
    'cash.withdrawal.is_short',
    `select from (select amount, expected from bank_balance_check where method_payment = $1
                   order by checked_at desc limit 1) checked
      where amount < expected`,
    [methodPayment],
  )) !== undefined

/** When a bank's balance was last compared, in seconds ago; null if never. */
export const sinceCheck = async (db: Queryable, methodPayment: 1 | 2): Promise<number | null> =>
  (
    await one<{ seconds: number | null }>(
      db,
      'cash.withdrawal.since_check',
      `select extract(epoch from app_clock() - max(checked_at))::float8 as seconds from bank_balance_check
        where method_payment = $1`,
      [methodPayment],
    )
  ).seconds
