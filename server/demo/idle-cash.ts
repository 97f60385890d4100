import { returnIdleCash } from '../src/cash/index.ts'
import type { Context } from '../src/context.ts'
import type { ActorOf } from '../src/platform/audit/audit.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { archived } from './archive.ts'
import { people } from './people.ts'

/** Returns what has been idle for too long to the lenders without a login, as an operator does each day. */
export async function returnIdleCashOfDemo(
  context: Context,
  { actor, ids }: { actor: ActorOf<'operator'>; ids: ReadonlyMap<string, number> },
): Promise<void> {
  if (context.payers.size === 0) return
  const { reference: name, sha256 } = archived('ARSIP/DANA-SIAGA')
  for (const { phone, logsIn } of people)
    if (!logsIn)
      await perform(context, returnIdleCash, {
        actor,
        input: {
          ...{ lenderId: ids.get(phone) ?? 0, methodPayment: 1, document: { name, sha256 } },
          feeByPlatform: true,
        },
      })
}
