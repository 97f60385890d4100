import type { Context } from '../context.ts'
import type { Repeat } from '../platform/jobs/repeat.ts'
import { expireProposals } from './approvals/expire-proposals.ts'
import { removeOldFiles } from './files/index.ts'
import { deleteExpiredAccess } from './passkeys/index.ts'

export const repeats = (context: Context, signal: AbortSignal): readonly Repeat[] => [
  {
    name: 'ending proposals of staff',
    everyMs: 60_000,
    inTurn: true,
    run: () => expireProposals(context, signal),
  },
  {
    name: 'retention cleanup of staff',
    everyMs: 3_600_000,
    inTurn: true,
    run: () => deleteExpiredAccess(context),
  },
  {
    name: 'retention cleanup of files',
    everyMs: 3_600_000,
    inTurn: true,
    run: async () => void (await removeOldFiles(context)),
  },
]
