import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { inject, vi } from 'vitest'
import type { Config } from '../src/platform/settings/config.ts'
import { readConfig } from '../src/outside/read-config.ts'
import type { Context } from '../src/context.ts'
import { makeContext } from '../src/main/testing.ts'
import { makeAgreementRenderer } from '../src/documents/testing.ts'
import { type Breach } from '../src/audit/index.ts'
import { auditBooks } from '../src/audit/testing.ts'
import { applicationRole } from '../src/platform/db/application-role.ts'
import { Database, type DatabaseOptions } from '../src/platform/db/database.ts'
import { testCertificate } from './certificate.ts'
import { type Faults, makeFaults } from './faults.ts'
import { inDatabase, withClient } from './global-setup.ts'
import { quickPasswords } from './quick-passwords.ts'

export type Fixture = {
  context: Context
  databaseUrl: string
  /** The fault injection of this fixture in a run under FAULTS. */
  faults: Faults | undefined
  /** Shifts the database's time for everything that follows, e.g. by '31 minutes'. */
  travel(interval: string | undefined): void
  /** Audits the books; every test that moved money ends with it. */
  books(): Promise<Breach[]>
  close(): Promise<void>
}

export type FixtureOptions = {
  settings?: Partial<Record<keyof Config, string>>
  database?: Partial<DatabaseOptions>
  overrides?: Partial<Context>
  /** Why this fixture is exempt from faults in a run under FAULTS, e.g. because it counts statements. */
  withoutFaults?: string
}

/**
 * FAULTS=0.2 breaks a fifth of all statements and commits in every fixture: `FAULTS=0.2 npx vitest run --project server`.
 * FAULTS_SEED repeats the choices of a run.
 */
const faultShare = Number(process.env.FAULTS ?? 0)
const faultSeed = Number(process.env.FAULTS_SEED ?? randomBytes(4).readUInt32BE())
if (faultShare > 0) vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

/** One renderer thread for all fixtures of a test file, started by the first agreement. */
const renderer = makeAgreementRenderer({ threads: 1, queue: 1024, certificate: testCertificate })

/** Creates a fixture for a test file: a fresh database with the whole schema, and real parts for everything else. */
export async function makeFixture(options: FixtureOptions = {}): Promise<Fixture> {
  const url = inject('postgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await withClient(url, async (client) => {
    // Copies files instead of logging every page, which takes a fifth of the time on a server without fsync.
    await client.query(`create database ${name} template ${inject('templateDatabase')} strategy file_copy`)
  })
  const databaseUrl = inDatabase(url, name)
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    ESIGN_BASE_URL: 'http://127.0.0.1:9',
    ESIGN_API_KEY: 'test-key-of-the-sandbox',
    ESIGN_CALLBACK_SECRET: 'test-secret-of-the-sandbox',
    LOG_LEVEL: 'silent',
    // Lenders of tests get their cash without a bank.
    TOP_UP_WITHOUT_LINE_LIMIT: String(Number.MAX_SAFE_INTEGER),
    ...options.settings,
  })
  let shift: string | undefined
  const faults = faultShare > 0 && !options.withoutFaults ? makeFaults(faultShare, faultSeed) : undefined
  if (faults) process.stdout.write(`FAULTS=${faultShare} FAULTS_SEED=${faultSeed}\n`)
  const application = { url: databaseUrl, role: applicationRole, timeShift: () => shift }
  const db = new Database({ ...application, size: 16, ...faults?.options, ...options.database })
  // The audits of a file share one connection: on a new one, planning all invariants takes ten times as long.
  const auditor = new Database({ ...application, size: 1 })
  const context = await makeContext(config, {
    db,
    log: pino({ level: 'silent' }),
    passwords: quickPasswords,
    renderer,
    certificate: testCertificate,
    ...options.overrides,
  })
  return {
    context,
    databaseUrl,
    faults,
    travel(interval) {
      shift = interval
    },
    books: () => auditBooks(auditor),
    async close() {
      await Promise.all([db.close(), auditor.close()])
      await withClient(url, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`)
      })
    },
  }
}
