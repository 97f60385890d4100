import type { Context } from '../../context.ts'
import { maybe } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Job } from '../../platform/jobs/queue.ts'
import type { JobResult } from '../../platform/jobs/worker.ts'
import { formatPlace } from '../events/index.ts'
import { call } from './call.ts'
import { type Bell, findCallBack, insertTries } from './store.ts'

/** Calls once what a lender asked for: a trial, or an event again. It counts for no schedule. */
export async function sendOnce(
  context: Pick<Context, 'db' | 'callBack' | 'clock'>,
  job: Job,
): Promise<JobResult> {
  const { lenderId, eventNo } = job.payload as { lenderId: number; eventNo: number | null }
  const to = await findCallBack(context.db, lenderId)
  if (!to?.isLive) return undefined
  const bell =
    eventNo === null
      ? { id: job.id, type: 'test', at: new Date(to.now * 1000), cursor: null }
      : await eventOf(context, { lenderId, eventNo })
  if (!bell) return undefined
  const done = await call(context, to, bell)
  await inTransaction(context.db, { repeatable: true }, (tx) =>
    insertTries(tx, [{ lenderId, eventNo, ...done }]),
  )
  return undefined
}

async function eventOf(
  { db }: Pick<Context, 'db'>,
  { lenderId, eventNo }: { lenderId: number; eventNo: number },
): Promise<(Bell & { cursor: string }) | undefined> {
  const found = await maybe<Bell>(
    db,
    'reports.calls-back.event',
    'select no, id, type, at from event where no = $1 and lender_id = $2',
    [eventNo, lenderId],
  )
  return found && { ...found, cursor: formatPlace(found) }
}
