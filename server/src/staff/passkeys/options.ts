import type { AssertionOptions, CreationOptions } from '@pematang/contract/webauthn'
import type { Context } from '../../context.ts'
import { assertionOptionsOf, creationOptionsOf } from '../../platform/passkeys/options.ts'
import { makeChallenge, type Purpose } from './challenges.ts'
import { listPasskeys } from './store.ts'
import { consoleParty } from './verify.ts'

/**
 * What a passkey is to sign. For a login it names no passkey: the device lists those it has for this host, and who there
 * is cannot be asked.
 */
export async function offerAssertion(
  context: Pick<Context, 'db' | 'random' | 'config'>,
  purpose: Exclude<Purpose, { purpose: 'PASSKEY' }>,
): Promise<AssertionOptions> {
  const { staffId } = purpose
  const known = staffId === null ? [] : await listPasskeys(context.db, staffId)
  return assertionOptionsOf(consoleParty(context.config), await makeChallenge(context, purpose), known)
}

/** What a new passkey of a person is made of. */
export async function offerCreation(
  context: Pick<Context, 'db' | 'random' | 'config'>,
  { staffId, name }: { staffId: number; name: string },
): Promise<CreationOptions> {
  const known = await listPasskeys(context.db, staffId)
  const challenge = await makeChallenge(context, { purpose: 'PASSKEY', staffId, subject: null })
  return creationOptionsOf(consoleParty(context.config), challenge, {
    handle: `staff-${staffId}`,
    name,
    known,
  })
}
