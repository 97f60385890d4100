import type { ConsoleSession } from '@pematang/contract/staff/people/endpoints'
import type { Queryable } from '../../platform/db/database.ts'
import { required } from '../../platform/refusal.ts'
import { consoleRights, findStaffSession } from '../sessions/index.ts'

/** A session as its person sees it. */
export async function describeSession(db: Queryable, tokenHash: Buffer): Promise<ConsoleSession> {
  const session = required(await findStaffSession(db, tokenHash), 'STAFF_SESSION_ENDED')
  const { staffId, name, endsAt } = session
  const rights = consoleRights(session)
  const asksPasskey = rights.length < session.rights.length
  return { staffId, name, rights, asksPasskey, endsAt: endsAt.toISOString() }
}
