import type * as z from 'zod'
import { checkDocumentStore } from './document-store/check-settings.ts'
import { checkEsign } from './esign/check-settings.ts'

/**
 * By how many seconds the time in which a bank accepts a call must be exceeded before a transfer counts as lost. The
 * margin covers clock differences, and the time until a bank knows of an order that it has accepted.
 */
const lostMarginSeconds = 300

/** The OWASP minimum of argon2id with two passes. */
const leastPasswordMemory = 19_456

/** The settings that are checked against each other. */
type Checked = Parameters<typeof checkEsign>[0] &
  Parameters<typeof checkDocumentStore>[0] & {
    AUDIT_ANCHOR_FILE: string | null
    AUDIT_ANCHOR_URL: string | null
    AUDIT_KEY_FILE: string | null
    FAIL_POINTS: string | null
    CALL_BACK_LOCAL: boolean
    NODE_ENV: string
    PASSWORD_MEMORY_KIB: number
    BANK_CALL_WINDOW_SECONDS: number
    WITHDRAWAL_LOST_SECONDS: number
  }

/** Checks the settings that depend on each other. */
export function checkTogether(config: Checked, issue: z.RefinementCtx): void {
  checkEsign(config, issue)
  checkDocumentStore(config, issue)
  if (config.FAIL_POINTS !== null && config.NODE_ENV === 'production')
    issue.addIssue({
      code: 'custom',
      path: ['FAIL_POINTS'],
      message: 'kills processes on purpose and is refused in production',
    })
  if (config.CALL_BACK_LOCAL && config.NODE_ENV === 'production')
    issue.addIssue({
      code: 'custom',
      path: ['CALL_BACK_LOCAL'],
      message: 'lets lenders call this machine and is refused in production',
    })
  if (config.PASSWORD_MEMORY_KIB < leastPasswordMemory && config.NODE_ENV === 'production')
    issue.addIssue({
      code: 'custom',
      path: ['PASSWORD_MEMORY_KIB'],
      message: `is at least ${leastPasswordMemory} in production: a cheaper hash makes stolen ones easy to guess`,
    })
  for (const name of ['AUDIT_ANCHOR_FILE', 'AUDIT_ANCHOR_URL'] as const) {
    if (config[name] !== null && config.AUDIT_KEY_FILE === null)
      issue.addIssue({
        code: 'custom',
        path: [name],
        message: 'needs AUDIT_KEY_FILE, whose key signs what is kept',
      })
  }
  const least = config.BANK_CALL_WINDOW_SECONDS + lostMarginSeconds
  if (config.WITHDRAWAL_LOST_SECONDS >= least) return
  issue.addIssue({
    code: 'custom',
    path: ['WITHDRAWAL_LOST_SECONDS'],
    message:
      `is at least ${least}: BANK_CALL_WINDOW_SECONDS and ${lostMarginSeconds} more. ` +
      'Before that a bank may still take the order, and the lender would have the money twice',
  })
}
