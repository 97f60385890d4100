import type { JobQueue } from '../../platform/jobs/ordinary-queue.ts'

/** Archives of documents, which take minutes each and renew their lease meanwhile. */
export const archiveQueue: JobQueue = { name: 'archive', concurrency: 1, lease: '45 seconds', isLong: true }
