import type { Assertion, Attestation } from '@pematang/contract/webauthn'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { RelyingParty } from '../../platform/passkeys/relying-party.ts'
import * as passkeys from '../../platform/passkeys/verify.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { consoleOrigin } from '../../platform/settings/config.ts'
import { type Purpose, takeChallenge } from './challenges.ts'
import { countUse, findPasskey, type Passkey } from './store.ts'

/** The console, at the origin at which staff reach it. */
export const consoleParty = (config: Context['config']): RelyingParty => ({
  origin: consoleOrigin(config),
  name: `Konsol ${config.OPERATOR_NAME}`,
})

/**
 * Verifies what a passkey has signed, with user verification.
 * @throws Refusal PASSKEY_…, with the rule that is not kept
 */
export async function verifyAssertion(
  { db, config }: Pick<Context, 'db' | 'config'>,
  assertion: Assertion,
  purpose: Purpose,
): Promise<Passkey> {
  const challenge = passkeys.challengeIn(assertion)
  await inTransaction(db, { repeatable: true }, (tx) => takeChallenge(tx, challenge, purpose))
  const passkey = required(await findPasskey(db, assertion.id), 'PASSKEY_UNKNOWN')
  if (purpose.staffId !== null && passkey.staffId !== purpose.staffId) throw new Refusal('PASSKEY_UNKNOWN')
  const counter = await passkeys.verifyAssertion(consoleParty(config), assertion, passkey)
  const isCounted = await inTransaction(db, { repeatable: true }, (tx) => countUse(tx, passkey.id, counter))
  if (!isCounted) throw new Refusal('PASSKEY_CLONED')
  return passkey
}

/**
 * Verifies a new passkey, made with user verification.
 * @throws Refusal PASSKEY_…, with the rule that is not kept
 */
export async function verifyAttestation(
  { db, config }: Pick<Context, 'db' | 'config'>,
  made: { attestation: Attestation; label: string },
  purpose: Extract<Purpose, { purpose: 'PASSKEY' }>,
): Promise<passkeys.NewPasskey> {
  const challenge = passkeys.challengeIn(made.attestation)
  await inTransaction(db, { repeatable: true }, (tx) => takeChallenge(tx, challenge, purpose))
  return passkeys.verifyAttestation(consoleParty(config), made)
}
