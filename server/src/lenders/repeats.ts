import type { Context } from '../context.ts'
import type { Repeat } from '../platform/jobs/repeat.ts'
import { deleteExpiredAuthData } from './auth/index.ts'
import { expireProposals } from './company/end-proposals.ts'
import { tellChanges } from './profile/index.ts'
import { deleteOldMessages, deleteOldNotices, prepareMessages } from './notifications/index.ts'

export const repeats = (context: Context, signal: AbortSignal): readonly Repeat[] => [
  {
    name: 'retention cleanup of lenders',
    everyMs: 3_600_000,
    inTurn: true,
    run: () =>
      Promise.all([
        deleteExpiredAuthData(context.db),
        deleteOldNotices(context.db),
        deleteOldMessages(context.db),
      ]),
  },
  {
    name: 'ending proposals of companies',
    everyMs: 60_000,
    inTurn: true,
    run: () => expireProposals(context),
  },
  { name: 'telling changes of accounts', everyMs: 60_000, run: () => tellChanges(context) },
  { name: 'preparing notifications', everyMs: 2_000, run: () => prepareMessages(context, signal) },
]
