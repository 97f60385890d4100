import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { inDatabase } from '../../../deploy/cluster/in-database.ts'
import { auditKeyFile, authorityOf } from './application-node.ts'
import { databaseUrl } from '../../../deploy/cluster/configuration.ts'
import { nodeOf, type Release } from '../../../server/testing/released/checkout.ts'
import type { ClusterState } from './state.ts'

/** The URL of the database as the owner of its tables, bypassing every router. */
export const ownerUrl = (state: ClusterState): string =>
  databaseUrl(
    state.layout,
    { login: 'pematang_owner', password: state.secrets.ownerPassword, database: 'pematang' },
    authorityOf(state),
  )

export const superuserUrl = (state: ClusterState): string =>
  databaseUrl(
    state.layout,
    { login: 'postgres', password: state.secrets.superuserPassword, database: 'postgres' },
    authorityOf(state),
  )

/** Creates the two logins, the role of the application and the database, as docs/operating/install.md describes. */
export async function makeDatabase(state: ClusterState): Promise<void> {
  const { secrets } = state
  await inDatabase(superuserUrl(state), async (db) => {
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
  })
}

/**
 * Migrates the schema to a version of the product.
 * @returns the names of the migrations that were applied
 * @throws with the output of the migration
 */
export async function migrateDatabase(
  state: ClusterState,
  { tree }: Pick<Release, 'tree'>,
): Promise<string[]> {
  const child = spawn(nodeOf({ tree }), [path.join(tree, 'server/src/main/migrate.ts')], {
    env: { PATH: process.env.PATH, DATABASE_OWNER_URL: ownerUrl(state), AUDIT_KEY_FILE: auditKeyFile(state) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, wrong] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (child.exitCode !== 0) throw new Error(`The schema could not be made: ${wrong || said}`)
  return /applied (.+)$/m.exec(said)?.[1]?.split(', ') ?? []
}
