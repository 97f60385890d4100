import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Connection, startEmbeddedPostgres } from '../../../server/database/index.ts'
import { inspectBooks } from '../../../server/src/audit/index.ts'
import { readConfig } from '../../../server/src/outside/read-config.ts'
import type { Context } from '../../../server/src/context.ts'
import { makeContext, migrationsFolder } from '../../../server/src/main/testing.ts'
import { Database } from '../../../server/src/platform/db/database.ts'
import { migrate } from '../../../server/src/platform/db/migrate.ts'
import { readMigrations } from '../../../server/src/platform/db/migration-files.ts'

/** The server under test in a folder of its own, started as the product starts it: durable, with its own settings. */
export type Stand = {
  folder: string
  connection: Connection
  postmaster: number
  url(database: string): string
  close(): Promise<void>
}

export async function openStand(): Promise<Stand> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pematang-bench-'))
  chmodSync(folder, 0o755)
  const dataDir = path.join(folder, 'postgres')
  const server = await startEmbeddedPostgres({ dataDir })
  return {
    folder,
    connection: server.connection,
    postmaster: server.pid,
    url(database) {
      const address = new URL(server.url)
      address.pathname = `/${database}`
      return address.href
    },
    async close() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs work on the server itself, over a connection of its own. */
async function onServer<T>(stand: Stand, work: (server: Database) => Promise<T>): Promise<T> {
  const server = new Database({ url: stand.url('postgres'), size: 1 })
  try {
    return await work(server)
  } finally {
    await server.close()
  }
}

/** Creates a database if it does not exist. */
export async function makeDatabase(stand: Stand, name: string): Promise<string> {
  await onServer(stand, async (server) => {
    const { rowCount } = await server.query({
      text: 'select from pg_database where datname = $1',
      values: [name],
    })
    if (rowCount === 0) await server.query({ text: `create database ${name}` })
  })
  return stand.url(name)
}

/** Drops a database, also while a process is connected to it. */
export const dropDatabase = (stand: Stand, name: string): Promise<unknown> =>
  onServer(stand, (server) => server.query({ text: `drop database ${name} with (force)` }))

/** The version of the server, for example `PostgreSQL 18.4`. */
export const serverVersion = (stand: Stand): Promise<string> =>
  onServer(stand, async (server) => {
    const { rows } = await server.query<{ server_version: string }>({ text: 'show server_version' })
    return `PostgreSQL ${rows[0]?.server_version}`
  })

/** Stops autovacuum, which would run in some loads and not in others; its work is not part of the cost of a funding. */
export const stopAutovacuum = (stand: Stand): Promise<void> =>
  onServer(stand, async (server) => {
    await server.query({ text: 'alter system set autovacuum = off' })
    await server.query({ text: 'select pg_reload_conf()' })
  })

/**
 * Creates a database with the product's schema.
 * @returns the context of its owner, to fill and audit it
 */
export async function makeBooks(stand: Stand, name: string): Promise<Context> {
  const url = await makeDatabase(stand, name)
  const context = await contextOf(url)
  await migrate(context.db, await readMigrations(migrationsFolder))
  return context
}

/** The context of a process that works on this database, without external services. */
export function contextOf(url: string): Promise<Context> {
  const config = readConfig({
    DATABASE_URL: url,
    ESIGN_BASE_URL: 'http://127.0.0.1:9',
    ESIGN_API_KEY: 'bench-needs-no-provider',
    ESIGN_CALLBACK_SECRET: 'bench-needs-no-provider',
    LOG_LEVEL: 'silent',
  })
  return makeContext(config, { db: new Database({ url, size: 4 }) })
}

/** @throws where the books are inconsistent, which invalidates all figures. */
export async function assertBooks(context: Context, when: string): Promise<void> {
  const { breaches } = await inspectBooks(context.db)
  if (breaches.length > 0)
    throw new Error(`the books are not whole ${when}: ${JSON.stringify(breaches.slice(0, 3))}`)
}

/** Brings the server to the state of one that has run for a while: statistics are collected and dirty pages written. */
export async function settleDown(context: Context): Promise<void> {
  await context.db.query({ text: 'vacuum (analyze)' })
  await context.db.query({ text: 'checkpoint' })
}
