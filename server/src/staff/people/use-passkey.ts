import type { Context } from '../../context.ts'
import type { Origin } from '../../platform/audit/audit.ts'
import { auditEvent } from '../../platform/audit/audit-event.ts'
import { staffActor } from '../../platform/commands/decide.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Purpose } from '../passkeys/index.ts'

/** Verifies what a passkey has signed; one that is refused is in the audit trail and among the security events. */
export async function recordingRefusal<T>(
  context: Context,
  { purpose, staffId }: Purpose,
  origin: Origin,
  verify: () => Promise<T>,
): Promise<T> {
  try {
    return await verify()
  } catch (error) {
    if (error instanceof Refusal)
      await auditEvent(context, {
        id: context.random.uuid(),
        actor: staffId === null ? { kind: 'system' } : staffActor(staffId),
        operation: 'usePasskey',
        outcome: error.code,
        detail: { purpose },
        ...origin,
      })
    throw error
  }
}
