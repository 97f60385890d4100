import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import type { Job } from '../../platform/jobs/queue.ts'
import type { JobHandlers, JobResult } from '../../platform/jobs/worker.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { Refusal } from '../../platform/refusal.ts'
import { revokeAccess, urgentQueue } from '../auth/index.ts'
import {
  deleteTotp,
  endPasskeys,
  findOpenRecovery,
  finishRecovery,
  insertRecovery,
  noteFactors,
  recoveryHours,
  stopOpenRecovery,
} from '../factors/index.ts'
import { notifyOfFactors, tellFormer } from '../notifications/index.ts'
import { hasFactor, lockLender } from '../profile/index.ts'
import { tellOfFactors } from './own-factors.ts'

type OfLender = { lenderId: number; reason: string }

/**
 * Starts to take off the second factor that a lender has lost, after staff have identified them. It waits a day, in which
 * everybody at the lender's addresses, present and former, can stop it by the link in their message.
 * @returns when it is done
 * @throws Error if the lender has no factor, is not active, or a recovery is open
 */
export const recoverFactors = mutation<Context, OfLender, { at: string }>({
  operation: 'recoverFactors',
  permit: ['operator'],
  secondPair: true,
  security: true,
  async run(tx, { lenderId, reason }, { context }) {
    const lender = await lockLender(tx, lenderId)
    if (lender.state !== 'ACTIVE')
      throw new Error(`Akun Pemberi Dana ${lenderId} tidak aktif: aktifkan dahulu.`)
    if (!(await hasFactor(tx, lenderId)))
      throw new Error(`Pemberi Dana ${lenderId} tidak memiliki verifikasi dua langkah.`)
    const id = context.random.uuid()
    const due = await insertRecovery(tx, { id, lenderId })
    if (!due) throw new Error(`Pemulihan Pemberi Dana ${lenderId} sudah menunggu.`)
    const at = due.toISOString()
    await enqueue(tx, [
      {
        id: context.random.uuid(),
        kind: 'factors.recover',
        payload: { recoveryId: id },
        delay: `${recoveryHours} hours`,
        queue: urgentQueue,
      },
    ])
    const notice = { lenderId, id: context.random.uuid(), kind: 'FACTOR_RECOVERY' } as const
    await notifyOfFactors(tx, context.random, notice, { kind: notice.kind, data: { at } })
    await tellFormer(tx, context, notice, lender)
    return { answer: { at }, subject: `lender:${lenderId}`, detail: { at, reason } }
  },
})

/**
 * Stops a recovery that waits.
 * @throws Error if none is open
 */
export const stopFactorRecovery = mutation<Context, OfLender, { stopped: true }>({
  operation: 'stopFactorRecovery',
  permit: ['operator'],
  withoutSecondPair: 'the lender’s factor stays as it is',
  security: true,
  async run(tx, { lenderId, reason }) {
    await lockLender(tx, lenderId)
    if ((await stopOpenRecovery(tx, lenderId)) === 0)
      throw new Error(`Tidak ada pemulihan Pemberi Dana ${lenderId} yang menunggu.`)
    return { answer: { stopped: true }, subject: `lender:${lenderId}`, detail: { reason } }
  },
})

/**
 * Cancels the recovery of a lender who is logged in, and so still has the factor. Nothing else is asked: it takes away
 * only what others asked for.
 * @throws Refusal NOT_FOUND if none waits
 */
export const cancelFactorRecovery = mutation<Context, { lenderId: number }, { message: 'success' }>({
  operation: 'cancelFactorRecovery',
  permit: ['lender'],
  security: true,
  async run(tx, { lenderId }, { context }) {
    await lockLender(tx, lenderId)
    if ((await stopOpenRecovery(tx, lenderId)) === 0) throw new Refusal('NOT_FOUND')
    await tellOfFactors(tx, context, lenderId, 'RECOVERY_CANCELLED')
    return { answer: { message: 'success' }, subject: `lender:${lenderId}` }
  },
})

/** Ends the factors of a lender whose recovery has waited its day, with all sessions and begun logins. */
const endFactors = mutation<Context, { recoveryId: string; lenderId: number }, null>({
  operation: 'endFactors',
  permit: ['system'],
  security: true,
  async run(tx, { recoveryId, lenderId }, { context }) {
    const lender = await lockLender(tx, lenderId)
    if (!(await finishRecovery(tx, recoveryId))) throw new Refusal('NOT_FOUND')
    const passkeys = await endPasskeys(tx, lenderId, null)
    const totp = (await deleteTotp(tx, lenderId)) > 0
    await noteFactors(tx, lenderId)
    const sessionsEnded = await revokeAccess(tx, lenderId)
    const notice = { lenderId, id: context.random.uuid(), kind: 'FACTORS_CHANGED' } as const
    await notifyOfFactors(tx, context.random, notice, { kind: notice.kind, data: { what: 'ALL_ENDED' } })
    await tellFormer(tx, context, notice, lender)
    return { answer: null, subject: `lender:${lenderId}`, detail: { passkeys, totp, sessionsEnded } }
  },
})

export const jobs = (context: Context): JobHandlers => ({ 'factors.recover': (job) => recover(context, job) })

async function recover(context: Context, { payload }: Job): Promise<JobResult> {
  const { recoveryId } = payload as { recoveryId: string }
  const open = await findOpenRecovery(context.db, recoveryId)
  if (!open) return undefined
  if (!open.due) return { again: '1 minute' }
  const { lenderId } = open
  try {
    await perform(context, endFactors, { actor: { kind: 'system' }, input: { recoveryId, lenderId } })
  } catch (error) {
    // It was stopped meanwhile.
    if (!(error instanceof Refusal && error.code === 'NOT_FOUND')) throw error
  }
  return undefined
}
