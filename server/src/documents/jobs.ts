import type { Context } from '../context.ts'
import type { JobHandlers } from '../platform/jobs/worker.ts'
import { factsheetJob, makeFirstFactsheet } from './factsheet.ts'

export const documentJobs = (context: Context): JobHandlers => ({
  [factsheetJob]: async (job) => {
    await makeFirstFactsheet(context, (job.payload as { loanNumber: string }).loanNumber)
    return undefined
  },
})
