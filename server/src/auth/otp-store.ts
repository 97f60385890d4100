import { maybe, type Queryable, run } from '../platform/db/database.ts'

/** A code is good for five minutes and three tries. */
const otpSeconds = 300
const otpTries = 3

type NewOtp = { transactionId: string; createdAt: Date; expiresAt: Date }

/**
 * Makes a new code's row in the place of the one before, unless that is younger than `resendSeconds`; the code itself
 * comes when the message is sent.
 */
export function replaceOtp(
  tx: Queryable,
  otp: { phone: string; lenderId: number | null; transactionId: string; resendSeconds: number },
): Promise<NewOtp | undefined> {
  return maybe<NewOtp>(
    tx,
    'otp.replace',
    `insert into otp (phone, transaction_id, lender_id, tries_left, expires_at)
     values ($1, $2, $3, $4, app_now() + $5 * interval '1 second')
     on conflict (phone) do update
       set transaction_id = excluded.transaction_id, lender_id = excluded.lender_id, code_hash = null,
           tries_left = excluded.tries_left, created_at = app_now(), expires_at = excluded.expires_at,
           matched_at = null
       where otp.created_at <= app_now() - $6 * interval '1 second'
     returning transaction_id as "transactionId", created_at as "createdAt", expires_at as "expiresAt"`,
    [otp.phone, otp.transactionId, otp.lenderId, otpTries, otpSeconds, otp.resendSeconds],
  )
}

/** Whole seconds, at least one, until this number may ask for another code. */
export async function secondsToWait(tx: Queryable, phone: string, resendSeconds: number): Promise<number> {
  const row = await maybe<{ seconds: number }>(
    tx,
    'otp.wait',
    `select ceil(extract(epoch from created_at - app_now()) + $2)::bigint as seconds from otp where phone = $1`,
    [phone, resendSeconds],
  )
  return Math.max(1, row?.seconds ?? 1)
}

type OtpToSend = { phone: string; lenderId: number | null }

/** The code's row while somebody waits for the code. */
export function findOtpToSend(db: Queryable, transactionId: string): Promise<OtpToSend | undefined> {
  return maybe<OtpToSend>(
    db,
    'otp.to_send',
    `select phone, lender_id as "lenderId" from otp
      where transaction_id = $1 and matched_at is null and expires_at > app_now()`,
    [transactionId],
  )
}

/** Keeps the hash of the code that goes out now; an earlier message of the same transaction no longer counts. */
export function keepCodeHash(tx: Queryable, transactionId: string, codeHash: string): Promise<number> {
  return run(
    tx,
    'otp.keep_hash',
    `update otp set code_hash = $2 where transaction_id = $1 and matched_at is null and expires_at > app_now()`,
    [transactionId, codeHash],
  )
}

export type TriedOtp = { lenderId: number | null; codeHash: string | null }

/** Uses up one try of a code that lives; undefined where it has ended in any way. */
export function useTry(tx: Queryable, phone: string, transactionId: string): Promise<TriedOtp | undefined> {
  return maybe<TriedOtp>(
    tx,
    'otp.try',
    `update otp set tries_left = tries_left - 1
      where phone = $1 and transaction_id = $2 and matched_at is null and tries_left > 0 and expires_at > app_now()
      returning lender_id as "lenderId", code_hash as "codeHash"`,
    [phone, transactionId],
  )
}

/** Marks a code as matched, once: of those who match it at the same time one gets its row. */
export function markMatched(
  tx: Queryable,
  { transactionId, codeHash }: { transactionId: string; codeHash: string },
): Promise<{ phone: string } | undefined> {
  return maybe<{ phone: string }>(
    tx,
    'otp.match',
    `update otp set matched_at = app_now()
      where transaction_id = $1 and code_hash = $2 and matched_at is null and expires_at > app_now()
      returning phone`,
    [transactionId, codeHash],
  )
}
