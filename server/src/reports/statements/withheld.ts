import { one, type Queryable } from '../../platform/db/database.ts'

/**
 * Returns the interest of a period that was withheld in full as tax, in whole rupiah; negative where it was reversed.
 * Tax is rounded down once for all interest of an installment (PMK 69/PMK.03/2022), so a payment of a few rupiah may
 * leave the lender nothing. Such a payment moves no cash, but its interest and tax count, as on the tax slip.
 * @param until the end of the period
 */
export async function withheldInFull(
  db: Queryable,
  { lenderId, since, until }: { lenderId: number; since: Date; until: Date },
): Promise<number> {
  const { interest } = await one<{ interest: number }>(
    db,
    'reports.statements.withheld_in_full',
    // All parts of a payment have the same sign, so their sum is zero only if each part is zero.
    `select coalesce(sum(r.interest), 0)::bigint as interest
       from lender_repayment r join loan_payment p on p.id = r.payment_id
      where r.lender_id = $1 and r.interest <> 0 and r.principal + r.interest + r.penalty = r.tax
        and p.created_at >= $2 and p.created_at < $3
        and not exists (select from lender_repayment other
                         where other.payment_id = r.payment_id and other.lender_id = r.lender_id
                           and other.principal + other.interest + other.penalty <> other.tax)`,
    [lenderId, since, until],
  )
  return interest
}
