import path from 'node:path'
import { isProduction } from '../../server/src/platform/settings/production.ts'

/** The settings for the keys of the audit trail and the location of its signed heads. */
export interface AuditFiles {
  AUDIT_KEY_FILE: string
  AUDIT_ANCHOR_FILE: string
}

/**
 * The files of the audit trail in a data folder; the migration creates a missing key. Null where the user has set keys
 * of their own, and in production, where an operator creates them.
 */
export function auditFiles(dataDir: string, env: NodeJS.ProcessEnv): AuditFiles | null {
  if (env.AUDIT_KEY_FILE || isProduction(env)) return null
  return {
    AUDIT_KEY_FILE: path.join(dataDir, 'audit-keys'),
    AUDIT_ANCHOR_FILE: path.join(dataDir, 'audit-anchors.jsonl'),
  }
}
