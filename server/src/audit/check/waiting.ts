import { many, type Queryable } from '../../platform/db/database.ts'

/** The number of waiting items of a kind, and the age of the oldest. */
export type WaitingKind = { kind: string; waiting: number; oldestSeconds: number }

export type Waiting = {
  kind: string
  /** The payload of the job, or the id of an item that waits for an operator. */
  what: Record<string, unknown>
  since: Date
  seconds: number
  /**
   * The state of the item's job: a missing job is a fault (invariant I32). Null for items that wait for an operator.
   */
  job: 'alive' | 'dead' | 'none' | null
}

/** The items that wait for a job or for an operator. */
const everything = `
  waiting as (
    select kind, payload as what, since, true as "needsJob" from awaited_job
     union all
    select 'suspense', jsonb_build_object('paymentId', payment_id), created_at, false
      from bank_suspense where ended_at is null
     union all
    select 'borrower_suspense', jsonb_build_object('lineId', line_id), created_at, false
      from borrower_payment_now where state = 'WAITS'
     union all
    select 'payment_conflict', jsonb_build_object('conflictId', id), told_at, false from bank_conflict c
     where not exists (select from bank_conflict_end e where e.conflict_id = c.id)
     union all
    select 'bank_difference', jsonb_build_object('differenceId', id), found_at, false
      from bank_difference where ended_at is null
  )`

/** All waiting items by kind. `without` excludes kinds that are slow to find. */
export const waitingByKind = (db: Queryable, without: readonly string[] = []): Promise<WaitingKind[]> =>
  many<WaitingKind>(
    db,
    'audit.check.waiting_by_kind',
    `with ${everything}
     select kind, count(*) as waiting, extract(epoch from app_now() - min(since))::float8 as "oldestSeconds"
       from waiting where kind <> all($1::text[]) group by kind order by min(since)`,
    [without],
  )

/** The waiting items, oldest first, with the state of their jobs. */
export const listWaiting = (
  db: Queryable,
  { kind, limit }: { kind: string | undefined; limit: number },
): Promise<Waiting[]> =>
  many<Waiting>(
    db,
    'audit.check.list_waiting',
    `with ${everything}
     select w.kind, w.what, w.since, extract(epoch from app_now() - w.since)::float8 as seconds,
            case when w."needsJob" then coalesce(
              (select case when bool_or(j.dead_at is null) then 'alive' else 'dead' end
                 from job j where j.kind = w.kind and j.payload = w.what having count(*) > 0), 'none') end as job
       from waiting w where $1::text is null or w.kind = $1 order by w.since limit $2`,
    [kind ?? null, limit],
  )
