import type { JobQueue } from '../../platform/jobs/ordinary-queue.ts'

/** Runs of files, which take minutes each and renew their lease meanwhile. */
export const fileQueue: JobQueue = { name: 'files', concurrency: 1, lease: '45 seconds', isLong: true }

/** The job that runs a file; its payload is `{ run }`, the id of the run. */
export const fileRunJob = 'staff.file-run'
