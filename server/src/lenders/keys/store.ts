import { many, maybe, type Queryable, run } from '../../platform/db/database.ts'
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
    `select k.id as "keyId", k.lender_id as "lenderId", k.access as right, k.networks, l.state, ${isStale} as "isStale"
       from partner_key k join lender l on l.id = k.lender_id
      where (k.secret_hash = $1 or k.former_hash = $1 and k.former_until > app_now())
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
    `select id, label, access as right, networks, last_day as "lastDay", made_at as "madeAt", rotated_at as "rotatedAt",
            case when former_until > app_now() then former_until end as "formerUntil", used_at as "usedAt"
       from partner_key where lender_id = $1 and revoked_at is null order by made_at desc, id desc`,
    [lenderId],
  )
