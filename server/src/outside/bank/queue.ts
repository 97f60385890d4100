import type { JobQueue } from '../../platform/jobs/ordinary-queue.ts'

/** Jobs that call a bank. */
export const bankQueue: JobQueue = { name: 'bank', concurrency: 20, lease: '45 seconds' }
