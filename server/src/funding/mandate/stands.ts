import { lockOwners } from '../../books/index.ts'
import { one, type Queryable } from '../../platform/db/database.ts'
import { isInForce } from './in-force.ts'

/** SQL for the mandate of funding `f`; null if the lender funded it themselves. */
export const mandateOfFunding = `(select u.mandate_id from mandate_funding u
    where u.lender_id = f.lender_id and u.funding_id = f.id) as "mandateId"`

export type MandatedFunding = { lenderId: number; mandateId: string | null }

/**
 * Whether the agreements of a funding may still be signed: always if the lender funded it themselves, otherwise while
 * its mandate is in force.
 */
export async function isMandateInForce(db: Queryable, { mandateId }: MandatedFunding): Promise<boolean> {
  if (mandateId === null) return true
  const { inForce } = await one<{ inForce: boolean }>(
    db,
    'funding.mandate.is_in_force',
    `select exists (select from mandate m join mandate_signature s on s.mandate_id = m.id
                      join lender l on l.id = m.lender_id where m.id = $1 and ${isInForce}) as "inForce"`,
    [mandateId],
  )
  return inForce
}

/**
 * Like `isMandateInForce`, for a settlement: locks the lender's account, so that the mandate cannot end before this
 * transaction does.
 */
export async function isMandateInForceLocked(tx: Queryable, funding: MandatedFunding): Promise<boolean> {
  if (funding.mandateId === null) return true
  await lockOwners(tx, 'LENDER_CASH', [funding.lenderId])
  return isMandateInForce(tx, funding)
}
