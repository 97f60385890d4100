export type JobQueue = {
  name: string
  /** Maximum number of jobs that one worker runs at a time. */
  concurrency: number
  /**
   * The interval after which another worker may claim a job; it exceeds the time that a handler's external calls can
   * take.
   */
  lease: string
  /** Set for jobs that run longer than their lease: the worker renews the lease while they run. */
  isLong?: true
}

export const ordinaryQueue = { name: 'ordinary', concurrency: 20, lease: '45 seconds' } as const
