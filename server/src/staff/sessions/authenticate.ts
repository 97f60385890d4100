import type { Context } from '../../context.ts'
import type { Right } from '../../platform/approvals/rights.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { StaffAuthenticator } from '../../platform/http/staff-sender.ts'
import { hashToken } from '../../platform/token.ts'
import { findStaffSession, type LiveStaffSession, touchStaffSession } from './store.ts'

/** So many passkeys a person needs to decide: with one, whoever took it would decide alone. */
export const passkeysToDecide = 2

/** What a person may do in the console: DECIDE only with two passkeys. */
export const consoleRights = ({ rights, passkeys }: Pick<LiveStaffSession, 'rights' | 'passkeys'>): Right[] =>
  rights.filter((right) => right !== 'DECIDE' || passkeys >= passkeysToDecide)

/** Authenticates the cookies of the console; each request asks the database, so that an ended session ends at once. */
export const staffAuthenticator =
  ({ db }: Pick<Context, 'db'>): StaffAuthenticator =>
  async (token, { unattended }) => {
    const tokenHash = hashToken(token)
    const session = await findStaffSession(db, tokenHash)
    if (!session) return null
    if (session.stale && !unattended)
      await inTransaction(db, { repeatable: true }, (tx) => touchStaffSession(tx, tokenHash))
    const { staffId, name, id } = session
    return { staffId, name, rights: consoleRights(session), sessionId: id }
  }
