import { maybe, type Queryable, run } from '../platform/db/database.ts'
import { lockAccounts } from './accounts.ts'
import { LedgerBreach, post, type TransferKind } from './post.ts'

/** What money waits for. */
export type HoldPurpose = 'FUNDING'

export type HoldName = { purpose: HoldPurpose; ref: string }

type Hold = { id: string; account: number; amount: number; state: 'OPEN' | 'SETTLED' | 'RELEASED' }

/**
 * Reserves whole rupiah of an account: it stays there, but can be used for nothing else until it is settled or
 * released. The caller has locked the account and seen that the money is free.
 * @throws LedgerBreach where it is not.
 */
export async function reserve(
  tx: Queryable,
  id: string,
  name: HoldName,
  account: number,
  amount: number,
): Promise<void> {
  const changed = await run(
    tx,
    'ledger.reserve',
    `with held as (
       update account set held = held + $3 where id = $2 and authorising and balance - held >= $3 returning id
     )
     insert into hold (id, account_id, amount, purpose, ref) select $1, held.id, $3, $4, $5 from held`,
    [id, account, amount, name.purpose, name.ref],
  )
  if (changed !== 1) throw new LedgerBreach(`account ${account} has not ${amount} free`)
}

/** Turns what was reserved into a transfer to `credit`. A hold that has ended already stays as it is. */
export async function settle(
  tx: Queryable,
  name: HoldName,
  to: { credit: number; kind: TransferKind; newId: () => string },
): Promise<'settled' | 'ended'> {
  const hold = await lockHold(tx, name)
  if (hold.state !== 'OPEN') return 'ended'
  await lockAccounts(tx, [hold.account, to.credit])
  await endHold(tx, hold, 'SETTLED')
  await post(tx, {
    id: to.newId(),
    kind: to.kind,
    ref: name.ref,
    movements: [{ debit: hold.account, credit: to.credit, amount: hold.amount }],
    newId: to.newId,
  })
  return 'settled'
}

/** Gives back what was reserved. A hold that has ended already stays as it is. */
export async function release(tx: Queryable, name: HoldName): Promise<'released' | 'ended'> {
  const hold = await lockHold(tx, name)
  if (hold.state !== 'OPEN') return 'ended'
  await lockAccounts(tx, [hold.account])
  await endHold(tx, hold, 'RELEASED')
  return 'released'
}

async function lockHold(tx: Queryable, { purpose, ref }: HoldName): Promise<Hold> {
  const hold = await maybe<Hold>(
    tx,
    'ledger.hold',
    `select id, account_id as account, amount, state from hold where purpose = $1 and ref = $2 for update`,
    [purpose, ref],
  )
  if (!hold) throw new LedgerBreach(`nothing was reserved for ${purpose} ${ref}`)
  return hold
}

async function endHold(tx: Queryable, hold: Hold, state: 'SETTLED' | 'RELEASED'): Promise<void> {
  await run(tx, 'ledger.end_hold', `update hold set state = $2, ended_at = app_now() where id = $1`, [
    hold.id,
    state,
  ])
  await run(tx, 'ledger.unhold', `update account set held = held - $2 where id = $1`, [
    hold.account,
    hold.amount,
  ])
}
