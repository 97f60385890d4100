import type { JobQueue } from '../../platform/jobs/ordinary-queue.ts'
import { timestampJob } from '../timestamp/queue.ts'

/**
 * Jobs for many loans at once, such as bulk fundings and factsheets. They call nobody outside and run a few seconds at
 * a time, so the lease is short and another worker continues soon after a crash.
 */
export const bulkQueue: JobQueue = { name: 'bulk', concurrency: 2, lease: '10 seconds' }

export const factsheetJob = 'documents.factsheet'

/** Jobs for documents are many and block no money, so missing ones are looked for only once an hour. */
export const documentJobKinds = [factsheetJob, timestampJob] as const
