import { many, maybe, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { mostPasskeys } from '../../platform/passkeys/relying-party.ts'
import type { NewPasskey } from '../../platform/passkeys/verify.ts'
import { Refusal } from '../../platform/refusal.ts'

export type LenderPasskey = {
  id: string
  label: string
  publicKey: Buffer
  counter: number
  transports: string[]
  addedAt: Date
  usedAt: Date | null
}

const columns = `id, label, public_key as "publicKey", counter, transports, added_at as "addedAt", used_at as "usedAt"`

/** The passkeys of a lender that are not revoked, oldest first. */
export const listPasskeys = (db: Queryable, lenderId: number): Promise<LenderPasskey[]> =>
  many<LenderPasskey>(
    db,
    'lenders.factors.passkeys',
    `select ${columns} from lender_passkey where lender_id = $1 and ended_at is null order by added_at, id`,
    [lenderId],
  )

/** A passkey of this lender that is not revoked. */
export const findPasskey = (
  db: Queryable,
  lenderId: number,
  id: string,
): Promise<LenderPasskey | undefined> =>
  maybe<LenderPasskey>(
    db,
    'lenders.factors.passkey',
    `select ${columns} from lender_passkey where id = $2 and lender_id = $1 and ended_at is null`,
    [lenderId, id],
  )

/**
 * Stores a passkey of a lender whose row the caller has locked.
 * @throws Refusal PASSKEY_TAKEN if it was registered before, by anybody; PASSKEYS_FULL
 */
export async function insertPasskey(tx: Transaction, lenderId: number, passkey: NewPasskey): Promise<void> {
  if ((await listPasskeys(tx, lenderId)).length >= mostPasskeys) throw new Refusal('PASSKEYS_FULL')
  const { id, label, publicKey, counter, transports } = passkey
  const inserted = await run(
    tx,
    'lenders.factors.insert_passkey',
    `insert into lender_passkey (id, lender_id, label, public_key, counter, transports)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [id, lenderId, label, Buffer.from(publicKey), counter, [...transports]],
  )
  if (inserted === 0) throw new Refusal('PASSKEY_TAKEN')
}

/**
 * Notes that a passkey has signed.
 * @returns whether its counter went on: two that sign with the same count are copies (WebAuthn, section 7.2, step 22)
 */
export async function countUse(
  tx: Transaction,
  lenderId: number,
  used: { id: string; counter: number },
): Promise<boolean> {
  const counted = await run(
    tx,
    'lenders.factors.use_passkey',
    `update lender_passkey set counter = $3, used_at = app_now()
      where id = $2 and lender_id = $1 and ended_at is null and (counter < $3 or (counter = 0 and $3 = 0))`,
    [lenderId, used.id, used.counter],
  )
  return counted === 1
}

/** Revokes one passkey of a lender, or all of them. */
export const endPasskeys = (tx: Transaction, lenderId: number, id: string | null): Promise<number> =>
  run(
    tx,
    'lenders.factors.end_passkeys',
    `update lender_passkey set ended_at = app_now()
      where lender_id = $1 and ended_at is null and ($2::text is null or id = $2)`,
    [lenderId, id],
  )
