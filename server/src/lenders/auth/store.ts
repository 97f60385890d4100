import { many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import { primaryPosition } from '../../platform/db/log-position.ts'
import { Lookup } from '../../platform/keys/personal-data.ts'
import type { SessionRole } from '../../platform/approvals/company.ts'
import { factorDay } from '../factors/index.ts'
import type { BrowserName } from './user-agent.ts'

export type LoginRow = {
  id: number
  phone: string
  name: string
  email: string
  userTypeId: number
  digiSignId: string
  passwordHash: string
  state: LenderState
  /** Whether the login asks for a second factor. */
  hasFactor: boolean
  /** The company that this login acts for; its own id for the first administrator, null where a lender is alone. */
  companyId: number | null
  bank: BankRow | null
}

/** SUSPENDED and CLOSED lenders cannot log in or fund; their holdings continue. */
export type LenderState = 'ACTIVE' | 'SUSPENDED' | 'CLOSED'

export type BankRow = {
  accountName: string
  accountNumber: string
  bankBranch: string
  bankCode: string
  bankName: string
  methodPayment: number
}

const lenders = `
  select l.id, l.phone, l.name, l.email, l.user_type_id as "userTypeId", l.digi_sign_id as "digiSignId",
         l.password_hash as "passwordHash", l.state, l.second_factor as "hasFactor", l.company_id as "companyId",
         case when b.lender_id is not null then json_build_object(
           'accountName', b.account_name, 'accountNumber', b.account_number, 'bankBranch', b.bank_branch,
           'bankCode', b.bank_code, 'bankName', b.bank_name, 'methodPayment', b.method_payment) end as bank
    from lender l left join lender_bank_account b on b.lender_id = l.id`

export function findLenderByPhone(db: Queryable, phone: string): Promise<LoginRow | undefined> {
  return maybe<LoginRow>(db, 'lenders.auth.lender_by_phone', `${lenders} where l.phone_search = any($1)`, [
    new Lookup(phone),
  ])
}

export function findLenderById(db: Queryable, lenderId: number): Promise<LoginRow> {
  return one<LoginRow>(db, 'lenders.auth.lender_by_id', `${lenders} where l.id = $1`, [lenderId])
}

export type NewSession = {
  id: string
  tokenHash: Buffer
  lenderId: number
  /** The hash of the browser's device cookie, and the browser's name. */
  device: Buffer
  name: BrowserName
}

/** SQL: the roles of a member as a session has them. */
export const sessionRoles = (member: string): string =>
  `select roles || case when is_signatory then array['SIGNATORY'] else array[]::text[] end from company_roles
    where member_id = ${member} order by version desc limit 1`

export async function insertSession(
  tx: Queryable,
  { id, tokenHash, lenderId, device, name }: NewSession,
  absoluteSeconds: number,
): Promise<void> {
  await run(
    tx,
    'lenders.auth.insert_session',
    `insert into session (token_hash, lender_id, ends_at, id, device_hash, browser, system, company_id, roles, factor_from)
     select $1, l.id, app_now() + $3 * interval '1 second', $4, $5, $6, $7, l.company_id,
            case when l.company_id is not null then (${sessionRoles('l.id')}) end,
            case when l.company_id is not null and not l.second_factor then (${factorDay}) end
       from lender l where l.id = $2`,
    [tokenHash, lenderId, absoluteSeconds, id, device, name.browser, name.system],
  )
}

/** Sessions that a lender may have at once; a list of theirs shows them all. */
export const mostSessions = 50

/** Ends the sessions of a lender that were used longest ago, until they have no more than `mostSessions`. */
export function endOldestSessions(tx: Queryable, lenderId: number): Promise<number> {
  return run(
    tx,
    'lenders.auth.end_oldest',
    `update session set ended_at = app_now()
      where token_hash in (
        select token_hash from session where lender_id = $1 and ended_at is null and ends_at > app_now()
         order by used_at desc, id desc offset $2)`,
    [lenderId, mostSessions],
  )
}

/** Replaces the token of a session; the old one becomes invalid. */
export function replaceToken(tx: Queryable, before: Buffer, next: Buffer): Promise<number> {
  return run(
    tx,
    'lenders.auth.replace_token',
    'update session set token_hash = $2, wrong_passwords = 0 where token_hash = $1 and ended_at is null',
    [before, next],
  )
}

export type LiveSession = {
  tokenHash: Buffer
  lenderId: number
  /** The person who acts for a company, with their roles of now; null where a lender is alone. */
  memberId: number | null
  roles: SessionRole[] | null
  /** Whether their company asks for a second factor that they do not have; null where it never will. */
  lacksFactor: boolean | null
  stale: boolean
}

/** A session with the facts that decide whether its reads may go to a replica. */
export type ActingSession = LiveSession & {
  /** Whether the lender may have changed data within the requested time. */
  hasActed: boolean
  /** Whether the recorded time of the lender's last change must be renewed (`markActed`). */
  markIsOld: boolean
  /** A log position of the primary that includes everything the lender has been shown so far; null on a standby. */
  position: string | null
}

const liveSession = `token_hash as "tokenHash", coalesce(company_id, lender_id) as "lenderId",
  case when company_id is not null then lender_id end as "memberId", roles,
  case when factor_from is not null then factor_from <= business_day(app_now()) end as "lacksFactor", used_at < app_now() - interval '1 minute' as stale`
const fromLiveSessions = `
   from session
  where token_hash = any($1) and ended_at is null and ends_at > app_now()
    and used_at > app_now() - $2 * interval '1 second'`

/**
 * The live sessions with these token hashes. Each use extends a session; the extension is written at most once a
 * minute.
 */
export function findSessions(
  db: Queryable,
  tokenHashes: readonly Buffer[],
  idleSeconds: number,
): Promise<LiveSession[]> {
  return many<LiveSession>(db, 'lenders.auth.sessions', `select ${liveSession} ${fromLiveSessions}`, [
    tokenHashes,
    idleSeconds,
  ])
}

/** The live sessions with these token hashes, and whether their lenders changed data in the last `actedSeconds`. */
export function findActingSessions(
  db: Queryable,
  tokenHashes: readonly Buffer[],
  { idleSeconds, actedSeconds }: { idleSeconds: number; actedSeconds: number },
): Promise<ActingSession[]> {
  return many<ActingSession>(
    db,
    'lenders.auth.acting_sessions',
    `select ${liveSession}, acted_at > now() - $3 * interval '1 second' as "hasActed",
            acted_at < now() - interval '5 seconds' as "markIsOld", ${primaryPosition} as position ${fromLiveSessions}`,
    [tokenHashes, idleSeconds, actedSeconds],
  )
}

/** Extends sessions, locked in the order of their hashes to avoid deadlocks between processes. */
export async function touchSessions(db: Queryable, tokenHashes: readonly Buffer[]): Promise<void> {
  await run(
    db,
    'lenders.auth.touch',
    `update session s set used_at = app_now()
       from (select token_hash from session where token_hash = any($1) and ended_at is null and used_at < app_now()
              order by token_hash for no key update) used
      where s.token_hash = used.token_hash`,
    [tokenHashes],
  )
}

/**
 * Records in all sessions of these lenders that they are about to change data. Called before the change, so that any
 * process that sees the change also sees this record.
 */
export async function markActed(db: Queryable, lenderIds: readonly number[]): Promise<void> {
  await run(
    db,
    'lenders.auth.mark_acted',
    `update session s set acted_at = now()
       from (select token_hash from session where (lender_id = any($1) or company_id = any($1)) and ended_at is null
              order by token_hash for no key update) acting
      where s.token_hash = acting.token_hash`,
    [lenderIds],
  )
}

export function endSession(tx: Queryable, tokenHash: Buffer): Promise<number> {
  return run(
    tx,
    'lenders.auth.end',
    'update session set ended_at = app_now() where token_hash = $1 and ended_at is null',
    [tokenHash],
  )
}

/** Ends the live sessions of a lender, except the given one. */
export function endSessions(tx: Queryable, lenderId: number, except: Buffer | null): Promise<number> {
  return run(
    tx,
    'lenders.auth.end_all',
    `update session set ended_at = app_now()
      where lender_id = $1 and ended_at is null and token_hash is distinct from $2`,
    [lenderId, except],
  )
}

/** Ends the live sessions of the other people of a company. */
export const endMemberSessions = (tx: Queryable, companyId: number): Promise<number> =>
  run(
    tx,
    'lenders.auth.end_members',
    'update session set ended_at = app_now() where company_id = $1 and ended_at is null',
    [companyId],
  )

/** Wrong passwords in a row after which a session ends. */
const wrongPasswordsAllowed = 5

/**
 * Counts an attempt before its password is checked, so that concurrent attempts cannot exceed the limit.
 * `resetWrongPasswords` or `uncountPasswordTry` undo it when the password was correct.
 * @returns `none` if concurrent requests hold all remaining attempts of this session, `ended` if the session is over
 */
export async function countPasswordTry(
  db: Queryable,
  session: Buffer,
): Promise<'counted' | 'none' | 'ended'> {
  const counted = await run(
    db,
    'lenders.auth.password_try',
    `update session set wrong_passwords = wrong_passwords + 1
      where token_hash = $1 and ended_at is null and wrong_passwords < $2`,
    [session, wrongPasswordsAllowed],
  )
  if (counted === 1) return 'counted'
  const alive = await maybe(
    db,
    'lenders.auth.session_alive',
    'select 1 from session where token_hash = $1 and ended_at is null',
    [session],
  )
  return alive ? 'none' : 'ended'
}

/** Undoes a counted attempt whose password was correct. */
export async function uncountPasswordTry(db: Queryable, session: Buffer): Promise<void> {
  await run(
    db,
    'lenders.auth.password_try_right',
    'update session set wrong_passwords = wrong_passwords - 1 where token_hash = $1 and wrong_passwords > 0',
    [session],
  )
}

/**
 * Ends the session if the failed attempt was its last one.
 * @returns whether it has ended.
 */
export async function endAfterWrongPasswords(tx: Queryable, session: Buffer): Promise<boolean> {
  const row = await maybe<{ ended: boolean }>(
    tx,
    'lenders.auth.wrong_password',
    `update session set ended_at = case when wrong_passwords >= $2 then app_now() end
      where token_hash = $1 and ended_at is null returning ended_at is not null as ended`,
    [session, wrongPasswordsAllowed],
  )
  return row?.ended ?? true
}

export async function resetWrongPasswords(tx: Queryable, session: Buffer): Promise<void> {
  await run(
    tx,
    'lenders.auth.right_password',
    'update session set wrong_passwords = 0 where token_hash = $1 and wrong_passwords > 0',
    [session],
  )
}

export async function passwordHashOf(db: Queryable, lenderId: number): Promise<string | null> {
  const row = await maybe<{ hash: string }>(
    db,
    'lenders.auth.password_hash',
    'select password_hash as hash from lender where id = $1',
    [lenderId],
  )
  return row?.hash ?? null
}

export type LockedLogin = { state: LenderState; hasFactor: boolean; companyId: number | null }

/**
 * Locks the password, the state and the second factor of a lender until the end of this transaction.
 * @param phone the number of the login, if this is one
 * @returns undefined if the password is no longer the checked one, or the number is no longer theirs.
 */
export function lockPassword(
  tx: Queryable,
  { lenderId, passwordHash, phone = null }: { lenderId: number; passwordHash: string; phone?: string | null },
): Promise<LockedLogin | undefined> {
  return maybe<LockedLogin>(
    tx,
    'lenders.auth.lock_password',
    `select state, second_factor as "hasFactor", company_id as "companyId" from lender
      where id = $1 and password_hash = $2 and ($3::text[] is null or phone_search = any($3)) for share`,
    [lenderId, passwordHash, phone === null ? null : new Lookup(phone)],
  )
}

/** Sets a password hash, provided that the checked one (if given) is still current. */
export function setPasswordHash(
  tx: Queryable,
  lenderId: number,
  hash: string,
  before: string | null,
): Promise<number> {
  return run(
    tx,
    'lenders.auth.set_password',
    'update lender set password_hash = $2 where id = $1 and ($3::text is null or password_hash = $3)',
    [lenderId, hash, before],
  )
}
