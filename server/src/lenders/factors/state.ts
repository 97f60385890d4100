import { one, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { factorDay, missingFactorOf } from './company-rule.ts'
import { deleteCodes } from './recovery-codes.ts'

/**
 * Notes whether a lender has a second factor, after a change of their factors; the last one takes the recovery codes with
 * it. Where their company asks for one, the sessions of who has none serve only to set one up from its day on. The caller has
 * locked the lender's row.
 * @returns whether they had one before, and have one now
 */
export async function noteFactors(
  tx: Transaction,
  lenderId: number,
): Promise<{ before: boolean; now: boolean }> {
  const { day, ...state } = await one<{ before: boolean; now: boolean; day: string | null }>(
    tx,
    'lenders.factors.state',
    `select second_factor as before,
            exists (select from lender_passkey where lender_id = $1 and ended_at is null)
            or exists (select from lender_totp where lender_id = $1) as now,
            (${factorDay}) as day
       from lender l where id = $1`,
    [lenderId],
  )
  if (!state.now) await deleteCodes(tx, lenderId)
  if (state.now !== state.before)
    await run(tx, 'lenders.factors.note', 'update lender set second_factor = $2 where id = $1', [
      lenderId,
      state.now,
    ])
  if (day !== null && state.now !== state.before)
    await run(
      tx,
      'lenders.factors.note_sessions',
      'update session set factor_from = $2 where lender_id = $1 and ended_at is null',
      [lenderId, state.now ? null : day],
    )
  return state
}

/** @throws Refusal FACTOR_NEEDED if the company of a lender without a second factor asks for one from today or before */
export async function requireNoFactorDay(tx: Transaction, lenderId: number): Promise<void> {
  if ((await missingFactorOf(tx, lenderId))?.isDue) throw new Refusal('FACTOR_NEEDED')
}
