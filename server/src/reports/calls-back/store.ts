import type { CallBackFault } from '../../outside/call-back/port.ts'
import { many, maybe, type Queryable, run } from '../../platform/db/database.ts'
import { manyRows, unnestRows } from '../../platform/db/rows.ts'
import type { Transaction } from '../../platform/db/transaction.ts'

export type CallBackState = 'ACTIVE' | 'PAUSED' | 'GONE'

/** The address of a lender. Times are of the database, seconds count from its now. */
export type CallBack = {
  lenderId: number
  url: string
  types: string[]
  secret: string
  /** The secret of before, while it still signs. */
  formerSecret: string | null
  state: CallBackState
  rungNo: number
  ringing: boolean
  turn: number
  /** Unix time, seconds. */
  now: number
  /** Seconds since every call has failed; null where the last one did not. */
  failingFor: number | null
  dueIn: number | null
  /** Whether the lender's account is in use. */
  isLive: boolean
}

const columns = `c.lender_id as "lenderId", c.url, c.types, c.secret,
  case when c.former_until > app_now() then c.former_secret end as "formerSecret", c.state, c.rung_no as "rungNo", c.ringing,
  c.turn, floor(extract(epoch from app_now()))::bigint as now,
  extract(epoch from app_now() - c.failing_since)::float8 as "failingFor",
  extract(epoch from c.due_at - app_now())::float8 as "dueIn"`

export const findCallBack = (db: Queryable, lenderId: number): Promise<CallBack | undefined> =>
  maybe<CallBack>(
    db,
    'reports.calls-back.find',
    `select ${columns}, l.state = 'ACTIVE' as "isLive"
       from call_back c join lender l on l.id = c.lender_id where c.lender_id = $1`,
    [lenderId],
  )

/** The address of a lender with the events that it has still to be told of, oldest first. */
export async function findWithBells(
  db: Queryable,
  lenderId: number,
  limit: number,
): Promise<(CallBack & { bells: Bell[] }) | undefined> {
  type Row = CallBack & { bells: (Omit<Bell, 'at'> & { at: string })[] }
  const found = await maybe<Row>(
    db,
    'reports.calls-back.find_with_bells',
    `select ${columns}, l.state = 'ACTIVE' as "isLive",
            (select coalesce(json_agg(e order by e.no), '[]')
               from (select no, id, type, at from event where lender_id = c.lender_id and no > c.rung_no and type = any(c.types)
                      order by no limit $2) e) as bells
       from call_back c join lender l on l.id = c.lender_id where c.lender_id = $1`,
    [lenderId, limit],
  )
  return found && { ...found, bells: found.bells.map((bell) => ({ ...bell, at: new Date(bell.at) })) }
}

/** Locks the address of a lender; what depends on it is read afterwards. */
export const lockCallBack = (
  tx: Transaction,
  lenderId: number,
): Promise<{ state: CallBackState; ringing: boolean; turn: number; rungNo: number } | undefined> =>
  maybe(
    tx,
    'reports.calls-back.lock',
    `select state, ringing, turn, rung_no as "rungNo" from call_back where lender_id = $1 for no key update`,
    [lenderId],
  )

export type Bell = { no: number; id: string; type: string; at: Date }

/** The events that an address has still to be told of, oldest first. */
export const bellsAfter = (
  db: Queryable,
  { lenderId, types, rungNo }: Pick<CallBack, 'lenderId' | 'types' | 'rungNo'>,
  limit: number,
): Promise<Bell[]> =>
  many<Bell>(
    db,
    'reports.calls-back.bells',
    `select no, id, type, at from event where lender_id = $1 and no > $2 and type = any($3) order by no limit $4`,
    [lenderId, rungNo, types, limit],
  )

/** Whether something happened since the last try, and that is some minutes ago. */
export async function hasNews(db: Queryable, lenderId: number, everySeconds: number): Promise<boolean> {
  const found = await maybe(
    db,
    'reports.calls-back.news',
    `select from call_back c
      where lender_id = $1 and tried_at <= app_now() - make_interval(secs => $2)
        and exists (select from event e where e.lender_id = c.lender_id and e.no > c.rung_no and e.at > c.tried_at
                                          and e.type = any(c.types))`,
    [lenderId, everySeconds],
  )
  return found !== undefined
}

/**
 * Marks the active addresses of these lenders as ringing that were not, each with a new turn. All of them are locked before, also
 * those that ring: a turn that ends now sees either the events or nobody who has numbered them.
 * @returns the turns, whose jobs the caller enqueues
 */
export async function wakeCallBacks(
  tx: Transaction,
  events: readonly { lenderId: number; type: string }[],
): Promise<{ lenderId: number; turn: number; failing: boolean }[]> {
  const lenders = [...new Set(events.map(({ lenderId }) => lenderId))]
  const locked = await many<{ lenderId: number; types: string[] }>(
    tx,
    'reports.calls-back.lock_many',
    `select lender_id as "lenderId", types from call_back where lender_id = any($1::bigint[]) and state = 'ACTIVE'
      order by lender_id for no key update`,
    [lenders],
  )
  if (locked.length === 0) return []
  const types = new Map(locked.map((one) => [one.lenderId, new Set(one.types)]))
  const asked = new Set(
    events.filter(({ lenderId, type }) => types.get(lenderId)?.has(type)).map((one) => one.lenderId),
  )
  return many(
    tx,
    'reports.calls-back.wake',
    `update call_back c set ringing = true, turn = turn + 1 from lender l
      where c.lender_id = any($1::bigint[]) and not c.ringing and l.id = c.lender_id and l.state = 'ACTIVE'
     returning c.lender_id as "lenderId", c.turn, c.failing_since is not null as failing`,
    [[...asked]],
  )
}

export type Try = {
  lenderId: number
  eventNo: number | null
  milliseconds: number
  status: number | null
  fault: CallBackFault | null
}

const tryColumns = {
  lenderId: 'bigint',
  eventNo: 'bigint',
  milliseconds: 'integer',
  status: 'smallint',
  fault: 'text',
} as const

export const insertTries = (tx: Transaction, tries: readonly Try[]): Promise<number> =>
  run(
    tx,
    'reports.calls-back.insert_tries',
    `insert into call_back_try (lender_id, event_no, milliseconds, status, fault)
     select * from ${unnestRows(tryColumns)}`,
    manyRows(tryColumns, tries),
  )

/** Notes how far an address was told, which ends a time of failures, and locks it. @returns undefined if it was removed */
export const markRung = (
  tx: Transaction,
  lenderId: number,
  no: number,
): Promise<{ ringing: boolean; turn: number; rungNo: number } | undefined> =>
  maybe(
    tx,
    'reports.calls-back.rung',
    `update call_back set rung_no = greatest(rung_no, $2), rung_at = app_now(), tried_at = app_now(), failing_since = null,
            due_at = null
      where lender_id = $1 returning ringing, turn, rung_no as "rungNo"`,
    [lenderId, no],
  )

/** Notes a failure, and when the next try is due, seconds after the first one. */
export const markFailed = (tx: Transaction, lenderId: number, dueAfter: number): Promise<number> =>
  run(
    tx,
    'reports.calls-back.failed',
    `update call_back set failing_since = coalesce(failing_since, app_now()), tried_at = app_now(),
            due_at = coalesce(failing_since, app_now()) + make_interval(secs => $2)
      where lender_id = $1`,
    [lenderId, dueAfter],
  )

/** Ends the turn of an address; with a state other than ACTIVE it is not called any more. */
export const endTurn = (
  tx: Transaction,
  lenderId: number,
  state: CallBackState = 'ACTIVE',
): Promise<number> =>
  run(
    tx,
    'reports.calls-back.end_turn',
    'update call_back set ringing = false, state = $2, tried_at = app_now() where lender_id = $1',
    [lenderId, state],
  )

/** Gives an address another turn, whose job the caller enqueues. */
export async function nextTurn(tx: Transaction, lenderId: number): Promise<number> {
  const row = await maybe<{ turn: number }>(
    tx,
    'reports.calls-back.next_turn',
    'update call_back set turn = turn + 1, ringing = true where lender_id = $1 returning turn',
    [lenderId],
  )
  return row?.turn ?? 0
}
