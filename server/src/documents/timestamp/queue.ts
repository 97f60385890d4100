import type { JobQueue } from '../../platform/jobs/ordinary-queue.ts'

/** Time stamps; one bulk funding adds hundreds. */
export const stampQueue: JobQueue = { name: 'stamp', concurrency: 2, lease: '45 seconds' }

export const timestampJob = 'documents.timestamp'
