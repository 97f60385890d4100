import type { Context } from '../src/context.ts'
import { closeLender } from '../src/lenders/index.ts'
import type { ActorOf } from '../src/platform/audit/audit.ts'
import { perform } from '../src/platform/commands/perform.ts'
import type { Moment } from './moments.ts'
import { leaver } from './people.ts'

/** A lender who registered, never paid in, and had the account closed. */
export const leaving = (
  context: Context,
  { actor, ids }: { actor: ActorOf<'operator'>; ids: ReadonlyMap<string, number> },
): Moment => ({
  daysBefore: 35,
  async happen() {
    const lenderId = ids.get(leaver.phone) ?? 0
    const reason = 'Pemberi Dana meminta akunnya ditutup'
    await perform(context, closeLender, { actor, input: { lenderId, reason } })
  },
})
