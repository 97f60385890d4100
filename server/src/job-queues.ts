import { type JobQueue, ordinaryQueue } from './platform/jobs/queue.ts'

const lease = '45 seconds'

/**
 * The queues of background jobs. Most of a job's time is spent waiting for external calls, not on the CPU. A bulk
 * funding makes none and runs for a few seconds at a time, so another worker can take it over soon after a crash.
 */
export const jobQueues = {
  /** Jobs that a person waits for. */
  urgent: { name: 'urgent', concurrency: 10, lease },
  /** Jobs that call a bank. */
  bank: { name: 'bank', concurrency: 20, lease },
  /** Bulk fundings, which run long. */
  bulk: { name: 'bulk', concurrency: 2, lease: '10 seconds' },
  /** Time stamps, of which a bulk funding adds hundreds. */
  stamp: { name: 'stamp', concurrency: 2, lease },
  /** Notifications by e-mail and SMS, of which a day has many at once. */
  message: { name: 'message', concurrency: 4, lease: '120 seconds' },
  /** Archives of documents, which take minutes each and renew their lease meanwhile. */
  archive: { name: 'archive', concurrency: 1, lease, isLong: true },
  ordinary: ordinaryQueue,
} as const satisfies Record<string, JobQueue>

/** Documents are many and block no money, so their jobs are swept only once an hour. */
export const documentJobKinds = ['bulk.papers', 'documents.factsheet', 'documents.timestamp'] as const
