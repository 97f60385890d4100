import type { Config } from '../../platform/settings/config.ts'
import { type Queryable, run } from '../../platform/db/database.ts'
import type { AllocationOrder } from '../../books/index.ts'

const ppm = (fraction: number): number => Math.round(fraction * 1_000_000)

/**
 * Stores the current terms for loans that are offered now. Existing terms of a loan stay unchanged.
 * @param allocation the order in the agreements of these loans, if it is not the configured one
 */
export async function insertTerms(
  tx: Queryable,
  { ALLOCATION_ORDER, PENALTY_DAILY_FRACTION, PENALTY_MAXIMUM_FRACTION, ROUNDING_TOLERANCE }: Config,
  loanIds: readonly number[],
  allocation: AllocationOrder = ALLOCATION_ORDER,
): Promise<void> {
  await run(
    tx,
    'loans.offers.keep_terms',
    `insert into loan_terms (loan_id, allocation, penalty_ppm_per_day, penalty_maximum_ppm, rounding_tolerance)
     select id, $2, $3, $4, $5 from unnest($1::bigint[]) as one (id) order by id on conflict (loan_id) do nothing`,
    [loanIds, allocation, ppm(PENALTY_DAILY_FRACTION), ppm(PENALTY_MAXIMUM_FRACTION), ROUNDING_TOLERANCE],
  )
}
