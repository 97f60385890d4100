import { many, maybe, type Queryable, run } from '../../platform/db/database.ts'

/** CHANGES: the invariants of what changed since the last check. WHOLE: every invariant over all rows. */
export type CheckKind = 'CHANGES' | 'WHOLE'

export type Breaches = Record<string, number>

export type LastCheck = {
  kind: CheckKind
  breaches: Breaches
  /** Duration of the check; null if none has ended yet. */
  seconds: number | null
  /** When the last check ended, and how many seconds ago. */
  endedAt: Date | null
  age: number | null
}

/** The shortest pause after a check of recent changes, as a multiple of its duration, because it reads whole tables. */
const pausesFor = 3

/**
 * Claims the check of recent changes for ten minutes, so that only one worker runs it.
 * @returns false if another worker has claimed it, or it ran recently
 */
export async function claimChanges(db: Queryable, everySeconds: number): Promise<boolean> {
  const claimed = await maybe<{ kind: string }>(
    db,
    'audit.check.claim_check_of_changes',
    `update books_check set claimed_until = app_now() + interval '10 minutes'
      where kind = 'CHANGES' and (claimed_until is null or claimed_until <= app_now())
        and (ended_at is null
             or ended_at <= app_now() - greatest($1 * 0.9, coalesce(seconds, 0) * $2) * interval '1 second') returning kind`,
    [everySeconds, pausesFor],
  )
  return claimed !== undefined
}

/**
 * Claims the full check for an hour. It is due once a day from this hour in Jakarta, immediately if none has run yet,
 * and an hour after one that found a breach.
 */
export async function claimWhole(db: Queryable, hour: number): Promise<boolean> {
  const claimed = await maybe<{ kind: string }>(
    db,
    'audit.check.claim_whole_check',
    `update books_check set claimed_until = app_now() + interval '1 hour'
      where kind = 'WHOLE' and (claimed_until is null or claimed_until <= app_now())
        and (ended_at is null or breaches <> '{}' and ended_at <= app_now() - interval '1 hour'
             or ended_at < (business_day(app_now() - $1 * interval '1 hour') + $1 * interval '1 hour')
                             at time zone 'Asia/Jakarta') returning kind`,
    [hour],
  )
  return claimed !== undefined
}

export async function storeCheck(
  db: Queryable,
  { kind, seconds, breaches }: { kind: CheckKind; seconds: number; breaches: Breaches },
): Promise<void> {
  await run(
    db,
    'audit.check.store_check',
    `update books_check set claimed_until = null, ended_at = app_now(), seconds = $2, breaches = $3 where kind = $1`,
    [kind, seconds, JSON.stringify(breaches)],
  )
}

/** Releases the claim of a failed check, so that another worker can run it. */
export async function releaseCheck(db: Queryable, kind: CheckKind): Promise<void> {
  await run(db, 'audit.check.release_check', 'update books_check set claimed_until = null where kind = $1', [
    kind,
  ])
}

export const lastChecks = (db: Queryable): Promise<LastCheck[]> =>
  many<LastCheck>(
    db,
    'audit.check.last_check',
    `select kind, breaches, seconds, ended_at as "endedAt", extract(epoch from app_now() - ended_at)::float8 as age from books_check`,
    [],
  )
