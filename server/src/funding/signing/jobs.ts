import type { Context } from '../../context.ts'
import { findFunding, type FundingRow, releaseFunding } from '../single/index.ts'
import type { JobHandlers, JobResult } from '../../platform/jobs/worker.ts'
import { perform } from '../../platform/commands/perform.ts'
import { followSigning } from './follow.ts'
import { SignatureMismatch } from './signed-files.ts'
import { clearStall, recordStall, reasonOf } from './stalls.ts'

export const jobs = (context: Context): JobHandlers => ({
  'signing.follow': async (job) => {
    const { fundingId, once } = job.payload as { fundingId: string; once?: boolean }
    const result = await follow(context, fundingId)
    // A job created by a callback asks only once; the regular job of the funding continues polling.
    return once ? undefined : result
  },
})

/** After this number of refused signed files the reservation ends, but only after the time for signing is over. */
const maxRefusals = 3
const isGivenUp = (funding: FundingRow, tries: number): boolean =>
  funding.state === 'WAITING' && (funding.overdue || funding.cancelled) && tries >= maxRefusals

/** Longest backoff in seconds during the time for signing, and after it. */
const longestPause = { waiting: 60, over: 600 }

/**
 * Retries with backoff for as long as the funding waits, because a dead job would leave the lender's money reserved
 * forever. The reason of the failure is recorded for the operator.
 */
async function follow(context: Context, fundingId: string): Promise<JobResult> {
  try {
    const result = await followSigning(context, fundingId)
    await clearStall(context.db, fundingId)
    return result
  } catch (error) {
    const reason = reasonOf(error)
    const detail = error instanceof Error ? error.message : String(error)
    const tries = await recordStall(context.db, { fundingId, reason, detail })
    const level = reason === 'UNAVAILABLE' ? 'warn' : 'error'
    context.log[level](
      { err: error, fundingId, reason, tries },
      'following a signature failed, retrying later',
    )
    const funding = await findFunding(context.db, fundingId)
    if (funding && error instanceof SignatureMismatch && isGivenUp(funding, tries)) {
      await perform(context, releaseFunding, {
        actor: { kind: 'system' },
        // The signed files stay at the provider; the next job run fetches them and stores them as void.
        input: { fundingId, state: 'REJECTED', reason: 'SIGNATURE_MISMATCH', documents: 'open' },
      })
      return { again: '2 seconds', because: `${reason}: ${detail}` }
    }
    const maxSeconds =
      !funding || funding.overdue || funding.cancelled ? longestPause.over : longestPause.waiting
    const seconds = Math.min(maxSeconds, context.config.SIGNATURE_POLL_SECONDS * 2 ** Math.min(tries - 1, 10))
    return { again: `${seconds} seconds`, because: `${reason}: ${detail}` }
  }
}
