import type { Context } from '../../context.ts'
import { run } from '../../platform/db/database.ts'
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts'
import { challengeSeconds } from '../../platform/passkeys/relying-party.ts'
import { Refusal } from '../../platform/refusal.ts'

/** What is signed: a login, a new passkey of a person, or a person's decision on what `subject` is the hash of. */
export type Purpose =
  | { purpose: 'LOGIN'; staffId: null; subject: null }
  | { purpose: 'PASSKEY'; staffId: number; subject: null }
  | { purpose: 'DECISION'; staffId: number; subject: Buffer }

/** Makes a challenge of 256 random bits for one purpose. */
export async function makeChallenge(
  { db, random }: Pick<Context, 'db' | 'random'>,
  { purpose, staffId, subject }: Purpose,
): Promise<string> {
  const challenge = random.token()
  await inTransaction(db, { repeatable: true }, (tx) =>
    run(
      tx,
      'staff.passkeys.make_challenge',
      `insert into staff_challenge (challenge, purpose, staff_id, subject, expires_at)
       values ($1, $2, $3, $4, app_now() + make_interval(secs => $5)) on conflict do nothing`,
      [challenge, purpose, staffId, subject, challengeSeconds],
    ),
  )
  return challenge
}

/**
 * Takes a challenge, once: what is signed with it later is refused, whatever becomes of this.
 * @throws Refusal PASSKEY_CHALLENGE if there is none for this purpose, or it is over
 */
export async function takeChallenge(
  tx: Transaction,
  challenge: string,
  { purpose, staffId, subject }: Purpose,
): Promise<void> {
  const taken = await run(
    tx,
    'staff.passkeys.take_challenge',
    `delete from staff_challenge
      where challenge = $1 and purpose = $2 and staff_id is not distinct from $3
        and subject is not distinct from $4 and expires_at > app_now()`,
    [challenge, purpose, staffId, subject],
  )
  if (taken === 0) throw new Refusal('PASSKEY_CHALLENGE')
}

/** Deletes challenges and invitations a day after their end, and sessions 90 days after theirs. */
export async function deleteExpiredAccess({ db }: Pick<Context, 'db'>): Promise<void> {
  await inTransaction(db, { repeatable: true }, async (tx) => {
    await run(
      tx,
      'staff.passkeys.retention_challenge',
      `delete from staff_challenge where expires_at < app_now() - interval '1 day'`,
    )
    await run(
      tx,
      'staff.passkeys.retention_invitation',
      `delete from staff_invitation where expires_at < app_now() - interval '1 day'`,
    )
    await run(
      tx,
      'staff.passkeys.retention_session',
      `delete from staff_session where coalesce(ended_at, ends_at) < app_now() - interval '90 days'`,
    )
  })
}
