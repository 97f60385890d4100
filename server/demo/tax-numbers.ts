import type { Context } from '../src/context.ts'
import type { ActorOf } from '../src/platform/audit/audit.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { storeTaxNumber, taxNumberVersions } from '../src/lenders/index.ts'
import { people } from './people.ts'

/**
 * Gives the individuals of the demo tax numbers, only once. There is no province 99, so the numbers belong to nobody.
 */
export async function setTaxNumbersOfDemo(
  context: Context,
  actor: ActorOf<'operator'>,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [place, { phone, yearlyIncome }] of people.entries()) {
    const lenderId = ids.get(phone)
    if (lenderId === undefined || yearlyIncome === null) continue
    if ((await taxNumberVersions(context.db, lenderId, 1)).length > 0) continue
    const number = `99000017088${String(place + 1).padStart(5, '0')}`
    await perform(context, storeTaxNumber, { actor, input: { lenderId, number, validFrom: '2025-01-01' } })
  }
}
