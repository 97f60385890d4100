import type { Context } from '../../context.ts'
import { one, type Queryable } from '../../platform/db/database.ts'

/**
 * When withdrawals of a lender are possible again after their phone, e-mail or bank account was changed; null where
 * they do not wait. The first bank account is no change. A transaction that locks the lender and the bank account
 * before it asks sees every change that was made before it.
 */
export async function withdrawalsFrom(
  { config }: Pick<Context, 'config'>,
  db: Queryable,
  lenderId: number,
): Promise<Date | null> {
  const { until } = await one<{ until: Date | null }>(
    db,
    'lenders.profile.withdrawals_from',
    `select case when changed.at + make_interval(hours => $2) > app_now()
                 then changed.at + make_interval(hours => $2) end as until
       from (select greatest(
               (select max(replaced_at) from former_contact where lender_id = $1),
               (select max(registered_at) from lender_bank_account_version
                 where lender_id = $1 and estate_id is null and version > 1)) as at) changed`,
    [lenderId, config.WITHDRAWAL_WAIT_HOURS],
  )
  return until
}
