import type { JobQueue } from '../../platform/jobs/ordinary-queue.ts'

/**
 * Calls back, one job for each address. An address that failed is called from a queue of its own: those that hang take no
 * place of the others. The lease is longer than a job: its turn and one call.
 */
export const callBackQueue: JobQueue = { name: 'callback', concurrency: 200, lease: '60 seconds' }
export const failingQueue: JobQueue = { name: 'callbackfailing', concurrency: 50, lease: '60 seconds' }

export const callBackQueues = [callBackQueue, failingQueue]

export const ringJob = 'callback.ring'
export const onceJob = 'callback.once'
