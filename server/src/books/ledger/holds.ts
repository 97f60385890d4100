import { many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import { manyRows, unnestRows } from '../../platform/db/rows.ts'
import { lockAccounts } from './accounts.ts'
import { type Journal, LedgerBreach, type TransferKind } from './journal.ts'
import { postMany } from './post-many.ts'
import { post } from './post.ts'

export type HoldPurpose = 'FUNDING' | 'BULK_FUNDING' | 'WITHDRAWAL'

/** A hold to create; its id is that of the funding or withdrawal that it is for. */
export type NewHold = { id: string; account: number; amount: number }

type Hold = NewHold & { state: 'OPEN' | 'SETTLED' | 'RELEASED' }

const holdColumns = { id: 'uuid', account: 'bigint', amount: 'bigint' } as const

/**
 * Holds amounts on accounts until they are settled or released. The caller has locked the accounts and checked that the
 * money is free.
 * @throws if it is not, by a database constraint
 */
export async function reserve(tx: Queryable, purpose: HoldPurpose, holds: readonly NewHold[]): Promise<void> {
  await run(
    tx,
    'books.ledger.reserve',
    `with wanted as (
       select * from ${unnestRows(holdColumns, 2)}
     ), held as (
       update account a set held = a.held + w.amount
         from (select account, sum(amount)::bigint as amount from wanted group by account) w
        where a.id = w.account and a.authorising returning a.id
     )
     insert into hold (id, purpose, account_id, amount)
     select w.id, $1, held.id, w.amount from wanted w left join held on held.id = w.account`,
    [purpose, ...manyRows(holdColumns, holds)],
  )
}

/** Settles a hold with a transfer to the account `credit`. A hold that has ended stays unchanged. */
export const settle = (
  tx: Queryable,
  id: string,
  { credit, ...how }: { credit: number; kind: TransferKind; newId: () => string },
): Promise<'settled' | 'ended'> => end(tx, id, how, (whole) => [{ credit, amount: whole }])

/**
 * Settles a hold in parts, each to its own account, with one journal; empty parts are left out.
 * @throws LedgerBreach when the parts do not add up to the hold
 */
export const settleParts = (
  tx: Queryable,
  id: string,
  { parts, ...how }: { parts: readonly Part[]; kind: TransferKind; newId: () => string },
): Promise<'settled' | 'ended'> => end(tx, id, how, () => parts.filter(({ amount }) => amount !== 0))

type Part = { credit: number; amount: number }

async function end(
  tx: Queryable,
  id: string,
  { kind, newId }: { kind: TransferKind; newId: () => string },
  partsOf: (whole: number) => readonly Part[],
): Promise<'settled' | 'ended'> {
  const hold = await lockHold(tx, id)
  if (hold.state !== 'OPEN') return 'ended'
  const parts = partsOf(hold.amount)
  if (parts.reduce((sum, { amount }) => sum + amount, 0) !== hold.amount) {
    throw new LedgerBreach(`the parts of hold ${id} are not the ${hold.amount} that were reserved`)
  }
  await lockAccounts(tx, [hold.account, ...parts.map(({ credit }) => credit)])
  await endHold(tx, hold, 'SETTLED')
  await post(tx, {
    id: newId(),
    kind,
    ref: id,
    movements: parts.map(({ credit, amount }) => ({ debit: hold.account, credit, amount })),
    newId,
  })
  return 'settled'
}

/** Releases a hold. A hold that has ended stays unchanged. */
export async function release(tx: Queryable, id: string): Promise<'released' | 'ended'> {
  const hold = await lockHold(tx, id)
  if (hold.state !== 'OPEN') return 'ended'
  await lockAccounts(tx, [hold.account])
  await endHold(tx, hold, 'RELEASED')
  return 'released'
}

/** Releases many open holds. The caller has locked their accounts. */
export const releaseMany = async (tx: Queryable, ids: readonly string[]): Promise<void> => {
  await endHolds(tx, ids, 'RELEASED')
}

/**
 * Settles many open holds, each with a journal of its own to the account `credit`. The caller has locked the accounts.
 * @throws LedgerBreach when one of them is not open; the transaction must be rolled back then
 */
export async function settleMany(
  tx: Queryable,
  settlements: readonly { id: string; credit: number }[],
  { kind, newId }: { kind: TransferKind; newId: () => string },
): Promise<void> {
  const ended = await endHolds(
    tx,
    settlements.map(({ id }) => id),
    'SETTLED',
  )
  const holds = new Map(ended.map((hold) => [hold.id, hold]))
  const journals = settlements.map(({ id, credit }): Journal => {
    const hold = holds.get(id)
    if (!hold) throw new LedgerBreach(`hold ${id} was settled twice`)
    holds.delete(id)
    const movements = [{ debit: hold.account, credit, amount: hold.amount }]
    return { id: newId(), kind, ref: id, movements, newId }
  })
  for (const breach of await postMany(tx, journals)) if (breach) throw breach
}

/** Ends many open holds: what they held of their accounts is free. */
async function endHolds(
  tx: Queryable,
  ids: readonly string[],
  state: 'SETTLED' | 'RELEASED',
): Promise<NewHold[]> {
  if (ids.length === 0) return []
  const ended = await many<NewHold>(
    tx,
    'books.ledger.end_holds',
    `with ended as (
       update hold set state = $2, ended_at = app_now() where id = any($1) and state = 'OPEN'
       returning id, account_id as account, amount
     ), freed as (
       update account a set held = a.held - e.amount
         from (select account, sum(amount)::bigint as amount from ended group by account) e
        where a.id = e.account
     )
     select id, account, amount from ended`,
    [ids, state],
  )
  if (ended.length !== ids.length) throw new LedgerBreach('a hold that is ended was not open')
  return ended
}

export async function accountOfHold(tx: Queryable, id: string): Promise<number> {
  const { account } = await one<{ account: number }>(
    tx,
    'books.ledger.account_of_hold',
    'select account_id as account from hold where id = $1',
    [id],
  )
  return account
}

async function lockHold(tx: Queryable, id: string): Promise<Hold> {
  const hold = await maybe<Hold>(
    tx,
    'books.ledger.hold',
    `select id, account_id as account, amount, state from hold where id = $1 for update`,
    [id],
  )
  if (!hold) throw new LedgerBreach(`nothing was reserved for ${id}`)
  return hold
}

async function endHold(tx: Queryable, hold: Hold, state: 'SETTLED' | 'RELEASED'): Promise<void> {
  await run(tx, 'books.ledger.end_hold', `update hold set state = $2, ended_at = app_now() where id = $1`, [
    hold.id,
    state,
  ])
  await run(tx, 'books.ledger.unhold', `update account set held = held - $2 where id = $1`, [
    hold.account,
    hold.amount,
  ])
}
