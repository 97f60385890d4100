import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { Database } from '../../server/src/platform/db/database.ts'
import { auditKeyFile } from './application-node.ts'
import { databaseUrl } from './configuration.ts'
import type { ClusterState } from './state.ts'

const migrate = path.resolve(import.meta.dirname, '../../server/src/main/migrate.ts')

/** The URL of the database as the owner of its tables, bypassing every router. */
export const ownerUrl = ({ layout, secrets }: ClusterState): string =>
  databaseUrl(layout, 'pematang_owner', secrets.ownerPassword, 'pematang')

/** Creates the two logins, the role of the application and the database, as docs/runbook/operations.md describes. */
export async function makeDatabase({ layout, secrets }: ClusterState): Promise<void> {
  const url = databaseUrl(layout, 'postgres', secrets.superuserPassword, 'postgres')
  const db = new Database({ url, size: 1 })
  try {
    const found = await db.query<{ owner: boolean; database: boolean }>({
      text: `select exists (select from pg_roles where rolname = 'pematang_owner') as owner,
                    exists (select from pg_database where datname = 'pematang') as database`,
    })
    const [there] = found.rows
    if (!there?.owner) {
      const { rows } = await db.query<{ statement: string }>({
        text: `select format('create role pematang_owner login password %L; create role pematang_app nologin;
                              create role pematang_web login password %L in role pematang_app', $1::text, $2::text) as statement`,
        values: [secrets.ownerPassword, secrets.webPassword],
      })
      await db.query({ text: rows[0]?.statement ?? '' })
    }
    if (!there?.database) await db.query({ text: 'create database pematang owner pematang_owner' })
  } finally {
    await db.close()
  }
}

/**
 * Migrates the schema to this version.
 * @throws with the output of the migration
 */
export async function migrateDatabase(state: ClusterState): Promise<void> {
  const child = spawn(process.execPath, [migrate], {
    env: { PATH: process.env.PATH, DATABASE_OWNER_URL: ownerUrl(state), AUDIT_KEY_FILE: auditKeyFile(state) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, wrong] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (child.exitCode !== 0) throw new Error(`The schema could not be made: ${wrong || said}`)
}
