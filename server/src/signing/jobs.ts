import type { Context } from '../context.ts'
import { EsignUnavailable } from '../outside/esign/port.ts'
import type { JobHandlers, JobResult } from '../platform/jobs/worker.ts'
import { followSigning } from './follow.ts'

export const signingJobs = (context: Context): JobHandlers => ({
  'signing.follow': (job) => follow(context, (job.payload as { fundingId: string }).fundingId),
})

/**
 * A provider that is away is asked again for as long as it takes: a job that were put aside after some tries would
 * leave the lender's money reserved for good.
 */
async function follow(context: Context, fundingId: string): Promise<JobResult> {
  try {
    return await followSigning(context, fundingId)
  } catch (error) {
    if (!(error instanceof EsignUnavailable)) throw error
    context.log.warn({ err: error, fundingId }, 'the e-signature provider is away, asking again later')
    return { again: `${context.config.SIGNATURE_POLL_SECONDS} seconds` }
  }
}
