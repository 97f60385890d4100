import type { Context } from '../context.ts'
import type { Repeat } from '../platform/jobs/repeat.ts'
import { removeOldFiles } from './files/index.ts'
import { deleteExpiredAccess } from './passkeys/index.ts'

export const repeats = (context: Context): readonly Repeat[] => [
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
