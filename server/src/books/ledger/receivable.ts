import { many, type Queryable, run } from '../../platform/db/database.ts'
import { type Account, type AccountKind, lockAccounts, openAccount } from './accounts.ts'
import { post } from './post.ts'

type Random = { id: () => number; uuid: () => string }

/** The kinds of cash account, in the order in which a receivable is collected from them. */
const cashKinds = ['LENDER_CASH', 'LENDER_CASH_ADDITIONAL'] as const satisfies AccountKind[]

/** Lenders who owe something after a correction and have free cash now. */
export const lendersWithReceivables = (db: Queryable): Promise<{ lenderId: number; owed: number }[]> =>
  many(
    db,
    'books.ledger.lenders_with_receivables',
    `select r.lender_id as "lenderId", r.owed from lender_receivable r
      where r.owed > 0 and exists (
              select from account a where a.kind = any($1) and a.owner_id = r.lender_id and a.balance > a.held)
      order by r.lender_id`,
    [cashKinds],
  )

/**
 * Collects these lenders' receivables from their free cash, from the additional account last. Locks their cash accounts
 * in the order of their ids.
 * @returns the collected amount in whole rupiah
 */
export async function collectReceivables(
  tx: Queryable,
  random: Random,
  lenderIds: readonly number[],
): Promise<number> {
  const owing = await many<{ lenderId: number; owed: number }>(
    tx,
    'books.ledger.owed',
    `select lender_id as "lenderId", owed from lender_receivable where lender_id = any($1) and owed > 0`,
    [lenderIds],
  )
  if (owing.length === 0) return 0
  const lenders = owing.map(({ lenderId }) => lenderId)
  const accounts = await lockCashAccounts(tx, lenders)
  // The lock on the cash accounts prevents concurrent collections from the same lender.
  const debts = await many<{ lenderId: number; owed: number }>(
    tx,
    'books.ledger.owed_locked',
    `select lender_id as "lenderId", owed from lender_receivable where lender_id = any($1) and owed > 0
      order by lender_id for update`,
    [lenders],
  )
  let collected = 0
  for (const { lenderId, owed } of debts) {
    let left = owed
    for (const cash of cashAccountsIn(accounts, lenderId)) {
      const amount = Math.min(left, cash.balance - cash.held)
      if (amount <= 0) continue
      await recover(tx, random, cash, amount)
      left -= amount
    }
    collected += owed - left
  }
  return collected
}

const lockCashAccounts = async (tx: Queryable, lenderIds: readonly number[]): Promise<Account[]> => {
  const rows = await many<{ id: number }>(
    tx,
    'books.ledger.cash_accounts_of',
    'select id from account where kind = any($1) and owner_id = any($2)',
    [cashKinds, lenderIds],
  )
  const locked = await lockAccounts(
    tx,
    rows.map(({ id }) => id),
  )
  return [...locked.values()]
}

const cashAccountsIn = (accounts: readonly Account[], lenderId: number): Account[] =>
  cashKinds.flatMap((kind) => accounts.filter((one) => one.kind === kind && one.ownerId === lenderId))

async function recover(tx: Queryable, random: Random, cash: Account, amount: number): Promise<void> {
  const { ownerId: lenderId } = cash
  const id = random.uuid()
  const credit = await openAccount(tx, random.id(), 'LENDER_RECEIVABLE', lenderId)
  await post(tx, {
    id: random.uuid(),
    kind: 'RECOVERY',
    ref: id,
    movements: [{ debit: cash.id, credit, amount }],
    newId: random.uuid,
  })
  await run(
    tx,
    'books.ledger.collected',
    `with paid as (update lender_receivable set owed = owed - $3 where lender_id = $1)
     insert into lender_correction (lender_id, id, type, amount) values ($1, $2, 5, -$3::bigint)`,
    [lenderId, id, amount],
  )
}

/**
 * If a cash account lacks money for a payment that the bank has already sent, advances the shortfall as a receivable,
 * so that the payment can be posted in full. The lender's history shows it with the withdrawal (type 6). The caller has
 * locked the cash account.
 * @returns the advanced amount in whole rupiah
 */
export async function advanceCash(
  tx: Queryable,
  random: Random,
  cash: Pick<Account, 'id' | 'ownerId' | 'balance' | 'held'>,
  wanted: number,
): Promise<number> {
  const amount = Math.max(0, wanted - (cash.balance - cash.held))
  if (amount === 0) return 0
  const id = random.uuid()
  await post(tx, {
    id: random.uuid(),
    kind: 'ADVANCE',
    ref: id,
    movements: [
      {
        debit: await openAccount(tx, random.id(), 'LENDER_RECEIVABLE', cash.ownerId),
        credit: cash.id,
        amount,
      },
    ],
    newId: random.uuid,
  })
  await run(
    tx,
    'books.ledger.advanced',
    `with owed as (
       insert into lender_receivable (lender_id, owed) values ($1, $3)
       on conflict (lender_id) do update set owed = lender_receivable.owed + excluded.owed
     )
     insert into lender_correction (lender_id, id, type, amount) values ($1, $2, 6, $3::bigint)`,
    [cash.ownerId, id, amount],
  )
  return amount
}
