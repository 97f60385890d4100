import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { inject, vi } from 'vitest'
import { makePasswordHasher } from '../auth/passwords.ts'
import { type Config, readConfig } from '../config.ts'
import { applicationRole, type Context, makeContext } from '../context.ts'
import { makeAgreementRenderer } from '../documents/agreement-renderer.ts'
import { auditBooks, type Breach } from '../ledger/index.ts'
import { Database, type DatabaseOptions } from '../platform/db/database.ts'
import { type Faults, makeFaults } from './faults.ts'
import { inDatabase, withClient } from './global-setup.ts'

export type World = {
  context: Context
  databaseUrl: string
  /** What breaks statements in this world, in a run under FAULTS. */
  faults: Faults | undefined
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
  /** Why this world stays whole in a run under FAULTS, e.g. because it counts statements. */
  withoutFaults?: string
}

/**
 * FAULTS=0.2 breaks a fifth of all statements and commits in every world: `FAULTS=0.2 npx vitest run --project server`.
 * FAULTS_SEED repeats the choices of a run.
 */
const faultShare = Number(process.env.FAULTS ?? 0)
const faultSeed = Number(process.env.FAULTS_SEED ?? randomBytes(4).readUInt32BE())
if (faultShare > 0) vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const password = makePasswordHasher()
/** One thread for all worlds of a test file, started by the first agreement that is made. */
const renderer = makeAgreementRenderer({ threads: 1, queue: 1024 })

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
  const faults = faultShare > 0 && !options.withoutFaults ? makeFaults(faultShare, faultSeed) : undefined
  if (faults) process.stdout.write(`FAULTS=${faultShare} FAULTS_SEED=${faultSeed}\n`)
  const db = new Database({
    url: databaseUrl,
    size: 16,
    role: applicationRole,
    timeShift: () => shift,
    ...faults?.options,
    ...options.database,
  })
  const context = await makeContext(config, {
    db,
    log: pino({ level: 'silent' }),
    passwords: password,
    renderer,
    ...options.overrides,
  })
  return {
    context,
    databaseUrl,
    faults,
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
