import type { Context } from '../../context.ts'
import { notifyOfAccess } from '../../lenders/index.ts'
import { type ClaimedJob, enqueue, finishWith } from '../../platform/jobs/queue.ts'
import type { JobHandlers, JobResult } from '../../platform/jobs/worker.ts'
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts'
import { formatPlace, type NumberedEvent } from '../events/index.ts'
import { call } from './call.ts'
import { sendOnce } from './once.ts'
import { callBackQueue, failingQueue, onceJob, ringJob } from './queues.ts'
import { newsEvery, nextTry } from './schedule.ts'
import {
  type Bell,
  bellsAfter,
  type CallBack,
  type CallBackState,
  endTurn,
  findWithBells,
  hasNews,
  insertTries,
  lockCallBack,
  markFailed,
  markRung,
  nextTurn,
  type Try,
  wakeCallBacks,
} from './store.ts'

type RingContext = Pick<Context, 'db' | 'callBack' | 'random' | 'clock'>
type Turn = { lenderId: number; turn: number }

export const jobs = (context: RingContext): JobHandlers => ({
  [ringJob]: (job) => ring(context, job),
  [onceJob]: (job) => sendOnce(context, job),
})

/** Calls of one run of a job; their outcomes are stored together. */
const callsAtOnce = 20
/** How long a run goes on to the next call, milliseconds: with the last call it stays within the lease. */
const runMs = 2_000

/** Enqueues the jobs of addresses for which there is something new. */
export async function announce(
  { random }: Pick<Context, 'random'>,
  tx: Transaction,
  events: readonly NumberedEvent[],
): Promise<void> {
  const woken = await wakeCallBacks(tx, events)
  await enqueueTurns(
    tx,
    random,
    woken.map(({ failing, ...turn }) => ({ ...turn, isFailing: failing })),
  )
}

const enqueueTurns = (
  tx: Transaction,
  random: Context['random'],
  turns: readonly (Turn & { isFailing: boolean; delay?: string })[],
): Promise<void> =>
  enqueue(
    tx,
    turns.map(({ lenderId, turn, isFailing, delay }) => ({
      id: random.uuid(),
      kind: ringJob,
      payload: { lenderId, turn },
      queue: isFailing ? failingQueue : callBackQueue,
      ...(delay === undefined ? {} : { delay }),
    })),
  )

/**
 * Tells one address of its events, one after the other, until there are none or one fails: then the rest waits with it. A job
 * whose turn is over does nothing. An interrupted run calls again what it did not store, with the same ids.
 */
async function ring(context: RingContext, job: ClaimedJob): Promise<JobResult> {
  const { lenderId, turn } = job.payload as Turn
  const found = await findWithBells(context.db, lenderId, callsAtOnce)
  if (!found?.ringing || found.turn !== turn) return undefined
  if (!found.isLive) return rest(context, { lenderId, turn }, [])
  const { dueIn } = found
  if (dueIn !== null && dueIn > 0 && !(await hasNews(context.db, lenderId, newsEvery)))
    return { again: `${Math.min(dueIn, newsEvery)} seconds` }
  const { bells } = found
  const { tries, failed } = await callEach(context, found, bells)
  if (failed) return afterFailure(context, found, tries)
  if (bells.length === 0) return rest(context, { lenderId, turn }, found.types)
  return afterSuccess(context, job, found, tries)
}

async function callEach(
  context: RingContext,
  to: CallBack,
  bells: readonly Bell[],
): Promise<{ tries: Try[]; failed: boolean }> {
  const tries: Try[] = []
  const begun = context.clock.now().getTime()
  for (const bell of bells) {
    const done = await call(context, to, { ...bell, cursor: formatPlace(bell) })
    tries.push({ lenderId: to.lenderId, eventNo: bell.no, ...done })
    if (!isTaken(done)) return { tries, failed: true }
    if (context.clock.now().getTime() - begun > runMs) break
  }
  return { tries, failed: false }
}

export const isTaken = ({ status, fault }: Pick<Try, 'status' | 'fault'>): boolean =>
  fault === null && status !== null && status >= 200 && status < 300

/** Ends the turn if nothing came meanwhile: who numbers an event locks the address too. */
function rest({ db }: RingContext, { lenderId, turn }: Turn, types: string[]): Promise<JobResult> {
  return inTransaction(db, { repeatable: true }, async (tx): Promise<JobResult> => {
    const locked = await lockCallBack(tx, lenderId)
    if (!locked?.ringing || locked.turn !== turn) return undefined
    const more = types.length > 0 ? await bellsAfter(tx, { lenderId, types, rungNo: locked.rungNo }, 1) : []
    if (more.length > 0) return { again: '0 seconds' }
    await endTurn(tx, lenderId)
    return undefined
  })
}

function afterSuccess(
  { db, random }: RingContext,
  job: ClaimedJob,
  { lenderId, turn, failingFor, types }: CallBack,
  tries: readonly Try[],
): Promise<JobResult> {
  const told = tries.at(-1)?.eventNo ?? 0
  return inTransaction(db, { repeatable: true }, async (tx): Promise<JobResult> => {
    // Sent together: what follows is read once the address is locked.
    const [locked, , more] = await Promise.all([
      markRung(tx, lenderId, told),
      insertTries(tx, tries),
      bellsAfter(tx, { lenderId, types, rungNo: told }, 1),
    ])
    if (!locked?.ringing || locked.turn !== turn) return undefined
    if (more.length === 0) {
      tx.defer(Promise.all([endTurn(tx, lenderId), finishWith(tx, job)]))
      return 'ended'
    }
    if (failingFor === null) return { again: '0 seconds' }
    // It answers again: back among those that do.
    await enqueueTurns(tx, random, [{ lenderId, turn: await nextTurn(tx, lenderId), isFailing: false }])
    return undefined
  })
}

function afterFailure(
  { db, random }: RingContext,
  { lenderId, turn, failingFor }: CallBack,
  tries: readonly Try[],
): Promise<JobResult> {
  const last = tries.at(-1)
  const told = tries.at(-2)?.eventNo ?? null
  return inTransaction(db, { repeatable: true }, async (tx): Promise<JobResult> => {
    await insertTries(tx, tries)
    const locked = await lockCallBack(tx, lenderId)
    if (!locked) return undefined
    if (told !== null) await markRung(tx, lenderId, told)
    if (!locked.ringing || locked.turn !== turn) return undefined
    const elapsed = told === null ? (failingFor ?? 0) : 0
    const dueAfter = nextTry(elapsed, Number(random.digits(4)) / 10_000)
    const isGone = last?.status === 410
    if (isGone || dueAfter === null) {
      await stop(tx, random, lenderId, isGone ? 'GONE' : 'PAUSED')
      return undefined
    }
    await markFailed(tx, lenderId, dueAfter)
    const delay = `${Math.min(dueAfter - elapsed, newsEvery)} seconds`
    if (failingFor !== null && told === null) return { again: delay }
    await enqueueTurns(tx, random, [{ lenderId, turn: await nextTurn(tx, lenderId), isFailing: true, delay }])
    return undefined
  })
}

/** Stops calling an address, and tells the lender. */
async function stop(
  tx: Transaction,
  random: Context['random'],
  lenderId: number,
  state: Exclude<CallBackState, 'ACTIVE'>,
): Promise<void> {
  await endTurn(tx, lenderId, state)
  await notifyOfAccess(tx, random, lenderId, { kind: 'CALL_BACK_PAUSED', data: { because: state } })
}
