import type { Attestation, CreationOptions } from '@pematang/contract/webauthn'
import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { creationOptionsOf } from '../../platform/passkeys/options.ts'
import { mostPasskeys } from '../../platform/passkeys/relying-party.ts'
import { challengeIn, keyName, type NewPasskey, verifyAttestation } from '../../platform/passkeys/verify.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type AuthenticatedLender, requireFreshProof } from '../auth/index.ts'
import {
  endPasskeys,
  hashCode,
  insertChallenge,
  insertPasskey,
  lenderParty,
  listPasskeys,
  makeCodes,
  takeChallenge,
} from '../factors/index.ts'
import { lockLender } from '../profile/index.ts'
import { addFactor, type CodesShown, removeFactor } from './own-factors.ts'
import { callOf } from './call-of.ts'

/**
 * What another passkey of a lender is made of; this session adds it within five minutes.
 * @throws Refusal FACTOR_CHECK_REQUIRED, PASSWORD_CHECK_REQUIRED, PASSKEYS_FULL
 */
export async function offerPasskey(
  context: Context,
  who: AuthenticatedLender & { name: string },
): Promise<CreationOptions> {
  const { lenderId, session, name } = who
  const challenge = context.random.token()
  await perform(context, askPasskey, callOf(who, { lenderId, session, challenge }))
  const known = await listPasskeys(context.db, lenderId)
  return creationOptionsOf(lenderParty(context.config), challenge, {
    handle: `lender-${lenderId}`,
    name,
    known,
  })
}

const askPasskey = mutation<Context, { lenderId: number; session: Buffer; challenge: string }, null>({
  operation: 'offerLenderPasskey',
  permit: ['lender'],
  security: true,
  async run(tx, { lenderId, session, challenge }, { actor }) {
    await requireFreshProof(tx, actor, 'FACTORS')
    if ((await listPasskeys(tx, lenderId)).length >= mostPasskeys) throw new Refusal('PASSKEYS_FULL')
    await insertChallenge(tx, challenge, { purpose: 'PASSKEY', lenderId, subject: session })
    return { answer: null, subject: `lender:${lenderId}` }
  },
})

/**
 * Adds the passkey that this session was offered.
 * @returns the recovery codes, with the first factor
 * @throws Refusal PASSKEY_…, PASSKEYS_FULL
 */
export async function addPasskey(
  context: Context,
  who: AuthenticatedLender,
  made: { attestation: Attestation; label: string },
): Promise<CodesShown> {
  const { lenderId, session } = who
  const challenge = challengeIn(made.attestation)
  await inTransaction(context.db, { repeatable: true }, (tx) =>
    takeChallenge(tx, challenge, { purpose: 'PASSKEY', lenderId, subject: session }),
  )
  const passkey = await verifyAttestation(lenderParty(context.config), made)
  // Made outside the command, whose answer is stored for replays: a secret must not be stored.
  const codes = makeCodes(context.random)
  const input = { lenderId, session, passkey, codes: codes.map(hashCode) }
  const { isFirst } = await perform(context, storePasskey, callOf(who, input))
  return { recoveryCodes: isFirst ? codes : null }
}

type Made = { lenderId: number; session: Buffer; passkey: NewPasskey; codes: Buffer[] }

const storePasskey = mutation<Context, Made, { isFirst: boolean }>({
  operation: 'addLenderPasskey',
  permit: ['lender'],
  security: true,
  async run(tx, { lenderId, session, passkey, codes }, { context }) {
    await lockLender(tx, lenderId)
    await insertPasskey(tx, lenderId, passkey)
    const added = await addFactor(tx, context, { lenderId, session, codes, what: 'PASSKEY_ADDED' })
    const { isFirst, sessionsEnded } = added
    return {
      answer: { isFirst },
      subject: `lender:${lenderId}`,
      detail: { key: keyName(passkey), isFirst, sessionsEnded },
    }
  },
})

/** Revokes a passkey of a lender's own, after the check that `removeFactor` asks for. @throws Refusal NOT_FOUND */
export const endPasskey = mutation<Context, { lenderId: number; id: string }, { message: 'success' }>({
  operation: 'endLenderPasskey',
  permit: ['lender'],
  security: true,
  run: (tx, { lenderId, id }, { actor, context }) =>
    removeFactor(tx, context, actor, { what: 'PASSKEY_ENDED', end: () => endPasskeys(tx, lenderId, id) }),
})
