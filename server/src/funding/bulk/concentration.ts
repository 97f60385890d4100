import type { Concentration } from '@pematang/contract/funding/concentration/endpoints'
import type { Context } from '../../context.ts'
import { concentrationOf, joinMix, mixColumns, type PlannedFunding } from '../concentration/index.ts'
import { many } from '../../platform/db/database.ts'
import { required } from '../../platform/refusal.ts'
import { findOfferedProduct, openOfProduct } from './preview.ts'

/**
 * Shows how concentrated the lender's portfolio would be if all open loans of a product were funded.
 * @throws Refusal BULK_NOT_FOUND for a product that this lender is not offered
 */
export async function bulkConcentration(
  context: Pick<Context, 'db' | 'config'>,
  lenderId: number,
  secureId: string,
): Promise<Concentration> {
  const { db } = context
  const { id } = required(await findOfferedProduct(db, lenderId, secureId), 'BULK_NOT_FOUND')
  const planned = await many<PlannedFunding>(
    db,
    'funding.bulk.planned',
    `select ${mixColumns}, p.total - p.funded - p.reserved as amount
       from loan_position p join loan l on l.id = p.loan_id ${joinMix}
      where p.bulk_product_id = $1 and ${openOfProduct}`,
    [id],
  )
  return concentrationOf(context, lenderId, planned)
}
