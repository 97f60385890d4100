import type { Context } from '../../context.ts'
import type { JobHandlers } from '../../platform/jobs/worker.ts'
import { signMandate } from './sign.ts'

export const jobs = (context: Context): JobHandlers => ({
  'mandate.sign': (job) => signMandate(context, (job.payload as { mandateId: string }).mandateId),
})
