import type { DocumentContext } from '../context.ts'
import type { JobHandlers } from '../../platform/jobs/worker.ts'
import { timestampJob } from '../timestamp/queue.ts'
import { createFirstFactsheet, renewFactsheet } from './factsheet.ts'
import { factsheetJob } from './queue.ts'
import { stampDocument } from '../timestamp/stamp-document.ts'

export const jobs = (context: DocumentContext): JobHandlers => ({
  [factsheetJob]: async (job) => {
    const { loanNumber, paidOut } = job.payload as { loanNumber: string; paidOut?: boolean }
    await (paidOut ? renewFactsheet : createFirstFactsheet)(context, loanNumber)
    return undefined
  },
  [timestampJob]: (job) => stampDocument(context, (job.payload as { documentId: string }).documentId),
})
