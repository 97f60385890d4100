import { maybe, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Sealed } from '../../platform/keys/personal-data.ts'

/** `seconds` is the time of the database, which all processes share, as Unix time. */
export type StoredTotp = {
  secret: string
  lastStep: number
  seconds: number
  addedAt: Date
  usedAt: Date | null
}

export const findTotp = (db: Queryable, lenderId: number): Promise<StoredTotp | undefined> =>
  maybe<StoredTotp>(
    db,
    'lenders.factors.totp',
    `select secret, last_step as "lastStep", floor(extract(epoch from app_now()))::bigint as seconds,
            added_at as "addedAt", used_at as "usedAt"
       from lender_totp where lender_id = $1`,
    [lenderId],
  )

/**
 * Uses a code up: of several concurrent calls with codes of one step, one succeeds.
 * @param addedAt when the app was added that the code is of
 */
export async function useStep(
  tx: Transaction,
  lenderId: number,
  { step, addedAt }: { step: number; addedAt: Date },
): Promise<boolean> {
  const used = await run(
    tx,
    'lenders.factors.use_totp',
    `update lender_totp set last_step = $2, used_at = app_now()
      where lender_id = $1 and last_step < $2 and date_trunc('milliseconds', added_at) = $3`,
    [lenderId, step, addedAt],
  )
  return used === 1
}

/** Shows a secret to one session, which confirms it within ten minutes; an earlier offer is over. */
export async function insertTotpOffer(
  tx: Transaction,
  { lenderId, session, secret }: { lenderId: number; session: Buffer; secret: string },
): Promise<void> {
  await run(
    tx,
    'lenders.factors.offer_totp',
    `insert into totp_offer (lender_id, session_hash, secret, expires_at)
     values ($1, $2, $3, app_now() + interval '10 minutes')
     on conflict (lender_id) do update
       set session_hash = excluded.session_hash, secret = excluded.secret, expires_at = excluded.expires_at`,
    [lenderId, session, new Sealed(secret)],
  )
}

export const findTotpOffer = (
  db: Queryable,
  { lenderId, session }: { lenderId: number; session: Buffer },
): Promise<{ secret: string; seconds: number } | undefined> =>
  maybe(
    db,
    'lenders.factors.totp_offer',
    `select secret, floor(extract(epoch from app_now()))::bigint as seconds from totp_offer
      where lender_id = $1 and session_hash = $2 and expires_at > app_now()`,
    [lenderId, session],
  )

/**
 * Makes the offered secret the lender's app, in place of an earlier one.
 * @param step the code that confirmed it, which does not work again
 * @returns false if the offer is over
 */
export async function acceptTotpOffer(
  tx: Transaction,
  { lenderId, session, step }: { lenderId: number; session: Buffer; step: number },
): Promise<boolean> {
  const accepted = await run(
    tx,
    'lenders.factors.accept_totp',
    `with taken as (
       delete from totp_offer where lender_id = $1 and session_hash = $2 and expires_at > app_now()
       returning lender_id, secret
     )
     insert into lender_totp (lender_id, secret, last_step) select lender_id, secret, $3 from taken
     on conflict (lender_id) do update
       set secret = excluded.secret, last_step = excluded.last_step, added_at = app_now(), used_at = null`,
    [lenderId, session, step],
  )
  return accepted === 1
}

export async function deleteTotp(tx: Transaction, lenderId: number): Promise<number> {
  await run(tx, 'lenders.factors.delete_totp_offer', 'delete from totp_offer where lender_id = $1', [
    lenderId,
  ])
  return run(tx, 'lenders.factors.delete_totp', 'delete from lender_totp where lender_id = $1', [lenderId])
}
