import type { FactorOffer } from '@pematang/contract/lenders/factors/endpoints'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { assertionOptionsOf } from '../../platform/passkeys/options.ts'
import { insertChallenge, type Purpose } from './challenges.ts'
import { lenderParty } from './check-factor.ts'
import { listPasskeys } from './passkey-store.ts'
import { findTotp } from './totp-store.ts'

/** The ways that a lender has to show the second factor, with a challenge for their passkeys. */
export async function offerFactor(
  { db, random, config }: Pick<Context, 'db' | 'random' | 'config'>,
  of: Purpose,
): Promise<FactorOffer> {
  const [known, totp] = await Promise.all([listPasskeys(db, of.lenderId), findTotp(db, of.lenderId)])
  if (known.length === 0) return { totp: totp !== undefined, assertion: null }
  const challenge = random.token()
  await inTransaction(db, { repeatable: true }, (tx) => insertChallenge(tx, challenge, of))
  return { totp: totp !== undefined, assertion: assertionOptionsOf(lenderParty(config), challenge, known) }
}
