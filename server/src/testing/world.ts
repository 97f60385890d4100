import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { inject } from 'vitest'
import { makePasswordHasher } from '../auth/passwords.ts'
import { type Config, readConfig } from '../config.ts'
import { applicationRole, type Context, makeContext } from '../context.ts'
import { auditBooks, type Breach } from '../ledger/index.ts'
import { Database, type DatabaseOptions } from '../platform/db/database.ts'
import { inDatabase, withClient } from './global-setup.ts'

export type World = {
  context: Context
  databaseUrl: string
  /** Moves the database's time for everything that follows, e.g. '31 minutes'. */
  travel(interval: string | undefined): void
  /** Audits the books; a test that moved money ends with it. */
  books(): Promise<Breach[]>
  close(): Promise<void>
}

export type WorldOptions = {
  settings?: Partial<Record<keyof Config, string>>
  database?: Partial<DatabaseOptions>
  overrides?: Partial<Context>
}

const password = makePasswordHasher()

/** A world of its own for a test file: a fresh database with the whole schema, and everything else real. */
export async function makeWorld(options: WorldOptions = {}): Promise<World> {
  const url = inject('postgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await withClient(url, async (client) => {
    await client.query(`create database ${name} template ${inject('templateDatabase')}`)
  })
  const databaseUrl = inDatabase(url, name)
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    ESIGN_BASE_URL: 'http://127.0.0.1:9',
    ESIGN_API_KEY: 'test-key-of-the-sandbox',
    ESIGN_CALLBACK_SECRET: 'test-secret-of-the-sandbox',
    LOG_LEVEL: 'silent',
    ...options.settings,
  })
  let shift: string | undefined
  const db = new Database({
    url: databaseUrl,
    size: 16,
    role: applicationRole,
    timeShift: () => shift,
    ...options.database,
  })
  const context = await makeContext(config, {
    db,
    log: pino({ level: 'silent' }),
    passwords: password,
    ...options.overrides,
  })
  return {
    context,
    databaseUrl,
    travel(interval) {
      shift = interval
    },
    books: () => auditBooks(db),
    async close() {
      await db.close()
      await withClient(url, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`)
      })
    },
  }
}
