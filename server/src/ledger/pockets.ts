import { many, type Queryable } from '../platform/db/database.ts'

/** Whose cash, and by which payment method: 1 is BNI, 2 the other bank (specification, section 9). */
export type PocketQuestion = { lenderId: number; methodPayment: 1 | 2 }

/**
 * The cash account that money of a payment method goes to and comes from. Most lenders have one pocket for both; who
 * has a second one has there what came in at the other bank.
 * @returns the account by `pocketKey`; nothing is locked
 */
export async function pocketsOf(
  db: Queryable,
  asked: readonly PocketQuestion[],
): Promise<Map<string, number>> {
  const rows = await many<PocketQuestion & { account: number }>(
    db,
    'ledger.pockets',
    `select asked.lender_id as "lenderId", asked.method as "methodPayment", coalesce(additional.id, cash.id) as account
       from unnest($1::bigint[], $2::int[]) as asked (lender_id, method)
       join account cash on cash.kind = 'LENDER_CASH' and cash.owner_id = asked.lender_id
       left join account additional on asked.method = 2 and additional.kind = 'LENDER_CASH_ADDITIONAL'
         and additional.owner_id = asked.lender_id`,
    [asked.map(({ lenderId }) => lenderId), asked.map(({ methodPayment }) => methodPayment)],
  )
  return new Map(rows.map((row) => [pocketKey(row), row.account]))
}

export const pocketKey = ({ lenderId, methodPayment }: PocketQuestion): string =>
  `${lenderId} ${methodPayment}`

/** The same for one lender. @throws where there is no such lender */
export async function pocketOf(db: Queryable, lenderId: number, methodPayment: 1 | 2): Promise<number> {
  const question = { lenderId, methodPayment }
  const account = (await pocketsOf(db, [question])).get(pocketKey(question))
  if (account === undefined) throw new Error(`lender ${lenderId} has no cash account`)
  return account
}

/** Cash of one pocket, whole rupiah: free, and held for fundings or for withdrawals that are under way. */
export type Purse = { available: number; reserved: number; withdrawing: number }

/** Both pockets of a lender; `additional` is null where there is one only. */
export async function pursesOf(
  db: Queryable,
  lenderId: number,
): Promise<{ cash: Purse; additional: Purse | null }> {
  const rows = await many<{ kind: string; available: number; held: number; withdrawing: number }>(
    db,
    'ledger.purses',
    `select a.kind, a.balance - a.held as available, a.held,
            coalesce((select sum(h.amount) from withdrawal w join hold h on h.id = w.id
                       where w.lender_id = $1 and w.ended_at is null and h.account_id = a.id), 0)::bigint as withdrawing
       from account a where a.owner_id = $1 and a.kind in ('LENDER_CASH', 'LENDER_CASH_ADDITIONAL')`,
    [lenderId],
  )
  const purse = (kind: string): Purse | null => {
    const row = rows.find((one) => one.kind === kind)
    if (!row) return null
    const { available, held, withdrawing } = row
    return { available, reserved: held - withdrawing, withdrawing }
  }
  return {
    cash: purse('LENDER_CASH') ?? { available: 0, reserved: 0, withdrawing: 0 },
    additional: purse('LENDER_CASH_ADDITIONAL'),
  }
}
