import { makeAuditPartitions } from './audit/partitions.ts'
import { deleteOldKeys } from './commands/key-retention.ts'
import { emptyOwnAnswers } from './commands/own-answers.ts'
import type { Database } from './db/database.ts'
import { watchClock } from './jobs/clock-watch.ts'
import type { Repeat } from './jobs/repeat.ts'
import type { WorkerLog } from './jobs/worker.ts'
import type { Config } from './settings/config.ts'

type RepeatContext = { db: Database; config: Config; log: WorkerLog }

const hour = { everyMs: 3_600_000, inTurn: true } as const

export const repeats = (context: RepeatContext, signal: AbortSignal): readonly Repeat[] => [
  {
    name: 'deleting old idempotency keys',
    ...hour,
    run: () => deleteOldKeys(context.db, context.config.IDEMPOTENCY_RETENTION_DAYS, signal),
  },
  {
    name: 'making partitions of the audit trail',
    ...hour,
    run: () => makeAuditPartitions(context.db),
  },
  {
    name: 'emptying the answers of the next day',
    ...hour,
    run: () => emptyOwnAnswers(context.db),
  },
  { name: 'watching the clock', everyMs: 5_000, run: watchClock(context) },
]
