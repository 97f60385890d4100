import { hash } from 'node:crypto'
import type { Assertion, Attestation } from '@pematang/contract/webauthn'
import { Refusal } from '../refusal.ts'
import { isStorable } from '../text/storable-text.ts'
import { algorithms, idOf, type RelyingParty } from './relying-party.ts'

/** A passkey as its authenticator registered it, before it is stored. */
export type NewPasskey = {
  id: string
  label: string
  /** COSE key (RFC 9052, section 7). */
  publicKey: Uint8Array
  counter: number
  transports: readonly string[]
}

/** What the audit trail names a passkey by: the SHA-256 of its public key, in hexadecimal digits. */
export const keyName = ({ publicKey }: Pick<NewPasskey, 'publicKey'>): string =>
  hash('sha256', publicKey, 'hex')

/**
 * Verifies what a passkey has signed, with user verification. The caller has taken the challenge, so that it is answered
 * once, and stores the count only if it went on.
 * @returns the count that the passkey signed with
 * @throws Refusal PASSKEY_…, with the rule that is not kept
 */
export async function verifyAssertion(
  party: RelyingParty,
  assertion: Assertion,
  passkey: { id: string; publicKey: Uint8Array; counter: number },
): Promise<number> {
  const { userHandle, ...response } = assertion.response
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { verified, authenticationInfo } = await refusing(() =>
    verifyAuthenticationResponse({
      response: {
        ...{ id: assertion.id, rawId: assertion.rawId, type: assertion.type, clientExtensionResults: {} },
        response: userHandle ? { ...response, userHandle } : response,
      },
      expectedChallenge: challengeIn(assertion),
      expectedOrigin: party.origin,
      expectedRPID: idOf(party),
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    }),
  )
  if (!verified) throw new Refusal('PASSKEY_INVALID')
  return authenticationInfo.newCounter
}

/**
 * Verifies a new passkey, made with user verification. Where it comes from is not asked: people bring what they have.
 * The caller has taken the challenge.
 * @throws Refusal PASSKEY_…, with the rule that is not kept
 */
export async function verifyAttestation(
  party: RelyingParty,
  { attestation, label }: { attestation: Attestation; label: string },
): Promise<NewPasskey> {
  const { transports = [], ...response } = attestation.response
  const { verifyRegistrationResponse } = await loadLibrary()
  const { verified, registrationInfo } = await refusing(() =>
    verifyRegistrationResponse({
      response: {
        ...{ id: attestation.id, rawId: attestation.rawId, type: attestation.type },
        response,
        clientExtensionResults: {},
      },
      expectedChallenge: challengeIn(attestation),
      expectedOrigin: party.origin,
      expectedRPID: idOf(party),
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

/**
 * The challenge in the client's data, which is looked up before anything of it is believed.
 * @throws Refusal PASSKEY_INVALID
 */
export function challengeIn({ response }: { response: { clientDataJSON: string } }): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as {
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
