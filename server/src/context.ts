import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { makePasswordHasher, type PasswordHasher } from './auth/passwords.ts'
import { type AgreementRenderer, makeAgreementRenderer } from './documents/agreement-renderer.ts'
import { type Bank, readBanks } from './outside/bank/banks.ts'
import { snapBank } from './outside/bank/http-adapter.ts'
import type { PayingBank } from './outside/bank/port.ts'
import { httpEsign } from './outside/esign/http-adapter.ts'
import type { EsignProvider } from './outside/esign/port.ts'
import { httpXignature, noXignature } from './outside/xignature/http-adapter.ts'
import type { XignatureProvider } from './outside/xignature/port.ts'
import { makeSms } from './outside/sms/make-sms.ts'
import type { SmsSender } from './outside/sms/port.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { Database } from './platform/db/database.ts'
import { makeLog } from './platform/log.ts'
import { Metrics } from './platform/metrics/metrics.ts'
import { type Random, systemRandom } from './platform/random.ts'

/** Everything a verb may use of the world. Each part can be replaced in a test. */
export type Context = {
  config: Config
  db: Database
  clock: Clock
  random: Random
  log: Logger
  metrics: Metrics
  passwords: PasswordHasher
  renderer: AgreementRenderer
  esign: EsignProvider
  xignature: XignatureProvider
  sms: SmsSender
  banks: readonly Bank[]
  /** The banks that pay for us, by methodPayment. */
  payers: ReadonlyMap<1 | 2, PayingBank>
}

/** The SQL that makes the schema. */
export const migrationsFolder = join(import.meta.dirname, '../migrations')

/** The role whose rights the application acts with, where the database has it. */
export const applicationRole = 'pematang_app'

/** Composes the world of one process from its settings. */
export async function makeContext(config: Config, overrides: Partial<Context> = {}): Promise<Context> {
  const log = overrides.log ?? makeLog(config.LOG_LEVEL)
  const clock = overrides.clock ?? systemClock
  const random = overrides.random ?? systemRandom
  const banks = overrides.banks ?? readBanks(config.BANKS_FILE)
  const world = { clock, random, timeoutMs: config.BANK_TIMEOUT_MS }
  return {
    config,
    log,
    metrics: overrides.metrics ?? new Metrics(),
    db:
      overrides.db ??
      new Database({ url: config.DATABASE_URL, size: config.DATABASE_POOL, role: await findRole(config) }),
    clock,
    random,
    passwords: overrides.passwords ?? makePasswordHasher(),
    renderer:
      overrides.renderer ??
      makeAgreementRenderer({ threads: config.RENDER_THREADS, queue: config.RENDER_QUEUE }),
    esign: overrides.esign ?? httpEsign({ baseUrl: config.ESIGN_BASE_URL, apiKey: config.ESIGN_API_KEY }),
    xignature: overrides.xignature ?? makeXignature(config),
    sms: overrides.sms ?? makeSms(config),
    banks,
    payers:
      overrides.payers ??
      new Map(
        banks.flatMap(({ methodPayment, outbound }) =>
          outbound ? [[methodPayment, snapBank(outbound, world)] as const] : [],
        ),
      ),
  }
}

const makeXignature = ({
  XIGNATURE_BASE_URL: baseUrl,
  XIGNATURE_API_KEY: apiKey,
}: Config): XignatureProvider => (baseUrl ? httpXignature({ baseUrl, apiKey }) : noXignature)

/** The application's role, where the connecting user may act as it. Without it only the triggers guard the books. */
async function findRole(config: Config): Promise<string | undefined> {
  const db = new Database({ url: config.DATABASE_URL, size: 1 })
  try {
    const { rows } = await db.query<{ may: boolean }>({
      text: `select pg_has_role(oid, 'member') as may from pg_roles where rolname = $1`,
      values: [applicationRole],
    })
    return rows[0]?.may ? applicationRole : undefined
  } finally {
    await db.close()
  }
}
