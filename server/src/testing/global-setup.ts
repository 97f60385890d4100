import { createHash } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrationsFolder } from '../context.ts'
import { Database } from '../platform/db/database.ts'
import { migrate, readMigrations } from '../platform/db/migrate.ts'
import { startEmbeddedPostgres, testProfile } from '../platform/embedded-postgres/index.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL whose user may create databases. */
    postgresUrl: string
    /** A database with the whole schema and nothing in it, to be copied. */
    templateDatabase: string
  }
}

const folder = join(import.meta.dirname, '../../../.cache/test-postgres')

/** One real PostgreSQL for all tests (TEST_DATABASE_URL names another), with one template that each file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const own = process.env.TEST_DATABASE_URL
    ? null
    : await startEmbeddedPostgres({ dataDir: folder, flags: testProfile() })
  const url = process.env.TEST_DATABASE_URL ?? own?.url ?? ''
  const migrations = await readMigrations(migrationsFolder)
  const version = createHash('sha256')
    .update(migrations.map((one) => one.checksum).join())
    .digest('hex')
  const template = `template_${version.slice(0, 12)}`
  await sweep(url)
  await makeTemplate(url, template)
  project.provide('postgresUrl', url)
  project.provide('templateDatabase', template)
  return async () => {
    await sweep(url)
    await own?.stop()
  }
}

export const inDatabase = (url: string, database: string): string => {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

async function makeTemplate(url: string, template: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`drop database if exists ${template}`)
    await client.query(`create database ${template}`)
  })
  const db = new Database({ url: inDatabase(url, template), size: 1 })
  try {
    await migrate(db, await readMigrations(migrationsFolder))
  } finally {
    await db.close()
  }
}

/** Drops what an earlier run left behind. */
async function sweep(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where datname like 'test\\_%' or datname like 'template\\_%'`,
    )
    for (const { name } of rows) await client.query(`drop database if exists "${name}" with (force)`)
  })
}

export async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
