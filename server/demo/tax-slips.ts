import type { BusinessDate } from '@pematang/contract/format/business-date'
import { addDays, addMonths } from '@pematang/contract/format/business-date'
import { storeSlip, withheldOf } from '../src/cash/index.ts'
import type { Context } from '../src/context.ts'
import type { ActorOf } from '../src/platform/audit/audit.ts'
import { perform } from '../src/platform/commands/perform.ts'

/**
 * Enters the slips that a lender lacks of the year before the first start, each issued on the last day of its month.
 * @param input `series` begins their numbers
 */
export async function enterSlipsOfDemo(
  context: Context,
  actor: ActorOf<'operator'>,
  { lenderId, series, first }: { lenderId: number; series: number; first: BusinessDate },
): Promise<void> {
  const year = Number(first.slice(0, 4)) - 1
  for (const line of await withheldOf(context.db, lenderId, [`${year}-01`, `${year}-12`])) {
    const { period, article, ratePpm, interest, tax, slipNumber } = line
    if (slipNumber !== null || interest <= 0) continue
    const issuedOn = addDays(addMonths(`${period}-01`, 1), -1)
    const number = `${series}${period.replace('-', '')}${article}`
    const slip = { lenderId, period, article, ratePpm, number, issuedOn, interest, tax, taxNumber: null }
    await perform(context, storeSlip, { actor, input: { ...slip, reason: null } })
  }
}
