import type { Assertion, Attestation } from '@pematang/contract/staff/people/webauthn'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { consoleOrigin } from '../../platform/settings/config.ts'
import { isStorable } from '../../platform/text/storable-text.ts'
import { type Purpose, takeChallenge } from './challenges.ts'
import { countUse, findPasskey, type NewPasskey, type Passkey } from './store.ts'

/** The id of the relying party (WebAuthn, section 4): the host at which staff reach the console. */
export const relyingParty = (config: Context['config']): string => new URL(consoleOrigin(config)).hostname

/**
 * Verifies what a passkey has signed, with user verification.
 * @throws Refusal PASSKEY_…, with the rule that is not kept
 */
export async function verifyAssertion(
  context: Pick<Context, 'db' | 'config'>,
  assertion: Assertion,
  purpose: Purpose,
): Promise<Passkey> {
  const { db, config } = context
  const expectedChallenge = challengeIn(assertion.response.clientDataJSON)
  await inTransaction(db, { repeatable: true }, (tx) => takeChallenge(tx, expectedChallenge, purpose))
  const passkey = required(await findPasskey(db, assertion.id), 'PASSKEY_UNKNOWN')
  if (purpose.staffId !== null && passkey.staffId !== purpose.staffId) throw new Refusal('PASSKEY_UNKNOWN')
  const { userHandle, ...response } = assertion.response
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { verified, authenticationInfo } = await refusing(() =>
    verifyAuthenticationResponse({
      response: {
        ...{ id: assertion.id, rawId: assertion.rawId, type: assertion.type, clientExtensionResults: {} },
        response: userHandle ? { ...response, userHandle } : response,
      },
      expectedChallenge,
      expectedOrigin: consoleOrigin(config),
      expectedRPID: relyingParty(config),
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    }),
  )
  if (!verified) throw new Refusal('PASSKEY_INVALID')
  const isCounted = await inTransaction(db, { repeatable: true }, (tx) =>
    countUse(tx, passkey.id, authenticationInfo.newCounter),
  )
  if (!isCounted) throw new Refusal('PASSKEY_CLONED')
  return passkey
}

/**
 * Verifies a new passkey, made with user verification. Where it comes from is not asked: staff bring what they have.
 * @throws Refusal PASSKEY_…, with the rule that is not kept
 */
export async function verifyAttestation(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { attestation, label }: { attestation: Attestation; label: string },
  purpose: Extract<Purpose, { purpose: 'PASSKEY' }>,
): Promise<NewPasskey> {
  const expectedChallenge = challengeIn(attestation.response.clientDataJSON)
  await inTransaction(db, { repeatable: true }, (tx) => takeChallenge(tx, expectedChallenge, purpose))
  const { transports = [], ...response } = attestation.response
  const { verifyRegistrationResponse } = await loadLibrary()
  const { verified, registrationInfo } = await refusing(() =>
    verifyRegistrationResponse({
      response: {
        ...{ id: attestation.id, rawId: attestation.rawId, type: attestation.type },
        response,
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin: consoleOrigin(config),
      expectedRPID: relyingParty(config),
      requireUserVerification: true,
      supportedAlgorithmIDs: [...algorithms],
    }),
  )
  if (!verified) throw new Refusal('PASSKEY_INVALID')
  const { id, publicKey, counter } = registrationInfo.credential
  return { id, label, publicKey, counter, transports }
}

/** Loaded with the first passkey: commands of the operator start without it. */
const loadLibrary = () => import('@simplewebauthn/server')

/** ES256, EdDSA and RS256 (RFC 9053 and RFC 8812), which all authenticators have one of. */
export const algorithms = [-7, -8, -257] as const

/** The challenge in the client's data, which is looked up before anything of it is believed. */
function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown
    }
    if (typeof challenge === 'string' && isStorable(challenge)) return challenge
  } catch {
    // Refused below.
  }
  throw new Refusal('PASSKEY_INVALID')
}

/** What the library says, in its words, and the refusal that a person is shown. */
const refusals = [
  [/response origin|top origin|RP ID/i, 'PASSKEY_ORIGIN'],
  [/could not be verified|not present/i, 'PASSKEY_UNVERIFIED'],
  [/counter value/i, 'PASSKEY_CLONED'],
] as const

async function refusing<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (error) {
    const words = error instanceof Error ? `${error.name} ${error.message}` : String(error)
    const [, code] = refusals.find(([pattern]) => pattern.test(words)) ?? [null, 'PASSKEY_INVALID' as const]
    throw new Refusal(code)
  }
}
