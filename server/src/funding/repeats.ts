import type { Context } from '../context.ts'
import type { Repeat } from '../platform/jobs/repeat.ts'
import { deleteEmptyRounds, holdDueRound } from './auto/index.ts'
import { foldListing, makeEntriesFolder } from './marketplace/index.ts'
import { notifyMatches } from './saved-searches/index.ts'

export const repeats = (context: Context, signal: AbortSignal): readonly Repeat[] => [
  {
    name: 'retention cleanup of funding',
    everyMs: 3_600_000,
    inTurn: true,
    run: () => deleteEmptyRounds(context),
  },
  { name: 'allocating loans to strategies', everyMs: 5_000, run: () => holdDueRound(context) },
  { name: 'updating the marketplace counts', everyMs: 2_000, run: () => foldListing(context) },
  { name: 'updating the marketplace entries', everyMs: 2_000, run: makeEntriesFolder(context) },
  { name: 'comparing saved searches', everyMs: 60_000, run: () => notifyMatches(context, signal) },
]
