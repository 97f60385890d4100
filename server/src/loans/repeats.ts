import type { Context } from '../context.ts'
import type { Repeat } from '../platform/jobs/repeat.ts'
import { closeDueDays } from './credit-quality/index.ts'
import { moveVotesOn } from './votes/index.ts'
import { deleteOldEvents, noteLateLoans, raiseLoanNotices } from './notices/index.ts'
import { endOffersThatAreOver } from './offers/index.ts'

export const repeats = (context: Context, signal: AbortSignal): readonly Repeat[] => [
  {
    name: 'retention cleanup of loans',
    everyMs: 3_600_000,
    inTurn: true,
    run: () => deleteOldEvents(context.db),
  },
  { name: 'closing past days', everyMs: 600_000, inTurn: true, run: () => closeDueDays(context, signal) },
  { name: 'ending expired offers', everyMs: 60_000, run: () => endOffersThatAreOver(context, { signal }) },
  { name: 'writing notices about loans', everyMs: 2_000, run: () => raiseLoanNotices(context, signal) },
  { name: 'moving votes on', everyMs: 2_000, run: () => moveVotesOn(context, signal) },
  { name: 'looking for late loans', everyMs: 300_000, run: () => noteLateLoans(context) },
]
