import { maybe, type Queryable, run } from '../../platform/db/database.ts'
import { Lookup, SearchKey } from '../../platform/keys/personal-data.ts'

const otpSeconds = 300
const otpTries = 3

type NewOtp = { transactionId: string; createdAt: Date; expiresAt: Date }

/**
 * Replaces the code of a number, unless the present one is younger than `resendSeconds`. The code itself is created
 * when the message is sent.
 */
export function replaceOtp(
  tx: Queryable,
  otp: { phone: string; lenderId: number | null; transactionId: string; resendSeconds: number },
): Promise<NewOtp | undefined> {
  return maybe<NewOtp>(
    tx,
    'lenders.auth.replace_code',
    `insert into otp (phone, transaction_id, lender_id, tries_left, expires_at)
     values ($1, $2, $3, $4, app_now() + $5 * interval '1 second')
     on conflict (phone) do update
       set transaction_id = excluded.transaction_id, lender_id = excluded.lender_id, code_hash = null,
           tries_left = excluded.tries_left, created_at = app_now(), expires_at = excluded.expires_at,
           matched_at = null
       where otp.created_at <= app_now() - $6 * interval '1 second'
     returning transaction_id as "transactionId", created_at as "createdAt", expires_at as "expiresAt"`,
    [new SearchKey(otp.phone), otp.transactionId, otp.lenderId, otpTries, otpSeconds, otp.resendSeconds],
  )
}

/** Whole seconds, at least one, until another code may be requested for this number. */
export async function secondsToWait(tx: Queryable, phone: string, resendSeconds: number): Promise<number> {
  const row = await maybe<{ seconds: number }>(
    tx,
    'lenders.auth.wait_for_code',
    `select ceil(extract(epoch from created_at - app_now()) + $2)::bigint as seconds from otp where phone = any($1)
      order by created_at desc limit 1`,
    [new Lookup(phone), resendSeconds],
  )
  return Math.max(1, row?.seconds ?? 1)
}

type OtpToSend = { phone: string | null; lenderId: number | null }

/** The recipient of a code that can still be used; the number is null if the lender's number has changed since. */
export function findOtpToSend(db: Queryable, transactionId: string): Promise<OtpToSend | undefined> {
  return maybe<OtpToSend>(
    db,
    'lenders.auth.code_to_send',
    `select l.phone, l.id as "lenderId" from otp o left join lender l on l.id = o.lender_id and l.phone_search = o.phone
      where o.transaction_id = $1 and o.matched_at is null and o.expires_at > app_now()`,
    [transactionId],
  )
}

/** Stores the hash of the code about to be sent; earlier messages of the same transaction become invalid. */
export function storeCodeHash(tx: Queryable, transactionId: string, codeHash: string): Promise<number> {
  return run(
    tx,
    'lenders.auth.store_code_hash',
    `update otp set code_hash = $2 where transaction_id = $1 and matched_at is null and expires_at > app_now()`,
    [transactionId, codeHash],
  )
}

export type TriedOtp = { lenderId: number | null; codeHash: string | null }

/** Counts an attempt at an open code; undefined if the code has ended. */
export function consumeOtpTry(
  tx: Queryable,
  phone: string,
  transactionId: string,
): Promise<TriedOtp | undefined> {
  return maybe<TriedOtp>(
    tx,
    'lenders.auth.try_code',
    `update otp set tries_left = tries_left - 1
      where phone = any($1) and transaction_id = $2 and matched_at is null and tries_left > 0 and expires_at > app_now()
      returning lender_id as "lenderId", code_hash as "codeHash"`,
    [new Lookup(phone), transactionId],
  )
}

/**
 * Marks a code as matched; of several concurrent calls only one succeeds.
 * @returns the search key of its phone number
 */
export function markMatched(
  tx: Queryable,
  { transactionId, codeHash }: { transactionId: string; codeHash: string },
): Promise<{ phoneSearch: string } | undefined> {
  return maybe<{ phoneSearch: string }>(
    tx,
    'lenders.auth.match_code',
    `update otp set matched_at = app_now()
      where transaction_id = $1 and code_hash = $2 and matched_at is null and expires_at > app_now()
      returning phone as "phoneSearch"`,
    [transactionId, codeHash],
  )
}
