import type { Context } from '../context.ts'
import type { Repeat } from '../platform/jobs/repeat.ts'
import { collectAllReceivables } from './clearing/index.ts'
import { reconcileDueDays } from './reconciliation/index.ts'
import { deleteExpiredCalls } from './snap/retention.ts'
import { watchBalances } from './withdrawal/index.ts'

export const repeats = (context: Context, signal: AbortSignal): readonly Repeat[] => [
  {
    name: 'retention cleanup of cash',
    everyMs: 3_600_000,
    inTurn: true,
    run: () => deleteExpiredCalls(context.db),
  },
  { name: 'reconciliation', everyMs: 600_000, inTurn: true, run: () => reconcileDueDays(context, signal) },
  { name: 'balances of banks', everyMs: 600_000, inTurn: true, run: () => watchBalances(context, signal) },
  { name: 'collecting receivables', everyMs: 15_000, run: () => collectAllReceivables(context) },
]
