import type { DocumentContext } from '../context.ts'
import type { JobHandlers } from '../../platform/jobs/worker.ts'
import { factsheetJob, createFirstFactsheet } from './factsheet.ts'
import { stampDocument } from '../timestamp/stamp-document.ts'
import { timestampJob } from '../timestamp/store.ts'

export const documentJobs = (context: DocumentContext): JobHandlers => ({
  [factsheetJob]: async (job) => {
    await createFirstFactsheet(context, (job.payload as { loanNumber: string }).loanNumber)
    return undefined
  },
  [timestampJob]: (job) => stampDocument(context, (job.payload as { documentId: string }).documentId),
})
