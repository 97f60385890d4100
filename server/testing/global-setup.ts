import { rmSync } from 'node:fs'
import { readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrationsFolder } from '../src/main/testing.ts'
import { Database } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { readMigrations } from '../src/platform/db/migration-files.ts'
import { isAlive, startEmbeddedPostgres, stopCluster, testProfile } from '../database/index.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL whose user may create databases. */
    postgresUrl: string
    /** An empty database with the whole schema, from which test databases are copied. */
    templateDatabase: string
  }
}

const folderPrefix = 'pematang-test-'

/**
 * Starts one real PostgreSQL for all tests of a run, with one template that each test file copies. TEST_DATABASE_URL
 * names another server, TEST_PG_BIN_DIR the programs of another version. Concurrent runs do not affect each other,
 * because each has a folder of its own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const base = await quickFolder()
  await sweepEndedRuns(base)
  const folder = join(base, folderPrefix + process.pid)
  const own = process.env.TEST_DATABASE_URL
    ? null
    : await startEmbeddedPostgres({
        dataDir: folder,
        flags: testProfile(),
        ...(process.env.TEST_PG_BIN_DIR ? { binDir: process.env.TEST_PG_BIN_DIR } : {}),
      })
  // A run that is stopped does not come to its teardown.
  process.once('exit', () => {
    own?.quit()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const url = process.env.TEST_DATABASE_URL ?? own?.url ?? ''
  const template = `template_${process.pid}`
  await makeTemplate(url, template)
  project.provide('postgresUrl', url)
  project.provide('templateDatabase', template)
  return async () => {
    await withClient(url, async (client) => {
      await client.query(`drop database if exists ${template}`)
    })
    await own?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * A folder in memory where the machine has room for one: a database has 1,200 files, and to copy them is four times as
 * quick there.
 */
async function quickFolder(): Promise<string> {
  const memory = '/dev/shm'
  const room = await statfs(memory).catch(() => null)
  return room !== null && room.bavail * room.bsize > 4 * 1024 ** 3 ? memory : tmpdir()
}

/** Stops the servers of runs that were killed, and removes their folders. */
async function sweepEndedRuns(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    const pid = Number(name.startsWith(folderPrefix) ? name.slice(folderPrefix.length) : Number.NaN)
    if (!Number.isInteger(pid) || isAlive(pid)) continue
    const folder = join(base, name)
    await stopCluster(folder)
    // Two runs that begin at the same time may sweep the same folder.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
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

export async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
