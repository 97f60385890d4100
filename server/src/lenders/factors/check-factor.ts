import type { FactorAnswer } from '@pematang/contract/lenders/factors/endpoints'
import type { Context } from '../../context.ts'
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts'
import type { RelyingParty } from '../../platform/passkeys/relying-party.ts'
import { challengeIn, verifyAssertion } from '../../platform/passkeys/verify.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { notifyOfFactors } from '../notifications/index.ts'
import { type Purpose, takeChallenge } from './challenges.ts'
import { countUse, findPasskey } from './passkey-store.ts'
import { hashCode, isCode, useCode } from './recovery-codes.ts'
import { stepOf } from './totp.ts'
import { findTotp, useStep } from './totp-store.ts'

/** The lenders' site, at the origin at which they reach it. */
export const lenderParty = (config: Context['config']): RelyingParty => ({
  origin: new URL(config.APP_ORIGIN).origin,
  name: config.OPERATOR_NAME,
})

/** A second factor that was verified and is used up with `useFactor`, in the transaction of what it allows. */
export type Proof =
  | { way: 'PASSKEY'; id: string; counter: number }
  | { way: 'TOTP'; step: number; addedAt: Date }
  | { way: 'RECOVERY_CODE'; hash: Buffer }

/**
 * Verifies a second factor of a lender. The caller consumes the limits on guesses before.
 * @returns null if a code is wrong or was used
 * @throws Refusal PASSKEY_…, with the rule that is not kept
 */
export async function checkFactor(
  { db, config }: Pick<Context, 'db' | 'config'>,
  of: Purpose,
  { assertion, code, recoveryCode }: FactorAnswer,
): Promise<Proof | null> {
  const { lenderId } = of
  if (assertion !== undefined) {
    const challenge = challengeIn(assertion)
    await inTransaction(db, { repeatable: true }, (tx) => takeChallenge(tx, challenge, of))
    const passkey = required(await findPasskey(db, lenderId, assertion.id), 'PASSKEY_UNKNOWN')
    const counter = await verifyAssertion(lenderParty(config), assertion, passkey)
    return { way: 'PASSKEY', id: passkey.id, counter }
  }
  if (code !== undefined) {
    const totp = await findTotp(db, lenderId)
    const step = totp ? await stepOf(code, { ...totp, after: totp.lastStep }) : null
    return totp && step !== null ? { way: 'TOTP', step, addedAt: totp.addedAt } : null
  }
  const hash = hashCode(recoveryCode ?? '')
  return (await isCode(db, lenderId, hash)) ? { way: 'RECOVERY_CODE', hash } : null
}

/**
 * Uses a verified factor up in the transaction of what it allows. A recovery code is told, because somebody may have found
 * it.
 * @throws Refusal FACTOR_WRONG if it was used or removed since, PASSKEY_CLONED if its count did not go on
 */
export async function useFactor(
  tx: Transaction,
  { random }: Pick<Context, 'random'>,
  lenderId: number,
  proof: Proof,
): Promise<void> {
  if (proof.way === 'PASSKEY') {
    if (!(await countUse(tx, lenderId, proof))) throw new Refusal('PASSKEY_CLONED')
    return
  }
  if (proof.way === 'TOTP') {
    if (!(await useStep(tx, lenderId, proof))) throw new Refusal('FACTOR_WRONG')
    return
  }
  if (!(await useCode(tx, lenderId, proof.hash))) throw new Refusal('FACTOR_WRONG')
  await notifyOfFactors(
    tx,
    random,
    { lenderId, id: random.uuid() },
    {
      kind: 'FACTORS_CHANGED',
      data: { what: 'CODE_USED' },
    },
  )
}
