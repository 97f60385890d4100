import type { Context } from '../../context.ts'
import type { JobHandlers, JobResult } from '../../platform/jobs/worker.ts'
import { perform } from '../../platform/commands/perform.ts'
import { performBatch } from '../../platform/commands/perform-batch.ts'
import { Refusal } from '../../platform/refusal.ts'
import { countFailed, finishRound, giveUp, orderFundings } from './order-fundings.ts'
import { prepareAgreements } from './prepare-agreements.ts'
import { type Decision, findOpen, waitingDecisions } from './round-store.ts'

const actor = { kind: 'system' } as const
/** The working time of one job run, which keeps the lease valid and lets other jobs run. */
const chunkMilliseconds = 3_000
/** The number of fundings per transaction. */
const page = 32
/** How often a decision may fail without a business reason before it is abandoned. */
const maxTries = 5

export const jobs = (context: Context): JobHandlers => ({
  'auto.fund': (job) => runRound(context, job.payload as { roundId: string }),
})

/**
 * Orders the fundings of a round in order, some per transaction, then reschedules itself. It depends only on the
 * database, so it can be killed at any point. Decisions still waiting after a day are abandoned.
 * @throws when decisions failed without a business reason: the job is retried, and they are abandoned after the last
 *   attempt
 */
export async function runRound(context: Context, { roundId }: { roundId: string }): Promise<JobResult> {
  const end = context.clock.now().getTime() + chunkMilliseconds
  const failed: string[] = []
  for (;;) {
    const round = await findOpen(context.db, roundId)
    if (!round) return undefined
    const decisions = await waitingDecisions(context.db, roundId, { without: failed, limit: page })
    if (decisions.length === 0) break
    if (round.isOver) {
      await endAll(context, roundId, decisions, 'LATE')
      continue
    }
    const { ready, refused, failed: unprepared, isUnavailable } = await prepareAgreements(context, decisions)
    if (refused.length > 0) await perform(context, giveUp, { actor, input: { roundId, ends: refused } })
    const unordered = await order(context, roundId, ready)
    failed.push(...(await noteFailed(context, roundId, [...unprepared, ...unordered])))
    if (isUnavailable) return { again: '60 seconds', because: 'agreements cannot be made at present' }
    if (context.clock.now().getTime() > end) return { again: '0 seconds' }
  }
  if (failed.length > 0) throw new Error(`${failed.length} automatic fundings failed and will be tried again`)
  await perform(context, finishRound, { actor, input: { roundId } })
  return undefined
}

/**
 * Orders some decisions of a round.
 * @returns those that failed without a business reason
 */
async function order(context: Context, roundId: string, ready: readonly Decision[]): Promise<Decision[]> {
  if (ready.length === 0) return []
  const outcomes = await performBatch(
    context,
    orderFundings(roundId),
    ready.map(({ lenderId, fundingId, loanId, amount }) => ({
      actor,
      input: { lenderId, fundingId, loanId, amount },
      key: `auto:${fundingId}`,
    })),
  )
  return ready.filter((decision, place) => {
    const outcome = outcomes[place]
    if (!outcome || 'answer' in outcome) return false
    const { error } = outcome
    if (error instanceof Refusal && error.code === 'OVERLOADED') throw error
    context.log.error({ err: error, fundingId: decision.fundingId }, 'an automatic funding failed')
    return true
  })
}

async function noteFailed(context: Context, roundId: string, failed: readonly Decision[]): Promise<string[]> {
  if (failed.length === 0) return []
  const decisions = failed.map(({ lenderId, fundingId }) => ({ lenderId, fundingId }))
  await perform(context, countFailed, { actor, input: { roundId, decisions } })
  const [lost, again] = [
    failed.filter(({ tries }) => tries + 1 >= maxTries),
    failed.filter(({ tries }) => tries + 1 < maxTries),
  ]
  if (lost.length > 0) await endAll(context, roundId, lost, 'FAILED')
  return again.map(({ fundingId }) => fundingId)
}

const endAll = (
  context: Context,
  roundId: string,
  decisions: readonly Decision[],
  refusal: 'LATE' | 'FAILED',
) =>
  perform(context, giveUp, {
    actor,
    input: { roundId, ends: decisions.map(({ lenderId, fundingId }) => ({ lenderId, fundingId, refusal })) },
  })
