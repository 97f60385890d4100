import type { CallBackTry, CallBackView } from '@pematang/contract/reports/calls-back/endpoints'
import type { Context } from '../../context.ts'
import { many, maybe, type Queryable } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { consume } from '../../platform/rate-limit/rate-limit.ts'
import { Refusal } from '../../platform/refusal.ts'
import { failingQueue, onceJob } from './queues.ts'

type Row = {
  url: string
  types: string[]
  state: CallBackView['state']
  setAt: Date
  rungAt: Date | null
  failingSince: Date | null
  dueAt: Date | null
  formerUntil: Date | null
}

/**
 * The address of a lender, without its secret.
 * @param isWhole false leaves out path and query, which may hold a token
 */
export async function showCallBack(
  db: Queryable,
  lenderId: number,
  { isWhole = true }: { isWhole?: boolean } = {},
): Promise<{ callBack: CallBackView | null }> {
  const row = await maybe<Row>(
    db,
    'reports.calls-back.show',
    `select url, types, state, set_at as "setAt", rung_at as "rungAt", failing_since as "failingSince", due_at as "dueAt",
            case when former_until > app_now() then former_until end as "formerUntil"
       from call_back where lender_id = $1`,
    [lenderId],
  )
  if (!row) return { callBack: null }
  const { url, types, state, setAt } = row
  return {
    callBack: {
      ...{ url: isWhole ? url : new URL(url).origin, types, state, setAt: setAt.toISOString() },
      rungAt: row.rungAt?.toISOString() ?? null,
      failingSince: row.failingSince?.toISOString() ?? null,
      dueAt: row.dueAt?.toISOString() ?? null,
      formerUntil: row.formerUntil?.toISOString() ?? null,
    },
  }
}

/** The last calls of a lender's address, newest first. */
export async function listTries(db: Queryable, lenderId: number): Promise<{ list: CallBackTry[] }> {
  const rows = await many<Omit<CallBackTry, 'at'> & { at: Date }>(
    db,
    'reports.calls-back.tries',
    `select t.at, t.event_no as "eventNo", coalesce(e.type, 'test') as type, t.milliseconds, t.status, t.fault
       from call_back_try t left join event e on e.no = t.event_no
      where t.lender_id = $1 order by t.id desc limit 100`,
    [lenderId],
  )
  return { list: rows.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })) }
}

/** The calls that a lender may ask for by hand. */
const limit = { count: 20, seconds: 600 }

/**
 * Calls the address of a lender once: with an event again, or as a trial.
 * @throws Refusal NOT_FOUND, CALL_BACK_GONE until an address that answered 410 is set anew, TOO_MANY_REQUESTS
 */
export async function ringOnce(
  { db, random }: Pick<Context, 'db' | 'random'>,
  lenderId: number,
  eventNo: number | null,
): Promise<{ message: 'success' }> {
  const found = await maybe<{ isGone: boolean }>(
    db,
    'reports.calls-back.may_ring',
    `select c.state = 'GONE' as "isGone" from call_back c
      where c.lender_id = $1 and ($2::bigint is null or exists (select from event e where e.no = $2 and e.lender_id = $1))`,
    [lenderId, eventNo],
  )
  if (!found) throw new Refusal('NOT_FOUND')
  if (found.isGone) throw new Refusal('CALL_BACK_GONE')
  await consume(db, [{ name: `CALL_BACK:${lenderId}`, limit }])
  await inTransaction(db, { repeatable: true }, (tx) =>
    enqueue(tx, [{ id: random.uuid(), kind: onceJob, payload: { lenderId, eventNo }, queue: failingQueue }]),
  )
  return { message: 'success' }
}
