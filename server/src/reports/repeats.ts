import type { Context } from '../context.ts'
import type { Repeat } from '../platform/jobs/repeat.ts'
import { cleanArchives } from './archive/retention.ts'
import { announce, deleteOldTries } from './calls-back/index.ts'
import { numberAllEvents } from './events/index.ts'
import { issueDueStatements } from './statements/index.ts'

export const repeats = (context: Context, signal: AbortSignal): readonly Repeat[] => [
  {
    name: 'numbering events',
    everyMs: 500,
    run: () => numberAllEvents(context, (tx, events) => announce(context, tx, events), signal),
  },
  { name: 'cleanup of calls back', everyMs: 3_600_000, inTurn: true, run: () => deleteOldTries(context.db) },
  { name: 'archive cleanup', everyMs: 3_600_000, inTurn: true, run: () => cleanArchives(context) },
  {
    name: 'issuing statements',
    everyMs: 600_000,
    inTurn: true,
    run: async () => {
      const { failed } = await issueDueStatements(context, { actor: { kind: 'system' }, signal })
      if (failed > 0) throw new Error(`${failed} statements of account were not issued`)
    },
  },
]
