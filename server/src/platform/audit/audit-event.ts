import type { Database } from '../db/database.ts'
import { type AuditEntry, auditAlone } from './audit.ts'
import { eventOf, type SecurityLog } from './security-log.ts'

/**
 * Records an event that has no transaction of its own, such as a failed login, in the audit trail and the security log.
 */
export async function auditEvent(
  { db, security }: { db: Database; security: SecurityLog },
  entry: AuditEntry,
): Promise<void> {
  await auditAlone(db, entry)
  security.write(eventOf(entry))
}
