import { maybe, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'

/** Cookie with the token of a login whose password was right, until the second factor is shown; in seconds. */
export const stepCookie = { name: 'step', seconds: 600 }

export async function insertStep(
  tx: Transaction,
  { lenderId, tokenHash }: { lenderId: number; tokenHash: Buffer },
): Promise<void> {
  await run(
    tx,
    'lenders.auth.insert_step',
    `insert into login_step (token_hash, lender_id, expires_at)
     values ($1, $2, app_now() + $3 * interval '1 second')`,
    [tokenHash, lenderId, stepCookie.seconds],
  )
}

const live = 'token_hash = $1 and tries_left > 0 and expires_at > app_now()'

/** The lender of a step that still waits for the second factor. */
export const findStep = (db: Queryable, tokenHash: Buffer): Promise<{ lenderId: number } | undefined> =>
  maybe<{ lenderId: number }>(
    db,
    'lenders.auth.find_step',
    `select lender_id as "lenderId" from login_step where ${live}`,
    [tokenHash],
  )

/** Counts an attempt before the factor is checked, so that concurrent ones cannot exceed the limit. */
export const countStepTry = async (db: Queryable, tokenHash: Buffer): Promise<boolean> =>
  1 ===
  (await run(db, 'lenders.auth.step_try', `update login_step set tries_left = tries_left - 1 where ${live}`, [
    tokenHash,
  ]))

/** Ends a step with the login that it was for. A try was counted, so none may be left. */
export const consumeStep = async (tx: Transaction, lenderId: number, tokenHash: Buffer): Promise<boolean> =>
  1 ===
  (await run(
    tx,
    'lenders.auth.consume_step',
    'delete from login_step where token_hash = $1 and lender_id = $2 and expires_at > app_now()',
    [tokenHash, lenderId],
  ))

/** Ends the steps of a lender whose password or access changes. */
export const deleteSteps = (tx: Transaction, lenderId: number): Promise<number> =>
  run(tx, 'lenders.auth.delete_steps', 'delete from login_step where lender_id = $1', [lenderId])
