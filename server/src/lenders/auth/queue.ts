import type { JobQueue } from '../../platform/jobs/ordinary-queue.ts'

/** Jobs whose result a user is waiting for. */
export const urgentQueue: JobQueue = { name: 'urgent', concurrency: 10, lease: '45 seconds' }
