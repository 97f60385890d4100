import type { Context } from '../context.ts'
import type { Repeat } from '../platform/jobs/repeat.ts'
import type { LenderTools } from '../platform/registration.ts'
import { deleteExpiredAuthData } from './auth/index.ts'
import { endGoneProposals, expireProposals } from './company/end-proposals.ts'
import { tellEndingKeys } from './key-changes/tell-ending.ts'
import { deleteOldRequests, tellChanges } from './profile/index.ts'
import { deleteOldMessages, deleteOldNotices, prepareMessages } from './notifications/index.ts'

export const repeats = (
  context: Context,
  signal: AbortSignal,
  tools: LenderTools<Context>,
): readonly Repeat[] => [
  {
    name: 'retention cleanup of lenders',
    everyMs: 3_600_000,
    inTurn: true,
    run: () =>
      Promise.all([
        deleteExpiredAuthData(context.db),
        deleteOldNotices(context.db),
        deleteOldMessages(context.db),
        deleteOldRequests(context.db),
      ]),
  },
  {
    name: 'ending proposals of companies',
    everyMs: 60_000,
    inTurn: true,
    run: () => expireProposals(context),
  },
  {
    name: 'ending proposals of what has gone',
    everyMs: 300_000,
    inTurn: true,
    run: () => endGoneProposals(context, tools, signal),
  },
  { name: 'telling of keys that end', everyMs: 3_600_000, inTurn: true, run: () => tellEndingKeys(context) },
  { name: 'telling changes of accounts', everyMs: 60_000, run: () => tellChanges(context) },
  { name: 'preparing notifications', everyMs: 2_000, run: () => prepareMessages(context, signal) },
]
