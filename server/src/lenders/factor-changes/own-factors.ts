import type { ActorOf } from '../../platform/audit/audit.ts'
import type { Effect, MutationContext } from '../../platform/commands/command.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { endOtherSessionsOf, requireFreshProof } from '../auth/index.ts'
import {
  countCodes,
  noteFactors,
  replaceCodes,
  requireNoFactorDay,
  stopOpenRecovery,
} from '../factors/index.ts'
import { type NoticeData, notifyOfFactors } from '../notifications/index.ts'

/** Recovery codes as they are shown, once; null where the lender has had them before. */
export type CodesShown = { recoveryCodes: string[] | null }

type What = NoticeData['FACTORS_CHANGED']['what']

/** Tells a lender of a change of their second factor, which an attacker may have made. */
export const tellOfFactors = (
  tx: Transaction,
  { random }: Pick<MutationContext, 'random'>,
  lenderId: number,
  what: What,
): Promise<void> =>
  notifyOfFactors(tx, random, { lenderId, id: random.uuid() }, { kind: 'FACTORS_CHANGED', data: { what } })

/**
 * Notes a factor that was added. With the first one the recovery codes are stored, and the other sessions end: they were
 * opened without it.
 */
export async function addFactor(
  tx: Transaction,
  context: MutationContext,
  { lenderId, session, codes, what }: { lenderId: number; session: Buffer; codes: Buffer[]; what: What },
): Promise<{ isFirst: boolean; sessionsEnded: number }> {
  const { before } = await noteFactors(tx, lenderId)
  if (!before) await replaceCodes(tx, lenderId, codes)
  const sessionsEnded = before ? 0 : await endOtherSessionsOf(tx, lenderId, session)
  await tellOfFactors(tx, context, lenderId, what)
  return { isFirst: !before, sessionsEnded }
}

/**
 * Removes a factor after a check of now; with the last one an open recovery has nothing left to do.
 * @throws Refusal FACTOR_CHECK_REQUIRED, PASSWORD_CHECK_REQUIRED, NOT_FOUND if `end` found none, FACTOR_NEEDED for the last one
 *   where a company asks for it
 */
export async function removeFactor(
  tx: Transaction,
  context: MutationContext,
  actor: ActorOf<'lender'>,
  { what, end }: { what: What; end: () => Promise<number> },
): Promise<Effect<{ message: 'success' }>> {
  const { lenderId } = actor
  await requireFreshProof(tx, actor, 'FACTORS')
  if ((await end()) === 0) throw new Refusal('NOT_FOUND')
  const { now } = await noteFactors(tx, lenderId)
  if (!now) {
    await requireNoFactorDay(tx, lenderId)
    await stopOpenRecovery(tx, lenderId)
  }
  await tellOfFactors(tx, context, lenderId, what)
  return { answer: { message: 'success' }, subject: `lender:${lenderId}`, detail: { isLast: !now } }
}

/** @throws Refusal NOT_FOUND for a lender without a factor, who needs no codes */
export async function requireCodes(tx: Transaction, lenderId: number): Promise<void> {
  if ((await countCodes(tx, lenderId)).made === 0) throw new Refusal('NOT_FOUND')
}
