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

/** Ends the live sessions of a lender, all but the one that may stay. */
export function endSessions(tx: Queryable, lenderId: number, except: Buffer | null): Promise<number> {
  return run(
    tx,
    'auth.end_all',
    `update session set ended_at = app_now()
      where lender_id = $1 and ended_at is null and token_hash is distinct from $2`,
    [lenderId, except],
  )
}

/**
 * Counts a wrong password given inside a session; the fifth in a row ends it.
 * @returns whether it has ended.
 */
export async function countWrongPassword(tx: Queryable, session: Buffer): Promise<boolean> {
  const row = await maybe<{ ended: boolean }>(
    tx,
    'auth.wrong_password',
    `update session set wrong_passwords = wrong_passwords + 1,
            ended_at = case when wrong_passwords + 1 >= 5 then app_now() end
      where token_hash = $1 and ended_at is null returning ended_at is not null as ended`,
    [session],
  )
  return row?.ended ?? true
}

export async function forgetWrongPasswords(tx: Queryable, session: Buffer): Promise<void> {
  await run(
    tx,
    'auth.right_password',
    'update session set wrong_passwords = 0 where token_hash = $1 and wrong_passwords > 0',
    [session],
  )
}

/** The lender's password hash. */
export async function passwordHashOf(db: Queryable, lenderId: number): Promise<string | null> {
  const row = await maybe<{ hash: string }>(
    db,
    'auth.password_hash',
    'select password_hash as hash from lender where id = $1',
    [lenderId],
  )
  return row?.hash ?? null
}

/**
 * Keeps a password from being changed until this transaction ends.
 * @returns undefined where it is no longer the one that was checked.
 */
export function lockPassword(
  tx: Queryable,
  lenderId: number,
  passwordHash: string,
): Promise<{ id: number } | undefined> {
  return maybe<{ id: number }>(
    tx,
    'auth.lock_password',
    'select id from lender where id = $1 and password_hash = $2 for share',
    [lenderId, passwordHash],
  )
}

/** Sets a password hash, where the one before is (if given) still the one that was checked. */
export function setPasswordHash(
  tx: Queryable,
  lenderId: number,
  hash: string,
  before: string | null,
): Promise<number> {
  return run(
    tx,
    'auth.set_password',
    'update lender set password_hash = $2 where id = $1 and ($3::text is null or password_hash = $3)',
    [lenderId, hash, before],
  )
}
