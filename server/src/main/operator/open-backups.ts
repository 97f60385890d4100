import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type EmbeddedPostgres } from '../../../database/index.ts'
import { type Inspection, inspectBooks } from '../../audit/books/index.ts'
import { readAuditKeys } from '../../platform/audit/keys.ts'
import { Database } from '../../platform/db/database.ts'
import { isProduction } from '../../platform/settings/production.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { auditFiles, dataOf, joinEmbedded } from './open-context.ts'

/** A terminal whose commands may also work on the embedded database and its backups. */
export type HostTerminal = Terminal & {
  /**
   * Finds the database and its backups.
   * @throws Error when this installation has no backups
   */
  openBackups(): Backups
}

/** The location of the embedded database and its backups. */
export type Backups = {
  /** The setting PEMATANG_DATA: the folder of the installation's data. */
  home: string
  /** The launcher's folder of the embedded database. */
  dataDir: string
  /** The setting BACKUP_FOLDER. */
  folder: string
  binDir: string | undefined
  /** Connects to the running database, or starts it. */
  join(): Promise<EmbeddedPostgres>
  /** Audits a restored database against the signed heads of the audit trail up to a time. */
  inspect(url: string, until: Date | 'latest'): Promise<Inspection>
}

/**
 * Finds the database and backup folders.
 * @throws Error if the operator runs their own database server, or BACKUP_FOLDER is not set
 */
export function openBackups(environment: Record<string, string | undefined>): Backups {
  if (environment.DATABASE_URL || isProduction(environment)) {
    throw new Error(
      'DATABASE_URL names a server of your own, which is backed up with its own tools: see docs/operating/restore.md.',
    )
  }
  if (!environment.BACKUP_FOLDER)
    throw new Error('BACKUP_FOLDER names the folder of the backups; it is not set.')
  const evidence = { ...auditFiles(environment), ...environment }
  return {
    home: dataOf(environment),
    dataDir: join(dataOf(environment), 'postgres'),
    folder: resolve(environment.BACKUP_FOLDER),
    binDir: environment.PG_BIN_DIR || undefined,
    join: () => joinEmbedded(environment),
    inspect: (url, until) => inspect(url, until, evidence),
  }
}

async function inspect(
  url: string,
  until: Date | 'latest',
  evidence: Record<string, string | undefined>,
): Promise<Inspection> {
  const db = new Database({ url, size: 1 })
  try {
    const keys = evidence.AUDIT_KEY_FILE ? readAuditKeys(evidence.AUDIT_KEY_FILE) : null
    const anchors = await headsUntil(evidence.AUDIT_ANCHOR_FILE, until)
    return await inspectBooks(db, { keys, anchors })
  } finally {
    await db.close()
  }
}

/** The signed heads up to a time: later ones concern changes that a restore to that time discards. */
async function headsUntil(file: string | undefined, until: Date | 'latest'): Promise<string[] | undefined> {
  if (!file || !existsSync(file)) return undefined
  const lines = (await readFile(file, 'utf8')).split('\n')
  if (until === 'latest') return lines
  return lines.filter((line) => {
    const at = /"at":"([^"]+)"/.exec(line)?.[1]
    return at === undefined || at <= until.toISOString()
  })
}
