import type { JobQueue } from '../../platform/jobs/ordinary-queue.ts'

/** Notifications by e-mail and SMS, which come in large numbers once a day. */
export const messageQueue: JobQueue = { name: 'message', concurrency: 4, lease: '120 seconds' }
