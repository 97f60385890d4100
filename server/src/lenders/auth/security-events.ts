import type { Context } from '../../context.ts'
import { type AuditEntry, auditAlone } from '../../platform/audit/audit.ts'
import { eventOf } from '../../platform/audit/security-log.ts'

/**
 * Records an event that has no transaction of its own, such as a failed login, in the audit trail and the security log.
 */
export async function auditEvent(context: Context, entry: AuditEntry): Promise<void> {
  await auditAlone(context.db, entry)
  context.security.write(eventOf(entry))
}
