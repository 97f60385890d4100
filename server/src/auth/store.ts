import { many, maybe, type Queryable, run } from '../platform/db/database.ts'

export type LoginRow = {
  id: number
  phone: string
  name: string
  email: string
  userTypeId: number
  digiSignId: string
  passwordHash: string
  bank: BankRow | null
}

export type BankRow = {
  accountName: string
  accountNumber: string
  bankBranch: string
  bankCode: string
  bankName: string
  methodPayment: number
}

/** The lender with this phone number, with everything that a session shows. */
export function findLenderByPhone(db: Queryable, phone: string): Promise<LoginRow | undefined> {
  return maybe<LoginRow>(
    db,
    'auth.lender_by_phone',
    `select l.id, l.phone, l.name, l.email, l.user_type_id as "userTypeId", l.digi_sign_id as "digiSignId",
            l.password_hash as "passwordHash",
            case when b.lender_id is not null then json_build_object(
              'accountName', b.account_name, 'accountNumber', b.account_number, 'bankBranch', b.bank_branch,
              'bankCode', b.bank_code, 'bankName', b.bank_name, 'methodPayment', b.method_payment) end as bank
       from lender l left join lender_bank_account b on b.lender_id = l.id where l.phone = $1`,
    [phone],
  )
}

export async function insertSession(
  tx: Queryable,
  session: { tokenHash: Buffer; lenderId: number; absoluteSeconds: number },
): Promise<void> {
  await run(
    tx,
    'auth.insert_session',
    `insert into session (token_hash, lender_id, ends_at) values ($1, $2, app_now() + $3 * interval '1 second')`,
    [session.tokenHash, session.lenderId, session.absoluteSeconds],
  )
}

export type LiveSession = { tokenHash: Buffer; lenderId: number; stale: boolean }

/** The live ones among these sessions. Using a session keeps it alive; that is written at most once a minute. */
export function findSessions(
  db: Queryable,
  tokenHashes: readonly Buffer[],
  idleSeconds: number,
): Promise<LiveSession[]> {
  return many<LiveSession>(
    db,
    'auth.sessions',
    `select token_hash as "tokenHash", lender_id as "lenderId", used_at < app_now() - interval '1 minute' as stale
       from session
      where token_hash = any($1) and ended_at is null and ends_at > app_now()
        and used_at > app_now() - $2 * interval '1 second'`,
    [tokenHashes, idleSeconds],
  )
}

/** Notes that sessions are in use. Locks them in the order of their hashes, so that two processes do not meet. */
export async function touchSessions(db: Queryable, tokenHashes: readonly Buffer[]): Promise<void> {
  await run(
    db,
    'auth.touch',
    `update session s set used_at = app_now()
       from (select token_hash from session where token_hash = any($1) and ended_at is null and used_at < app_now()
              order by token_hash for no key update) used
      where s.token_hash = used.token_hash`,
    [tokenHashes],
  )
}

export function endSession(tx: Queryable, tokenHash: Buffer): Promise<number> {
  return run(
    tx,
    'auth.end',
    'update session set ended_at = app_now() where token_hash = $1 and ended_at is null',
    [tokenHash],
  )
}
