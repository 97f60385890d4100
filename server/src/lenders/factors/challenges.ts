import { type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { challengeSeconds } from '../../platform/passkeys/relying-party.ts'
import { Refusal } from '../../platform/refusal.ts'

/**
 * What a passkey of a lender signs: the second step of a login, an action of a session, or a new passkey of a session.
 * `subject` is the hash of the token of that step or session.
 */
export type Purpose = { purpose: 'LOGIN' | 'CHECK' | 'PASSKEY'; lenderId: number; subject: Buffer }

/** Stores a challenge of 256 random bits, which is answered once, for one purpose, within five minutes. */
export async function insertChallenge(tx: Queryable, challenge: string, of: Purpose): Promise<void> {
  await run(
    tx,
    'lenders.factors.make_challenge',
    `insert into factor_challenge (challenge, purpose, lender_id, subject, expires_at)
     values ($1, $2, $3, $4, app_now() + make_interval(secs => $5)) on conflict do nothing`,
    [challenge, of.purpose, of.lenderId, of.subject, challengeSeconds],
  )
}

/**
 * Takes a challenge, once: what is signed with it later is refused, whatever becomes of this.
 * @throws Refusal PASSKEY_CHALLENGE if there is none for this purpose, or it is over
 */
export async function takeChallenge(tx: Transaction, challenge: string, of: Purpose): Promise<void> {
  const taken = await run(
    tx,
    'lenders.factors.take_challenge',
    `delete from factor_challenge
      where challenge = $1 and purpose = $2 and lender_id = $3 and subject = $4 and expires_at > app_now()`,
    [challenge, of.purpose, of.lenderId, of.subject],
  )
  if (taken === 0) throw new Refusal('PASSKEY_CHALLENGE')
}
