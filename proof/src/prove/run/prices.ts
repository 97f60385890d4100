import { dayOf } from '../../model/days.ts'
import { settlementPrice } from '../../model/changes.ts'
import type { Difference } from './difference.ts'
import { isOutstanding } from './draw.ts'
import type { Island } from './island.ts'
import { operate } from './operate.ts'

/**
 * Compares what each outstanding loan would cost to settle today. The price has all that is owed in it, with penalties,
 * also on loans that nobody pays.
 */
export async function comparePrices(island: Island): Promise<Difference[]> {
  const on = dayOf(island.scenario.system.now())
  const found: Difference[] = []
  for (const [number, loan] of island.books.loans) {
    if (!loan.servicing || !isOutstanding(loan)) continue
    const { reply } = await operate(island, ['loans', 'quote', number, '--on', on])
    const [model, system] = [settlementPrice(loan.servicing, on), reply.data['price']]
    if (model !== system) found.push({ of: `price of settling ${number} on ${on}`, model, system })
  }
  return found
}
