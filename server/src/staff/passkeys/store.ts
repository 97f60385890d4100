import { many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { mostPasskeys } from '../../platform/passkeys/relying-party.ts'
import type { NewPasskey } from '../../platform/passkeys/verify.ts'
import { Refusal } from '../../platform/refusal.ts'

export type Passkey = {
  id: string
  staffId: number
  label: string
  publicKey: Buffer
  counter: number
  transports: string[]
  addedAt: Date
  usedAt: Date | null
}

const columns = `id, staff_id as "staffId", label, public_key as "publicKey", counter, transports,
  added_at as "addedAt", used_at as "usedAt"`

/** The passkeys of a person that are not revoked, oldest first. */
export const listPasskeys = (db: Queryable, staffId: number): Promise<Passkey[]> =>
  many<Passkey>(
    db,
    'staff.passkeys.list',
    `select ${columns} from staff_passkey where staff_id = $1 and ended_at is null order by added_at, id`,
    [staffId],
  )

/** A passkey that is not revoked. */
export const findPasskey = (db: Queryable, id: string): Promise<Passkey | undefined> =>
  maybe<Passkey>(
    db,
    'staff.passkeys.find',
    `select ${columns} from staff_passkey where id = $1 and ended_at is null`,
    [id],
  )

/** @throws Refusal PASSKEY_TAKEN if it was registered before, also by the same person; PASSKEYS_FULL */
export async function insertPasskey(tx: Transaction, staffId: number, passkey: NewPasskey): Promise<void> {
  if ((await countPasskeys(tx, staffId)) >= mostPasskeys) throw new Refusal('PASSKEYS_FULL')
  const { id, label, publicKey, counter, transports } = passkey
  const inserted = await run(
    tx,
    'staff.passkeys.insert',
    `insert into staff_passkey (id, staff_id, label, public_key, counter, transports)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [id, staffId, label, Buffer.from(publicKey), counter, [...transports]],
  )
  if (inserted === 0) throw new Refusal('PASSKEY_TAKEN')
}

/**
 * Notes that a passkey has signed.
 * @returns whether its counter went on: two that sign with the same count are copies (WebAuthn, section 7.2, step 22)
 */
export async function countUse(tx: Transaction, id: string, counter: number): Promise<boolean> {
  const counted = await run(
    tx,
    'staff.passkeys.use',
    `update staff_passkey set counter = $2, used_at = app_now()
      where id = $1 and ended_at is null and (counter < $2 or (counter = 0 and $2 = 0))`,
    [id, counter],
  )
  return counted === 1
}

/** Revokes one passkey of a person, or all of them. */
export const endPasskeys = (tx: Transaction, staffId: number, id: string | null): Promise<number> =>
  run(
    tx,
    'staff.passkeys.end',
    `update staff_passkey set ended_at = app_now()
      where staff_id = $1 and ended_at is null and ($2::text is null or id = $2)`,
    [staffId, id],
  )

export async function countPasskeys(db: Queryable, staffId: number): Promise<number> {
  const { count } = await one<{ count: number }>(
    db,
    'staff.passkeys.count',
    'select count(*) as count from staff_passkey where staff_id = $1 and ended_at is null',
    [staffId],
  )
  return count
}
