import { maybe, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'

/** Hours that a recovery waits, in which the lender can stop it; the database has its own copy (`factor_recovery_waits`). */
export const recoveryHours = 24

/**
 * Starts the recovery of a lender whose row the caller has locked.
 * @returns when it ends the factors; undefined if one is open
 */
export async function insertRecovery(
  tx: Transaction,
  { id, lenderId }: { id: string; lenderId: number },
): Promise<Date | undefined> {
  const row = await maybe<{ due: Date }>(
    tx,
    'lenders.factors.insert_recovery',
    `insert into factor_recovery (id, lender_id) values ($1, $2) on conflict do nothing
     returning at + make_interval(hours => $3) as due`,
    [id, lenderId, recoveryHours],
  )
  return row?.due
}

/** When the open recovery of a lender ends their factors. */
export async function openRecovery(db: Queryable, lenderId: number): Promise<Date | null> {
  const row = await maybe<{ due: Date }>(
    db,
    'lenders.factors.open_recovery',
    `select at + make_interval(hours => $2) as due from factor_recovery
      where lender_id = $1 and stopped_at is null and done_at is null`,
    [lenderId, recoveryHours],
  )
  return row?.due ?? null
}

/** Stops the open recovery of a lender, if there is one. */
export const stopOpenRecovery = (tx: Transaction, lenderId: number): Promise<number> =>
  run(
    tx,
    'lenders.factors.stop_recovery',
    `update factor_recovery set stopped_at = app_now()
      where lender_id = $1 and stopped_at is null and done_at is null`,
    [lenderId],
  )

/**
 * Ends a recovery that has waited for its time. The caller has locked the lender's row, which each stop locks too.
 * @returns false if it is not due, or was stopped or done
 */
export async function finishRecovery(tx: Transaction, id: string): Promise<boolean> {
  const done = await run(
    tx,
    'lenders.factors.finish_recovery',
    `update factor_recovery set done_at = app_now()
      where id = $1 and stopped_at is null and done_at is null and at + make_interval(hours => $2) <= app_now()`,
    [id, recoveryHours],
  )
  return done === 1
}

/** The lender of a recovery that is open. */
export const findOpenRecovery = (
  db: Queryable,
  id: string,
): Promise<{ lenderId: number; due: boolean } | undefined> =>
  maybe(
    db,
    'lenders.factors.find_recovery',
    `select lender_id as "lenderId", at + make_interval(hours => $2) <= app_now() as due from factor_recovery
      where id = $1 and stopped_at is null and done_at is null`,
    [id, recoveryHours],
  )
