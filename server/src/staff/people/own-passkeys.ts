import type { Context } from '../../context.ts'
import { lockStaff } from '../../platform/approvals/decision.ts'
import { mutation } from '../../platform/commands/command.ts'
import { maybe, type Queryable } from '../../platform/db/database.ts'
import { keyName, type NewPasskey } from '../../platform/passkeys/verify.ts'
import { Refusal } from '../../platform/refusal.ts'
import { countPasskeys, endPasskeys, insertPasskey } from '../passkeys/index.ts'
import { endStaffSessions } from '../sessions/index.ts'
import { requireEnough, staffWhoCanDecide } from './enough.ts'

const done = { message: 'success' } as const

/**
 * A passkey is added only so soon after a login, in seconds: a session that somebody left open must not become a way in
 * for good.
 */
const freshSeconds = 300

/** @throws Refusal LOGIN_NOT_FRESH */
export async function requireFreshLogin(db: Queryable, sessionId: string): Promise<void> {
  const fresh = await maybe(
    db,
    'staff.people.fresh_login',
    `select from staff_session
      where id = $1 and ended_at is null and opened_at > app_now() - make_interval(secs => $2)`,
    [sessionId, freshSeconds],
  )
  if (!fresh) throw new Refusal('LOGIN_NOT_FRESH')
}

type Own = { staffId: number; sessionId: string }

/** Stores another passkey of a person, which was verified just now. */
export const addPasskey = mutation<Context, Own & { passkey: NewPasskey }, typeof done>({
  operation: 'addPasskey',
  permit: ['operator'],
  withoutSecondPair: 'it is another key to what the person may do already',
  security: true,
  async run(tx, { staffId, sessionId, passkey }) {
    await lockStaff(tx)
    await requireFreshLogin(tx, sessionId)
    await insertPasskey(tx, staffId, passkey)
    return { answer: done, subject: `staff:${staffId}`, detail: { key: keyName(passkey) } }
  },
})

/**
 * Revokes a passkey of a person's own, with the sessions that it opened.
 * @throws Refusal PASSKEY_UNKNOWN, PASSKEY_LAST, RULE_UNSATISFIABLE if too few could still decide
 */
export const endPasskey = mutation<Context, { staffId: number; id: string }, typeof done>({
  operation: 'endPasskey',
  permit: ['operator'],
  withoutSecondPair: 'it takes access away',
  security: true,
  async run(tx, { staffId, id }) {
    await lockStaff(tx)
    const before = await staffWhoCanDecide(tx)
    if ((await endPasskeys(tx, staffId, id)) === 0) throw new Refusal('PASSKEY_UNKNOWN')
    if ((await countPasskeys(tx, staffId)) === 0) throw new Refusal('PASSKEY_LAST')
    await requireEnough(tx, before)
    await endStaffSessions(tx, staffId, id)
    return { answer: done, subject: `staff:${staffId}` }
  },
})
