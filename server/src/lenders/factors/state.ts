import { one, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { deleteCodes } from './recovery-codes.ts'

/**
 * Notes whether a lender has a second factor, after a change of their factors; the last one takes the recovery codes with
 * it. The caller has locked the lender's row.
 * @returns whether they had one before, and have one now
 */
export async function noteFactors(
  tx: Transaction,
  lenderId: number,
): Promise<{ before: boolean; now: boolean }> {
  const state = await one<{ before: boolean; now: boolean }>(
    tx,
    'lenders.factors.state',
    `select second_factor as before,
            exists (select from lender_passkey where lender_id = $1 and ended_at is null)
            or exists (select from lender_totp where lender_id = $1) as now
       from lender where id = $1`,
    [lenderId],
  )
  if (!state.now) await deleteCodes(tx, lenderId)
  if (state.now !== state.before)
    await run(tx, 'lenders.factors.note', 'update lender set second_factor = $2 where id = $1', [
      lenderId,
      state.now,
    ])
  return state
}
