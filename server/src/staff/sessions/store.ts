import type { Right } from '../../platform/approvals/rights.ts'
import { maybe, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'

/** A session ends after this time without use, and after this time in any case, in seconds. */
export const sessionSeconds = { idle: 15 * 60, whole: 8 * 3600 } as const

/** Use is noted so much later, in seconds, that not each request writes. */
const staleSeconds = 30

export type LiveStaffSession = {
  id: string
  staffId: number
  name: string
  rights: Right[]
  /** How many passkeys the person has that are not revoked. */
  passkeys: number
  openedAt: Date
  endsAt: Date
  /** Whether its use is to be noted. */
  stale: boolean
}

/** A session that is live now, with what its person may do now; none for a person who may do nothing. */
export const findStaffSession = (db: Queryable, tokenHash: Buffer): Promise<LiveStaffSession | undefined> =>
  maybe<LiveStaffSession>(
    db,
    'staff.sessions.find',
    `select t.id, t.staff_id as "staffId", s.name, r.rights, t.opened_at as "openedAt", t.ends_at as "endsAt",
            (select count(*) from staff_passkey k where k.staff_id = t.staff_id and k.ended_at is null) as passkeys,
            t.seen_at < app_now() - make_interval(secs => $3) as stale
       from staff_session t join staff s on s.id = t.staff_id
       join lateral (select rights from staff_rights where staff_id = t.staff_id order by version desc limit 1) r on true
      where t.token_hash = $1 and t.ended_at is null and t.ends_at > app_now()
        and t.seen_at > app_now() - make_interval(secs => $2) and cardinality(r.rights) > 0`,
    [tokenHash, sessionSeconds.idle, staleSeconds],
  )

export const touchStaffSession = (tx: Transaction, tokenHash: Buffer): Promise<number> =>
  run(
    tx,
    'staff.sessions.touch',
    'update staff_session set seen_at = app_now() where token_hash = $1 and ended_at is null',
    [tokenHash],
  )

export const insertStaffSession = (
  tx: Transaction,
  { tokenHash, id, staffId, passkey }: { tokenHash: Buffer; id: string; staffId: number; passkey: string },
): Promise<number> =>
  run(
    tx,
    'staff.sessions.insert',
    `insert into staff_session (token_hash, id, staff_id, passkey, ends_at)
     values ($1, $2, $3, $4, app_now() + make_interval(secs => $5))`,
    [tokenHash, id, staffId, passkey, sessionSeconds.whole],
  )

export const endStaffSession = (tx: Transaction, id: string): Promise<number> =>
  run(
    tx,
    'staff.sessions.end',
    'update staff_session set ended_at = app_now() where id = $1 and ended_at is null',
    [id],
  )

/** Ends all sessions of a person, or those that one passkey opened. */
export const endStaffSessions = (tx: Transaction, staffId: number, passkey: string | null): Promise<number> =>
  run(
    tx,
    'staff.sessions.end_all',
    `update staff_session set ended_at = app_now()
      where staff_id = $1 and ended_at is null and ($2::text is null or passkey = $2)`,
    [staffId, passkey],
  )
