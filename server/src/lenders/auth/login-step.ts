import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { maybe, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { required } from '../../platform/refusal.ts'
import { assertMayAct } from './access.ts'
import { lockPassword } from './store.ts'

/** Cookie with the token of a login whose password was right, until the second factor is shown; in seconds. */
export const stepCookie = { name: 'step', seconds: 600 }

type NewStep = { lenderId: number; phone: string; passwordHash: string; tokenHash: Buffer }

/**
 * Keeps that the password was right, in the browser that gave it.
 * @throws Refusal PASSWORD_WRONG if the password or the number was changed since; LENDER_SUSPENDED, LENDER_CLOSED.
 */
export const openLoginStep = mutation<Context, NewStep, null>({
  operation: 'askSecondFactor',
  permit: ['lender'],
  security: true,
  async run(tx, { lenderId, phone, passwordHash, tokenHash }) {
    assertMayAct(required(await lockPassword(tx, { lenderId, phone, passwordHash }), 'PASSWORD_WRONG').state)
    await run(
      tx,
      'lenders.auth.insert_step',
      `insert into login_step (token_hash, lender_id, expires_at)
       values ($1, $2, app_now() + $3 * interval '1 second')`,
      [tokenHash, lenderId, stepCookie.seconds],
    )
    return { answer: null, subject: `lender:${lenderId}` }
  },
})

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
