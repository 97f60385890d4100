import { lockOwners } from '../ledger/index.ts'
import { one, type Queryable } from '../platform/db/database.ts'
import { isInForce } from './in-force.ts'

/** The mandate under which funding `f` was decided; null for one that its lender chose. */
export const mandateOfFunding = `(select u.mandate_id from mandate_funding u
    where u.lender_id = f.lender_id and u.funding_id = f.id) as "mandateId"`

/** A funding with the mandate under which it was decided. */
export type MandatedFunding = { lenderId: number; mandateId: string | null }

/**
 * Whether the agreements of a funding may still be signed: always where its lender chose it, otherwise while its mandate is
 * in force.
 */
export async function isMandateInForce(db: Queryable, { mandateId }: MandatedFunding): Promise<boolean> {
  if (mandateId === null) return true
  const { inForce } = await one<{ inForce: boolean }>(
    db,
    'mandate.is_in_force',
    `select exists (select from mandate m join mandate_signature s on s.mandate_id = m.id
                      join lender l on l.id = m.lender_id where m.id = $1 and ${isInForce}) as "inForce"`,
    [mandateId],
  )
  return inForce
}

/** `isMandateInForce` for a settlement: no end of the mandate comes between this answer and the end of the transaction. */
export async function isMandateInForceLocked(tx: Queryable, funding: MandatedFunding): Promise<boolean> {
  if (funding.mandateId === null) return true
  await lockOwners(tx, 'LENDER_CASH', [funding.lenderId])
  return isMandateInForce(tx, funding)
}
