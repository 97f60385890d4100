import type { Context } from '../../context.ts'
import { CertificateFault } from '../../documents/index.ts'
import type { JobHandlers, JobResult } from '../../platform/jobs/worker.ts'
import { createBulkDocuments } from './documents.ts'
import { bulkDocumentsJob } from './job-kinds.ts'
import { runBulk, type WhichBulk } from './run.ts'

export const jobs = (context: Context): JobHandlers => ({
  'bulk.fund': (job) => runBulk(context, job.payload as WhichBulk),
  [bulkDocumentsJob]: (job) => createDocuments(context, job.payload as WhichBulk),
})

/** Renders the documents. An expired certificate counts as an outage: the job waits until there is a new one. */
async function createDocuments(context: Context, which: WhichBulk): Promise<JobResult> {
  try {
    return await createBulkDocuments(context, which)
  } catch (error) {
    if (!(error instanceof CertificateFault)) throw error
    context.log.error(
      { err: error },
      'the certificate of the platform cannot sign: documents wait for another',
    )
    return { again: '300 seconds' }
  }
}
