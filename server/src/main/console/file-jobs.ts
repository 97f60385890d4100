import type { Context } from '../../context.ts'
import type { JobHandlers } from '../../platform/jobs/worker.ts'
import { fileRunJob, runFile } from '../../staff/index.ts'
import { fileKinds } from './file-kinds.ts'

/** Tries and imports uploaded files, whose kinds are of every district. */
export const fileJobs = (context: Context): JobHandlers => ({
  [fileRunJob]: async (job) => runFile(context, await fileKinds(), job),
})
