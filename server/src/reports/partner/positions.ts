import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { EndpointItem } from '@pematang/contract/endpoint'
import { fundingNumber } from '@pematang/contract/format/reference-number'
import type { getPositions } from '@pematang/contract/partner/endpoints'
import { businessToday } from '../../books/index.ts'
import type { Context } from '../../context.ts'
import { auditDownload, type Origin } from '../../platform/audit/audit.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Position, positionsOn } from '../portfolio-report/index.ts'

type Item = EndpointItem<typeof getPositions>

/**
 * The positions of a lender at the end of a day, read while they are sent. Recorded in the audit trail, as the portfolio
 * report is.
 * @throws Refusal DATE_IN_FUTURE
 */
export async function streamPositions(
  context: Context,
  { lenderId, keyId }: { lenderId: number; keyId: string },
  on: BusinessDate,
  origin: Origin,
): Promise<AsyncIterable<Item>> {
  if (on > (await businessToday(context.db))) throw new Refusal('DATE_IN_FUTURE')
  const entry = { operation: 'getPositions', subject: `lender:${lenderId}`, detail: { on, key: keyId } }
  await auditDownload(context, lenderId, entry, origin)
  return itemsOf(positionsOn(context.db, lenderId, on))
}

async function* itemsOf(positions: AsyncIterable<Position>): AsyncGenerator<Item> {
  for await (const { fundedAt, fundingId, ...position } of positions)
    yield {
      ...position,
      fundingId,
      fundingNumber: fundingNumber(fundingId),
      fundedAt: fundedAt.toISOString(),
    }
}
