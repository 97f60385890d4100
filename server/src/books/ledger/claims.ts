import { maybe, one, type Queryable } from '../../platform/db/database.ts'
import { type AccountKind, accountOf, openAccount } from './accounts.ts'
import { post } from './post.ts'
import { recordedBalance } from './recorded-balance.ts'

/**
 * The receivable account for each kind of income: if income is reversed after it was paid out, the recipient owes it
 * back.
 */
const receivableOf = {
  TAX_PAYABLE: 'TAX_RECEIVABLE',
  PLATFORM_FEE: 'PLATFORM_FEE_RECEIVABLE',
  TRANSFER_FEE: 'TRANSFER_FEE_RECEIVABLE',
} as const satisfies Partial<Record<AccountKind, AccountKind>>

/** Clearing account kinds whose recipient may have to return a part of a payout. */
export type ClaimableKind = keyof typeof receivableOf
type Owner = { kind: ClaimableKind; ownerId: number }
type Random = { id: () => number; uuid: () => string }

export const isClaimable = (kind: string): kind is ClaimableKind => kind in receivableOf

/**
 * Serialises payouts and claims of a clearing account with an advisory lock, because a recording account has no balance
 * row to lock.
 */
export async function lockClearing(tx: Queryable, kind: AccountKind, ownerId: number): Promise<void> {
  await one(tx, 'books.ledger.lock_clearing', 'select pg_advisory_xact_lock(hashtext($1))::text as locked', [
    `clearing ${kind} ${ownerId}`,
  ])
}

/**
 * If accounts fell below zero because reversed income had already been paid out, claims the shortfall as a receivable
 * from the recipient.
 * @param ref the reversal
 * @returns the claimed amount in whole rupiah
 */
export async function claimShortfalls(
  tx: Queryable,
  random: Random,
  kinds: readonly Owner[],
  ref: string,
): Promise<number> {
  let claimed = 0
  for (const { kind, ownerId } of kinds.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))) {
    await lockClearing(tx, kind, ownerId)
    if (!(await wasPaidOut(tx, kind, ownerId))) continue
    const balance = await recordedBalance(tx, kind, ownerId)
    if (balance >= 0) continue
    await post(tx, {
      id: random.uuid(),
      kind: 'CLAIM',
      ref,
      movements: [
        {
          debit: await openAccount(tx, random.id(), receivableOf[kind], ownerId),
          credit: await accountOf(tx, kind, ownerId),
          amount: -balance,
        },
      ],
      newId: random.uuid,
    })
    claimed -= balance
  }
  return claimed
}

/** Whether an account ever had a payout. One without payouts cannot be short, so it need not be summed. */
const wasPaidOut = async (tx: Queryable, kind: ClaimableKind, ownerId: number): Promise<boolean> =>
  (await maybe(
    tx,
    'books.ledger.was_paid_out',
    'select 1 from payout where account_kind = $1 and owner_id = $2 limit 1',
    [kind, ownerId],
  )) !== undefined

/**
 * Subtracts a recipient's debt from the amount due to them. The caller has locked the account (lockClearing).
 * @returns the subtracted amount in whole rupiah
 */
export async function setOff(tx: Queryable, random: Random, { kind, ownerId }: Owner): Promise<number> {
  const owed = -(await recordedBalance(tx, receivableOf[kind], ownerId))
  if (owed <= 0) return 0
  const amount = Math.min(owed, await recordedBalance(tx, kind, ownerId))
  if (amount <= 0) return 0
  await post(tx, {
    id: random.uuid(),
    kind: 'SET_OFF',
    ref: random.uuid(),
    movements: [
      {
        debit: await accountOf(tx, kind, ownerId),
        credit: await accountOf(tx, receivableOf[kind], ownerId),
        amount,
      },
    ],
    newId: random.uuid,
  })
  return amount
}
