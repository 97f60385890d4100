import { type JobQueue, ordinaryQueue } from './queue.ts'

const lease = '45 seconds'

/**
 * The queues of background jobs. Jobs mostly wait for external calls, so concurrency exceeds the number of CPUs. A bulk
 * funding makes no such calls and runs a few seconds at a time, so its lease is short and another worker continues soon
 * after a crash.
 */
export const jobQueues = {
  /** Jobs whose result a user is waiting for. */
  urgent: { name: 'urgent', concurrency: 10, lease },
  /** Jobs that call a bank. */
  bank: { name: 'bank', concurrency: 20, lease },
  /** Bulk fundings, which run for a long time. */
  bulk: { name: 'bulk', concurrency: 2, lease: '10 seconds' },
  /** Time stamps; one bulk funding adds hundreds. */
  stamp: { name: 'stamp', concurrency: 2, lease },
  /** Notifications by e-mail and SMS, which come in large numbers once a day. */
  message: { name: 'message', concurrency: 4, lease: '120 seconds' },
  /** Archives of documents, which take minutes each and renew their lease meanwhile. */
  archive: { name: 'archive', concurrency: 1, lease, isLong: true },
  ordinary: ordinaryQueue,
} as const satisfies Record<string, JobQueue>

/** Jobs for documents are many and block no money, so missing ones are looked for only once an hour. */
export const documentJobKinds = ['bulk.papers', 'documents.factsheet', 'documents.timestamp'] as const
