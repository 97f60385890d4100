import type { FactorAnswer, FactorOffer } from '@pematang/contract/lenders/factors/endpoints'
import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { maybe } from '../../platform/db/database.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { checkFactor, offerFactor, type Proof, useFactor } from '../factors/index.ts'
import { assertMayAct } from './access.ts'
import { type AuthenticatedLender, checkInSession, loginActorOf } from './check-password.ts'
import { insertFactorGrant } from './factor-grant.ts'
import { type LenderState, resetWrongPasswords } from './store.ts'

const purposeOf = ({ lenderId, session }: AuthenticatedLender) =>
  ({ purpose: 'CHECK', lenderId, subject: session }) as const

/** The ways to show the second factor before an action. */
export const offerFactorCheck = (context: Context, who: AuthenticatedLender): Promise<FactorOffer> =>
  offerFactor(context, purposeOf(who))

/**
 * Checks the second factor before an action, with the limits of passwords. A right one grants this session one action
 * within two minutes.
 * @throws Refusal PASSKEY_…, TOO_MANY_REQUESTS, LENDER_SUSPENDED, LENDER_CLOSED
 */
export async function validateFactor(
  context: Context,
  who: AuthenticatedLender,
  answer: FactorAnswer,
): Promise<{ is_validated: boolean }> {
  const proof = await checkInSession(
    context,
    who,
    { operation: 'validateFactor', wrong: 'FACTOR_WRONG' },
    () => checkFactor(context, purposeOf(who), answer),
  )
  if (proof === null) return { is_validated: false }
  try {
    await perform(context, grantWithFactor, {
      actor: loginActorOf(who),
      input: { lenderId: who.lenderId, session: who.session, proof },
      requestId: who.requestId,
      source: who.ip,
    })
  } catch (error) {
    // Another call has used the same code meanwhile.
    if (error instanceof Refusal && error.code === 'FACTOR_WRONG') return { is_validated: false }
    throw error
  }
  return { is_validated: true }
}

type Shown = { lenderId: number; session: Buffer; proof: Proof }

const grantWithFactor = mutation<Context, Shown, null>({
  operation: 'validateFactor',
  permit: ['lender'],
  security: true,
  async run(tx, { lenderId, session, proof }, { context }) {
    const lender = await maybe<{ state: LenderState }>(
      tx,
      'lenders.auth.lock_state',
      'select state from lender where id = $1 for share',
      [lenderId],
    )
    assertMayAct(required(lender, 'SESSION_ENDED').state)
    await useFactor(tx, context, lenderId, proof)
    await resetWrongPasswords(tx, session)
    await insertFactorGrant(tx, { lenderId, session })
    return { answer: null, subject: `lender:${lenderId}`, detail: { way: proof.way } }
  },
})
