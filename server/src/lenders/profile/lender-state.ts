import { revokeAccess, type LenderState } from '../auth/index.ts'
import type { Context } from '../../context.ts'
import { lockOwners } from '../../books/index.ts'
import { stopOpenRecovery } from '../factors/index.ts'
import { notifyLender } from '../notifications/index.ts'
import { one, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { mutation } from '../../platform/commands/command.ts'
import { endRequest } from './account-request/store.ts'
import { lockLender } from './lender-settings.ts'

type OfLender = { lenderId: number; reason: string }
/** `changed` is false if the lender was already in that state. */
export type StateChanged = { changed: boolean; sessionsEnded: number }

/**
 * Suspends a lender: no login, funding or withdrawal; all sessions end. Repayments, signatures of reserved fundings and
 * running bulk fundings continue. Locks the lender's row and cash, so that concurrent logins, withdrawals and fundings
 * see the new state.
 * @throws Error if the account is closed
 */
export const suspendLender = mutation<Context, OfLender, StateChanged>({
  operation: 'suspendLender',
  permit: ['operator'],
  withoutSecondPair: 'it takes access away',
  security: true,
  async run(tx, { lenderId, reason }, { context }) {
    const { state } = await lockLender(tx, lenderId)
    if (state === 'CLOSED') throw new Error(`Akun Pemberi Dana ${lenderId} sudah ditutup.`)
    const subject = `lender:${lenderId}`
    if (state === 'SUSPENDED') return { answer: { changed: false, sessionsEnded: 0 }, subject }
    const sessionsEnded = await suspend(tx, context, lenderId)
    return { answer: { changed: true, sessionsEnded }, subject, detail: { reason, sessionsEnded } }
  },
})

/**
 * Suspends an active lender whose row the caller has locked. A recovery of their second factor and a request for another
 * bank account stop with it.
 * @returns how many sessions ended
 */
export async function suspend(
  tx: Transaction,
  { random }: Pick<Context, 'random'>,
  lenderId: number,
): Promise<number> {
  await lockOwners(tx, 'LENDER_CASH', [lenderId])
  await setState(tx, lenderId, 'SUSPENDED')
  const sessionsEnded = await revokeAccess(tx, lenderId)
  await stopOpenRecovery(tx, lenderId)
  await endRequest(tx, lenderId, 'STOPPED')
  await notifyLender(tx, { lenderId, id: random.uuid() }, 'LENDER_SUSPENDED', {})
  return sessionsEnded
}

/**
 * Reactivates a suspended lender or a closed account.
 * @throws Error while an estate of the lender stands
 */
export const reactivateLender = mutation<Context, OfLender, StateChanged>({
  operation: 'reactivateLender',
  permit: ['operator'],
  secondPair: true,
  security: true,
  async run(tx, { lenderId, reason }, { context }) {
    const { state } = await lockLender(tx, lenderId)
    const subject = `lender:${lenderId}`
    if (state === 'ACTIVE') return { answer: { changed: false, sessionsEnded: 0 }, subject }
    const { dead } = await one<{ dead: boolean }>(
      tx,
      'lenders.profile.has_estate',
      'select exists (select from estate where lender_id = $1) as dead',
      [lenderId],
    )
    if (dead)
      throw new Error(
        `Pemberi Dana ${lenderId} memiliki catatan ahli waris: batalkan dahulu ("lenders estate take-back").`,
      )
    await setState(tx, lenderId, 'ACTIVE')
    await notifyLender(tx, { lenderId, id: context.random.uuid() }, 'LENDER_REACTIVATED', {})
    return { answer: { changed: true, sessionsEnded: 0 }, subject, detail: { reason, before: state } }
  },
})

/**
 * Closes an account that has no cash, holds, debts, or waiting or outstanding fundings. Written-off loans do not prevent it;
 * later recoveries still belong to the lender. Virtual accounts are no longer shown.
 * @throws Error that names what remains
 */
export const closeLender = mutation<Context, OfLender, StateChanged>({
  operation: 'closeLender',
  permit: ['operator'],
  withoutSecondPair: 'it takes access away',
  security: true,
  async run(tx, { lenderId, reason }) {
    const { state } = await lockLender(tx, lenderId)
    const subject = `lender:${lenderId}`
    if (state === 'CLOSED') return { answer: { changed: false, sessionsEnded: 0 }, subject }
    await lockOwners(tx, 'LENDER_CASH', [lenderId])
    await lockOwners(tx, 'LENDER_CASH_ADDITIONAL', [lenderId])
    const left = await whatIsLeft(tx, lenderId)
    if (left.cash > 0 || left.held > 0 || left.fundings > 0 || left.owed > 0)
      throw new Error(
        `Pemberi Dana ${lenderId} tidak dapat ditutup: dana ${left.cash} rupiah, ${left.held} di antaranya dicadangkan, ` +
          `${left.fundings} pendanaan yang belum berakhir, kewajiban ${left.owed} rupiah setelah koreksi.`,
      )
    await setState(tx, lenderId, 'CLOSED')
    await endRequest(tx, lenderId, 'STOPPED')
    await stopOpenRecovery(tx, lenderId)
    const sessionsEnded = await revokeAccess(tx, lenderId)
    await run(
      tx,
      'lenders.profile.end_vas',
      'update lender_virtual_account set ended_at = app_now() where lender_id = $1 and ended_at is null',
      [lenderId],
    )
    return { answer: { changed: true, sessionsEnded }, subject, detail: { reason, sessionsEnded } }
  },
})

const setState = (tx: Transaction, lenderId: number, state: LenderState): Promise<number> =>
  run(
    tx,
    'lenders.profile.set_state',
    'update lender set state = $2, state_since = app_now() where id = $1',
    [lenderId, state],
  )

/**
 * What prevents closing: cash of both accounts and what corrections left owed, in whole rupiah, and fundings that wait for signature, disbursement or
 * repayment.
 */
const whatIsLeft = (
  tx: Transaction,
  lenderId: number,
): Promise<{ cash: number; held: number; owed: number; fundings: number }> =>
  one(
    tx,
    'lenders.profile.what_is_left',
    `select (select coalesce(sum(balance), 0)::bigint from account
              where owner_id = $1 and kind in ('LENDER_CASH', 'LENDER_CASH_ADDITIONAL')) as cash,
            (select coalesce(sum(held), 0)::bigint from account
              where owner_id = $1 and kind in ('LENDER_CASH', 'LENDER_CASH_ADDITIONAL')) as held,
            coalesce((select owed from lender_receivable where lender_id = $1), 0) as owed,
            (select count(*) from holding f
               left join funding_balance b on b.lender_id = f.lender_id and b.funding_id = f.id
              where f.lender_id = $1
                and (f.state = 'WAITING' or (f.state = 'SETTLED'
                      and (b.funding_id is null or b.principal_due + b.interest_due > 0)
                      and not exists (select from write_off w where w.loan_id = f.loan_id)))) as fundings`,
    [lenderId],
  )
