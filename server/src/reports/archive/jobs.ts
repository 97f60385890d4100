import type { Context } from '../../context.ts'
import type { JobHandlers } from '../../platform/jobs/worker.ts'
import { archiveJob } from './job-kind.ts'
import { makeArchive } from './make-archive.ts'

export const jobs = (context: Context): JobHandlers => ({
  [archiveJob]: (job) => makeArchive(context, job),
})
