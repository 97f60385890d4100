import type { assertionOptions, creationOptions } from '@pematang/contract/staff/people/webauthn'
import type * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import { challengeSeconds, makeChallenge, type Purpose } from './challenges.ts'
import { listPasskeys } from './store.ts'
import { algorithms, relyingParty } from './verify.ts'

/**
 * What a passkey is to sign. For a login it names no passkey: the device lists those it has for this host, and who there
 * is cannot be asked.
 */
export async function offerAssertion(
  context: Pick<Context, 'db' | 'random' | 'config'>,
  purpose: Exclude<Purpose, { purpose: 'PASSKEY' }>,
): Promise<z.infer<typeof assertionOptions>> {
  const { staffId } = purpose
  const known = staffId === null ? [] : await listPasskeys(context.db, staffId)
  return {
    challenge: await makeChallenge(context, purpose),
    timeout: challengeSeconds * 1000,
    rpId: relyingParty(context.config),
    userVerification: 'required',
    allowCredentials: known.map(described),
  }
}

/** What a new passkey of a person is made of: one that the device keeps, with user verification. */
export async function offerCreation(
  context: Pick<Context, 'db' | 'random' | 'config'>,
  { staffId, name }: { staffId: number; name: string },
): Promise<z.infer<typeof creationOptions>> {
  const known = await listPasskeys(context.db, staffId)
  return {
    challenge: await makeChallenge(context, { purpose: 'PASSKEY', staffId, subject: null }),
    timeout: challengeSeconds * 1000,
    rp: { id: relyingParty(context.config), name: `Konsol ${context.config.OPERATOR_NAME}` },
    user: { id: Buffer.from(`staff-${staffId}`).toString('base64url'), name, displayName: name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: known.map(described),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

const described = ({ id, transports }: { id: string; transports: string[] }) => ({
  id,
  type: 'public-key' as const,
  transports,
})
