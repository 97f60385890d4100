import type { Context } from '../context.ts'
import type { JobHandlers } from '../platform/jobs/worker.ts'
import { followSigning } from './follow.ts'

export const signingJobs = (context: Context): JobHandlers => ({
  'signing.follow': (job) => followSigning(context, (job.payload as { fundingId: string }).fundingId),
})
