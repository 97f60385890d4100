import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { inspectBooks } from '../../../server/src/audit/index.ts'
import { readAuditKeys } from '../../../server/src/platform/audit/keys.ts'
import { Database } from '../../../server/src/platform/db/database.ts'
import { run } from '../run.ts'
import { asOwner, startRestored } from './instance.ts'

export type RestoreOptions = {
  /** pgBackRest's configuration that reads the repository and names no running database. */
  config: string
  /** The last moment that is kept; null for all that was archived. */
  to: Date | null
  /** A folder that is made, or is empty. */
  into: string
  /** The keys of the audit trail; null where there are none. */
  auditKeyFile: string | null
}

export type Restored<Compared> = {
  /** What the restored database was compared with. */
  compared: Compared
  /** Seconds for copying the files, replaying the log, and the audit. */
  seconds: { files: number; log: number; audit: number }
  breaches: string[]
}

/**
 * Restores the database to a moment into a folder of its own, in a server of its own beside any other, audits the books,
 * and compares it. The server is stopped again; its files stay.
 * @throws with a sentence where the moment is in no backup, or the folder is not empty
 */
export async function restore<Compared>(
  { config, to, into, auditKeyFile }: RestoreOptions,
  compare: (db: Database) => Promise<Compared>,
): Promise<Restored<Compared>> {
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
      const compared = await compare(db)
      const ended = performance.now()
      return {
        seconds: {
          files: (copied - begun) / 1000,
          log: (replayed - copied) / 1000,
          audit: (ended - replayed) / 1000,
        },
        breaches,
        compared,
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
