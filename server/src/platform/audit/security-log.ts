import { closeSync, mkdirSync, openSync, readdirSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type AuditEntry, actorName } from './audit.ts'
import type { Clock } from '../clock.ts'

/** An event that is useful when investigating an attack: login, code, password, end of a session, exceeded limit. */
export type SecurityEvent = {
  event: string
  /** `done`, or the code of the refusal. */
  outcome: string
  /** `lender:…`, `operator:…`, or `system` without a login. */
  actor?: string
  subject?: string | undefined
  requestId?: string | undefined
  source?: string | undefined
  detail?: Record<string, unknown> | undefined
}

/** The log of security events, separate from the process log and with its own retention. */
export type SecurityLog = { write(event: SecurityEvent): void }

export const eventOf = (entry: AuditEntry): SecurityEvent => ({
  event: entry.operation,
  outcome: entry.outcome,
  actor: actorName(entry.actor),
  subject: entry.subject,
  requestId: entry.requestId,
  source: entry.source,
  detail: entry.detail,
})

const dayMs = 86_400_000
const nameOf = (day: string) => `security-${day}.jsonl`

/**
 * Writes each event immediately as a JSON line to a file per day (UTC), and deletes files after the retention days.
 * Several processes may append to the same file. Without a writable folder, and where `alsoLogged` says so, events go to the
 * process log with `"stream":"security"`, as warnings, so that `LOG_LEVEL=warn` loses none.
 */
export function createSecurityLog(
  { folder, days, alsoLogged = false }: { folder: string | null; days: number; alsoLogged?: boolean },
  { log, clock }: { log: Logger; clock: Clock },
): SecurityLog {
  let open: { day: string; fd: number } | null = null
  const fileOf = (at: Date, into: string): number => {
    const day = at.toISOString().slice(0, 10)
    if (open?.day === day) return open.fd
    mkdirSync(into, { recursive: true, mode: 0o700 })
    const fd = openSync(join(into, nameOf(day)), 'a', 0o600)
    if (open) closeSync(open.fd)
    open = { day, fd }
    removeBefore(into, nameOf(new Date(at.getTime() - days * dayMs).toISOString().slice(0, 10)))
    return fd
  }
  return {
    write(event) {
      const at = clock.now()
      const toLog = () => log.warn({ stream: 'security', ...event }, 'security event')
      if (alsoLogged || folder === null) toLog()
      if (folder === null) return
      try {
        writeSync(fileOf(at, folder), `${JSON.stringify({ at: at.toISOString(), ...event })}\n`)
      } catch (error) {
        log.error({ err: error }, 'a security event could not be written to its file; it is in this log')
        if (!alsoLogged) toLog()
      }
    },
  }
}

/** Deletes expired files of this log, but no other files in the folder. */
function removeBefore(folder: string, oldest: string): void {
  for (const name of readdirSync(folder))
    if (/^security-\d{4}-\d{2}-\d{2}\.jsonl$/.test(name) && name < oldest) unlinkSync(join(folder, name))
}
