import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { inspectBooks } from '../../../server/src/audit/books/index.ts'
import { readAuditKeys } from '../../../server/src/platform/audit/keys.ts'
import { Database } from '../../../server/src/platform/db/database.ts'
import type { TimedAcknowledgement } from '../faults/load.ts'
import { fundedIn } from '../faults/verdict.ts'
import { run } from '../run.ts'
import { asOwner, startRestored } from './instance.ts'
import { isRight, type RecoveryPoint, recoveryPoint } from './recovery-point.ts'

export type RestoreOptions = {
  /** pgBackRest's configuration that reads the repository and names no running database. */
  config: string
  /** The last moment that is kept; null for all that was archived. */
  to: Date | null
  /** A folder that is made, or is empty. */
  into: string
  /** The keys of the audit trail; null where there are none. */
  auditKeyFile: string | null
  /** What was acknowledged, where it was recorded. */
  acknowledgements: readonly TimedAcknowledgement[]
}

export type Restored = {
  /** Seconds for copying the files, replaying the log, and the audit. */
  seconds: { files: number; log: number; audit: number }
  breaches: string[]
  /** Null where acknowledgements were not recorded. */
  point: RecoveryPoint | null
  /** Whether the books are whole, and what was acknowledged is there. */
  right: boolean
}

/**
 * Restores the database to a moment into a folder of its own, in a server of its own beside any other, audits the books,
 * and compares them with what was acknowledged. The server is stopped again; its files stay.
 * @throws with a sentence where the moment is in no backup, or the folder is not empty
 */
export async function restore({
  config,
  to,
  into,
  auditKeyFile,
  acknowledgements,
}: RestoreOptions): Promise<Restored> {
  await makeFolder(into)
  const begun = performance.now()
  const target =
    to === null
      ? ['--type=default']
      : [
          '--type=time',
          `--target=${to.toISOString().replace('T', ' ').replace('Z', '+00')}`,
          '--target-action=promote',
        ]
  await run(
    ...asOwner([
      '/usr/bin/pgbackrest',
      `--config=${config}`,
      '--stanza=pematang',
      `--pg1-path=${into}/data`,
      '--archive-mode=off',
      ...target,
      'restore',
    ]),
  )
  const copied = performance.now()
  const server = await startRestored(into)
  const replayed = performance.now()
  try {
    const db = new Database({ url: server.url, size: 1 })
    try {
      const keys = auditKeyFile === null ? null : readAuditKeys(auditKeyFile)
      const { breaches: found } = await inspectBooks(db, { keys })
      const breaches = found.map(
        ({ invariant, row }) => `${invariant} broken: ${JSON.stringify(row).slice(0, 300)}`,
      )
      const until = to?.getTime() ?? Number.POSITIVE_INFINITY
      const point =
        acknowledgements.length === 0 ? null : recoveryPoint(acknowledgements, await fundedIn(db), until)
      const ended = performance.now()
      return {
        seconds: {
          files: (copied - begun) / 1000,
          log: (replayed - copied) / 1000,
          audit: (ended - replayed) / 1000,
        },
        breaches,
        point,
        right: breaches.length === 0 && (point === null || isRight(point, until)),
      }
    } finally {
      await db.close()
    }
  } finally {
    await server.stop()
  }
}

async function makeFolder(into: string): Promise<void> {
  if (existsSync(into) && readdirSync(into).length > 0)
    throw new Error(`${into} is not empty: name a new folder with --into.`)
  mkdirSync(into, { recursive: true, mode: 0o700 })
  if (process.getuid?.() !== 0) return
  const owner = Number((await run('id', ['-u', 'postgres'])).trim())
  const group = Number((await run('id', ['-g', 'postgres'])).trim())
  chownSync(into, owner, group)
}

/** What a restore found, in lines. */
export function describeRestored({ seconds, breaches, point }: Restored): string[] {
  const whole = seconds.files + seconds.log + seconds.audit
  return [
    ...(breaches.length === 0 ? ['The books are whole.'] : breaches),
    ...(point === null
      ? ['Acknowledgements were not recorded, so only the books were checked.']
      : [
          `Of ${point.acknowledged} fundings that were acknowledged until then, ${point.missing} are missing; ` +
            `${point.beyond} are from later, ${point.holes} are behind a hole, ${point.doubled} are there twice.`,
          `Recovery point: ${point.lostSeconds.toFixed(1)} s of acknowledged work before the last acknowledgement are missing.`,
        ]),
    `Recovery time: ${whole.toFixed(1)} s (files ${seconds.files.toFixed(1)}, log ${seconds.log.toFixed(1)}, audit ${seconds.audit.toFixed(1)}).`,
  ]
}
