import { many, type Queryable } from '../../platform/db/database.ts'

/** A lender and a payment method: 1 is BNI, 2 the other bank (specification, section 9). */
export type CashAccountQuery = { lenderId: number; methodPayment: 1 | 2 }

/**
 * The cash accounts for money of a payment method. Most lenders have one account for both methods; an additional one
 * holds money received at the other bank.
 * @returns the accounts by `cashAccountKey`; takes no locks
 */
export async function cashAccountsOf(
  db: Queryable,
  asked: readonly CashAccountQuery[],
): Promise<Map<string, number>> {
  const rows = await many<CashAccountQuery & { account: number }>(
    db,
    'books.ledger.cash_accounts',
    `select asked.lender_id as "lenderId", asked.method as "methodPayment", coalesce(additional.id, cash.id) as account
       from unnest($1::bigint[], $2::int[]) as asked (lender_id, method)
       join account cash on cash.kind = 'LENDER_CASH' and cash.owner_id = asked.lender_id
       left join account additional on asked.method = 2 and additional.kind = 'LENDER_CASH_ADDITIONAL'
         and additional.owner_id = asked.lender_id`,
    [asked.map(({ lenderId }) => lenderId), asked.map(({ methodPayment }) => methodPayment)],
  )
  return new Map(rows.map((row) => [cashAccountKey(row), row.account]))
}

export const cashAccountKey = ({ lenderId, methodPayment }: CashAccountQuery): string =>
  `${lenderId} ${methodPayment}`

/**
 * `cashAccountsOf` for one lender.
 * @throws when there is no such lender
 */
export async function cashAccountOf(db: Queryable, lenderId: number, methodPayment: 1 | 2): Promise<number> {
  const question = { lenderId, methodPayment }
  const account = (await cashAccountsOf(db, [question])).get(cashAccountKey(question))
  if (account === undefined) throw new Error(`lender ${lenderId} has no cash account`)
  return account
}

/** Balances of one cash account, whole rupiah: free, held for fundings, held for pending withdrawals. */
export type CashBalance = { available: number; reserved: number; withdrawing: number }

/** The balances of a lender's cash accounts; `additional` is null when there is only one. */
export async function cashBalancesOf(
  db: Queryable,
  lenderId: number,
): Promise<{ cash: CashBalance; additional: CashBalance | null }> {
  const rows = await many<{ kind: string; available: number; held: number; withdrawing: number }>(
    db,
    'books.ledger.cash_balances',
    `select a.kind, a.balance - a.held as available, a.held,
            coalesce((select sum(h.amount) from withdrawal w join hold h on h.id = w.id
                       where w.lender_id = $1 and w.ended_at is null and h.account_id = a.id), 0)::bigint as withdrawing
       from account a where a.owner_id = $1 and a.kind in ('LENDER_CASH', 'LENDER_CASH_ADDITIONAL')`,
    [lenderId],
  )
  const balanceOf = (kind: string): CashBalance | null => {
    const row = rows.find((one) => one.kind === kind)
    if (!row) return null
    const { available, held, withdrawing } = row
    return { available, reserved: held - withdrawing, withdrawing }
  }
  return {
    cash: balanceOf('LENDER_CASH') ?? { available: 0, reserved: 0, withdrawing: 0 },
    additional: balanceOf('LENDER_CASH_ADDITIONAL'),
  }
}
