import type { AssertionOptions, CreationOptions } from '@pematang/contract/webauthn'
import { algorithms, challengeSeconds, idOf, type RelyingParty } from './relying-party.ts'

/** What a page names of passkeys that are there. */
type Known = { id: string; transports: string[] }

/**
 * What a passkey is to sign.
 * @param known the passkeys that may sign; if none is named, the device lists those it has for this host
 */
export const assertionOptionsOf = (
  party: RelyingParty,
  challenge: string,
  known: readonly Known[],
): AssertionOptions => ({
  challenge,
  timeout: challengeSeconds * 1000,
  rpId: idOf(party),
  userVerification: 'required',
  allowCredentials: known.map(described),
})

/**
 * What a new passkey of a person is made of: one that the device keeps, with user verification.
 * @param person.handle the same for all passkeys of a person; the device overwrites none of another person
 */
export const creationOptionsOf = (
  party: RelyingParty,
  challenge: string,
  person: { handle: string; name: string; known: readonly Known[] },
): CreationOptions => ({
  challenge,
  timeout: challengeSeconds * 1000,
  rp: { id: idOf(party), name: party.name },
  user: {
    id: Buffer.from(person.handle).toString('base64url'),
    name: person.name,
    displayName: person.name,
  },
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  excludeCredentials: person.known.map(described),
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  attestation: 'none',
})

const described = ({ id, transports }: Known) => ({ id, type: 'public-key' as const, transports })
