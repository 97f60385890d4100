import type { Context } from '../context.ts'
import type { JobHandlers } from '../platform/jobs/worker.ts'
import { makePapers } from './papers.ts'
import { runBulk, type WhichBulk } from './run.ts'

export const bulkFundingJobs = (context: Context): JobHandlers => ({
  'bulk.fund': (job) => runBulk(context, job.payload as WhichBulk),
  'bulk.papers': (job) => makePapers(context, job.payload as WhichBulk),
})
