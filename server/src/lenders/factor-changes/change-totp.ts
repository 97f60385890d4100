import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { type AuthenticatedLender, requireFreshProof } from '../auth/index.ts'
import {
  acceptTotpOffer,
  deleteTotp,
  findTotpOffer,
  hashCode,
  insertTotpOffer,
  makeCodes,
  makeSecret,
  replaceCodes,
  stepOf,
  uriOf,
} from '../factors/index.ts'
import { lockLender } from '../profile/index.ts'
import { callOf } from './call-of.ts'
import { addFactor, type CodesShown, removeFactor, requireCodes, tellOfFactors } from './own-factors.ts'

type Shown = { lenderId: number; session: Buffer; secret: string }

/**
 * Shows a new secret to this session, which confirms it with a code within ten minutes.
 * @throws Refusal FACTOR_CHECK_REQUIRED, PASSWORD_CHECK_REQUIRED
 */
export async function offerTotp(
  context: Context,
  who: AuthenticatedLender & { name: string },
): Promise<{ secret: string; uri: string }> {
  const { lenderId, session, name } = who
  // Made outside the command, whose input and answer may be kept: a secret must not be.
  const secret = await makeSecret(context.random)
  await perform(context, showTotp, callOf(who, { lenderId, session, secret }))
  return { secret, uri: await uriOf(secret, { issuer: context.config.OPERATOR_NAME, label: name }) }
}

const showTotp = mutation<Context, Shown, null>({
  operation: 'offerTotp',
  permit: ['lender'],
  security: true,
  async run(tx, shown, { actor }) {
    await requireFreshProof(tx, actor, 'FACTORS')
    await insertTotpOffer(tx, shown)
    return { answer: null, subject: `lender:${shown.lenderId}` }
  },
})

/**
 * Confirms the offered secret with a code of it; it takes the place of an earlier app.
 * @returns the recovery codes, with the first factor
 * @throws Refusal FACTOR_OFFER_ENDED, FACTOR_WRONG
 */
export async function addTotp(
  context: Context,
  who: AuthenticatedLender,
  { code }: { code: string },
): Promise<CodesShown> {
  const { lenderId, session } = who
  const offer = required(await findTotpOffer(context.db, { lenderId, session }), 'FACTOR_OFFER_ENDED')
  const step = required(await stepOf(code, { ...offer, after: 0 }), 'FACTOR_WRONG')
  const codes = makeCodes(context.random)
  const input = { lenderId, session, step, codes: codes.map(hashCode) }
  const { isFirst } = await perform(context, storeTotp, callOf(who, input))
  return { recoveryCodes: isFirst ? codes : null }
}

type Confirmed = { lenderId: number; session: Buffer; step: number; codes: Buffer[] }

const storeTotp = mutation<Context, Confirmed, { isFirst: boolean }>({
  operation: 'addTotp',
  permit: ['lender'],
  security: true,
  async run(tx, { lenderId, session, step, codes }, { context }) {
    await lockLender(tx, lenderId)
    if (!(await acceptTotpOffer(tx, { lenderId, session, step }))) throw new Refusal('FACTOR_OFFER_ENDED')
    const { isFirst, sessionsEnded } = await addFactor(tx, context, {
      ...{ lenderId, session, codes },
      what: 'TOTP_ADDED',
    })
    return { answer: { isFirst }, subject: `lender:${lenderId}`, detail: { isFirst, sessionsEnded } }
  },
})

/** Removes the app of a lender, after the check that `removeFactor` asks for. @throws Refusal NOT_FOUND */
export const endTotp = mutation<Context, { lenderId: number }, { message: 'success' }>({
  operation: 'endTotp',
  permit: ['lender'],
  security: true,
  run: (tx, { lenderId }, { actor, context }) =>
    removeFactor(tx, context, actor, { what: 'TOTP_ENDED', end: () => deleteTotp(tx, lenderId) }),
})

/**
 * New recovery codes in place of those of before.
 * @throws Refusal FACTOR_CHECK_REQUIRED, PASSWORD_CHECK_REQUIRED, NOT_FOUND
 */
export async function renewCodes(
  context: Context,
  who: AuthenticatedLender,
): Promise<{ recoveryCodes: string[] }> {
  const codes = makeCodes(context.random)
  const input = { lenderId: who.lenderId, codes: codes.map(hashCode) }
  await perform(context, storeCodes, callOf(who, input))
  return { recoveryCodes: codes }
}

const storeCodes = mutation<Context, { lenderId: number; codes: Buffer[] }, null>({
  operation: 'renewRecoveryCodes',
  permit: ['lender'],
  security: true,
  async run(tx, { lenderId, codes }, { actor, context }) {
    await requireFreshProof(tx, actor, 'FACTORS')
    await requireCodes(tx, lenderId)
    await replaceCodes(tx, lenderId, codes)
    await tellOfFactors(tx, context, lenderId, 'CODES_RENEWED')
    return { answer: null, subject: `lender:${lenderId}` }
  },
})
