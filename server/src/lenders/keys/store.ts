import { many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { FoundKey } from '../../platform/http/requests.ts'

/** A key is not noted as used more often than once a minute. */
const isStale = `(used_at is null or used_at < app_now() - interval '1 minute')`

/** The live key that a secret opens, also the secret of before within a day after a rotation. */
export const findKey = (
  db: Queryable,
  hash: Buffer,
): Promise<(FoundKey & { isStale: boolean }) | undefined> =>
  maybe<FoundKey & { isStale: boolean }>(
    db,
    'lenders.keys.find',
    `select k.id as "keyId", k.lender_id as "lenderId", k.access as right, k.networks, ${isStale} as "isStale"
       from partner_key k join lender l on l.id = k.lender_id
      where l.state = 'ACTIVE' and (k.secret_hash = $1 or k.former_hash = $1 and k.former_until > app_now())
        and k.revoked_at is null and (k.last_day is null or k.last_day >= business_day(app_now()))`,
    [hash],
  )

export const touchKey = (tx: Transaction, keyId: string): Promise<number> =>
  run(
    tx,
    'lenders.keys.touch',
    `update partner_key set used_at = app_now() where id = $1 and revoked_at is null and ${isStale}`,
    [keyId],
  )

export type KeyRow = {
  id: string
  label: string
  right: FoundKey['right']
  networks: string[]
  lastDay: string | null
  isPastLastDay: boolean
  madeAt: Date
  rotatedAt: Date | null
  /** Until when the secret of before works; null if it does not. */
  formerUntil: Date | null
  usedAt: Date | null
}

/** The keys of a lender that were not revoked, the newest first. */
export const keysOf = (db: Queryable, lenderId: number): Promise<KeyRow[]> =>
  many<KeyRow>(
    db,
    'lenders.keys.list',
    `select id, label, access as right, networks, last_day as "lastDay",
            coalesce(last_day < business_day(app_now()), false) as "isPastLastDay", made_at as "madeAt", rotated_at as "rotatedAt",
            case when former_until > app_now() then former_until end as "formerUntil", used_at as "usedAt"
       from partner_key where lender_id = $1 and revoked_at is null order by made_at desc, id desc`,
    [lenderId],
  )

export type NewKey = {
  id: string
  lenderId: number
  maker: number
  label: string
  right: FoundKey['right']
  networks: readonly string[]
  lastDay: string | null
  hash: Buffer
}

/** The keys of a lender that work, and whether a last day would be past. The caller holds the lock of the account. */
export const countKeys = (
  tx: Transaction,
  lenderId: number,
  lastDay: string | null,
): Promise<{ keys: number; isPast: boolean }> =>
  one(
    tx,
    'lenders.keys.count',
    `select (select count(*) from partner_key
              where lender_id = $1 and revoked_at is null
                and (last_day is null or last_day >= business_day(app_now()))) as keys,
            coalesce($2::date < business_day(app_now()), false) as "isPast"`,
    [lenderId, lastDay],
  )

export const insertKey = (tx: Transaction, key: NewKey): Promise<number> =>
  run(
    tx,
    'lenders.keys.insert',
    `insert into partner_key (id, lender_id, maker, label, access, networks, last_day, secret_hash)
     values ($1, $2, $3, $4, $5, $6::text[], $7, $8)`,
    [key.id, key.lenderId, key.maker, key.label, key.right, key.networks, key.lastDay, key.hash],
  )

/**
 * The maker of a key that works and proposes, until the transaction ends: who ends the key waits.
 * @returns undefined if it ended meanwhile
 */
export const lockProposingKey = (
  tx: Transaction,
  { lenderId, keyId }: { lenderId: number; keyId: string },
): Promise<{ maker: number } | undefined> =>
  maybe<{ maker: number }>(
    tx,
    'lenders.keys.lock_proposing',
    `select maker from partner_key
      where id = $1 and lender_id = $2 and access = 'PROPOSE' and revoked_at is null
        and (last_day is null or last_day >= business_day(app_now())) for no key update`,
    [keyId, lenderId],
  )

/** Whether a key only proposes in the name of somebody else than this login. */
export async function proposesForOther(
  tx: Transaction,
  { lenderId, id, login }: { lenderId: number; id: string; login: number },
): Promise<boolean> {
  const found = await maybe(
    tx,
    'lenders.keys.of_other',
    `select 1 from partner_key where lender_id = $1 and id = $2 and access = 'PROPOSE' and maker <> $3 and revoked_at is null`,
    [lenderId, id, login],
  )
  return found !== undefined
}

/**
 * Gives a key of this lender another secret; the one of before works for another day.
 * @returns the name of the key; undefined if there is none that works
 */
export const rotateSecret = (
  tx: Transaction,
  { lenderId, id, hash }: { lenderId: number; id: string; hash: Buffer },
): Promise<{ label: string } | undefined> =>
  maybe(
    tx,
    'lenders.keys.rotate',
    `update partner_key set former_hash = secret_hash, former_until = app_now() + interval '1 day', secret_hash = $3,
                            rotated_at = app_now()
      where lender_id = $1 and id = $2 and revoked_at is null
        and (last_day is null or last_day >= business_day(app_now()))
     returning label`,
    [lenderId, id, hash],
  )

/** @returns the name of the key; undefined if this lender has none that was not revoked */
export const revokeOneKey = (
  tx: Transaction,
  { lenderId, id }: { lenderId: number; id: string },
): Promise<{ label: string } | undefined> =>
  maybe(
    tx,
    'lenders.keys.revoke',
    `update partner_key set revoked_at = app_now() where lender_id = $1 and id = $2 and revoked_at is null returning label`,
    [lenderId, id],
  )

/**
 * Revokes the keys that a login made, and so has seen, of its own account or its company's. The caller has locked its row.
 * @param ofAccount whether those of its account end too, whoever made them
 */
export const revokeKeysOf = (
  tx: Transaction,
  login: number,
  { ofAccount }: { ofAccount: boolean },
): Promise<number> =>
  run(
    tx,
    'lenders.keys.revoke_of_login',
    `update partner_key set revoked_at = app_now()
      where lender_id in ($1, (select company_id from lender where id = $1)) and (maker = $1 or $2 and lender_id = $1)
        and revoked_at is null`,
    [login, ofAccount],
  )
