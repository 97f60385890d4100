import type { Context } from '../context.ts'
import type { Repeat } from '../platform/jobs/repeat.ts'
import { cleanArchives } from './archive/retention.ts'
import { issueDueStatements } from './statements/index.ts'

export const repeats = (context: Context, signal: AbortSignal): readonly Repeat[] => [
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
