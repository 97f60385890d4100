import { join } from 'node:path'
import type { Config } from '../platform/settings/config.ts'
import { openDocumentContents } from '../documents/store/index.ts'
import { createPasswordHasher } from '../platform/password-hasher.ts'
import { makeAgreementRenderer } from '../documents/rendering/agreement-renderer.ts'
import { issuerFor, readPlatformCertificate } from '../documents/signature/platform-certificate.ts'
import type { Context } from '../context.ts'
import { type Bank, readBanks } from '../outside/bank/banks.ts'
import { createCallBackSender } from '../outside/call-back/call-back-sender.ts'
import { snapBank } from '../outside/bank/http-adapter.ts'
import { createEsignProvider } from '../outside/esign/esign-provider.ts'
import { httpXignature, noXignature } from '../outside/xignature/http-adapter.ts'
import type { XignatureProvider } from '../outside/xignature/port.ts'
import { createMailSender } from '../outside/mail/mail-sender.ts'
import { createSmsSender } from '../outside/sms/sms-sender.ts'
import { auditKeysOf } from '../platform/audit/keys.ts'
import { httpTimestamps } from '../outside/tsa/http-adapter.ts'
import type { TimestampAuthority } from '../outside/tsa/port.ts'
import { systemClock } from '../platform/clock.ts'
import { calling, FailPoints } from '../platform/fail-points.ts'
import { roleFor } from '../platform/db/application-role.ts'
import { Database } from '../platform/db/database.ts'
import { Replica } from '../platform/db/replica.ts'
import { checkDataKeys, createPersonalData } from '../platform/db/data-keys.ts'
import { createLog } from '../platform/log/log.ts'
import { isProduction } from '../platform/settings/production.ts'
import { Metrics } from '../platform/metrics/metrics.ts'
import { systemRandom } from '../platform/random.ts'
import { createSecurityLog } from '../platform/audit/security-log.ts'

/**
 * Creates the context of one process from its settings.
 * @param answerWithinMs for a process whose callers wait: the longest time to wait for the database (see
 *   `DatabaseOptions`)
 */
export async function makeContext(
  config: Config,
  overrides: Partial<Context> = {},
  answerWithinMs?: number,
): Promise<Context> {
  const { log = createLog(config.LOG_LEVEL), clock = systemClock, random = systemRandom } = overrides
  const banks = overrides.banks ?? readBanks(config.BANKS_FILE, isProduction(config))
  const certificate = overrides.certificate ?? readPlatformCertificate(config, await issuerFor(config))
  const context = { clock, random, timeoutMs: config.BANK_TIMEOUT_MS }
  const db = overrides.db ?? (await openDatabase(config, answerWithinMs))
  const points = db.options.failPoints
  const called = <Port extends object | null>(name: string, port: Port) => port && calling(points, name, port)
  const { esign, xignature, tsa, sms, mail, callBack } = makeProviders(config, overrides)
  const metrics = overrides.metrics ?? new Metrics()
  return {
    config,
    log,
    security: overrides.security ?? createSecurityLog(securityFiles(config), { log, clock }),
    metrics,
    db,
    replica: overrides.replica ?? null,
    clock,
    random,
    passwords: overrides.passwords ?? createPasswordHasher(2, 40, undefined, config.PASSWORD_MEMORY_KIB),
    renderer:
      overrides.renderer ??
      makeAgreementRenderer({ threads: config.RENDER_THREADS, queue: config.RENDER_QUEUE, certificate }),
    contents: overrides.contents ?? openDocumentContents(config, { log, metrics, failPoints: points }),
    certificate,
    auditKeys: overrides.auditKeys ?? auditKeysOf(config.AUDIT_KEY_FILE),
    esign: called('esign', esign),
    xignature: called('xignature', xignature),
    tsa: called('tsa', tsa),
    sms: called('sms', sms),
    mail: called('mail', mail),
    callBack: called('callBack', callBack),
    banks,
    payers: withPoints(overrides.payers ?? payersOf(banks, context), points),
  }
}

export const makeProviders = (
  config: Config,
  overrides: Partial<Context>,
): Pick<Context, 'esign' | 'xignature' | 'tsa' | 'sms' | 'mail' | 'callBack'> => ({
  esign: overrides.esign ?? createEsignProvider(config),
  xignature: overrides.xignature ?? makeXignature(config),
  tsa: overrides.tsa ?? makeTimestamps(config),
  sms: overrides.sms ?? createSmsSender(config),
  mail: overrides.mail === undefined ? createMailSender(config) : overrides.mail,
  callBack: overrides.callBack ?? createCallBackSender(config),
})

/** The folder of the security log, how many days its files are kept, and whether the process log has its lines too. */
export const securityFiles = (
  config: Config,
): { folder: string | null; days: number; alsoLogged: boolean } => ({
  folder: config.SECURITY_LOG_FOLDER ?? (config.PEMATANG_DATA ? join(config.PEMATANG_DATA, 'log') : null),
  days: config.SECURITY_LOG_DAYS,
  alsoLogged: config.SECURITY_LOG_COPY,
})

export const payersOf = (
  banks: readonly Bank[],
  context: Parameters<typeof snapBank>[1],
): Context['payers'] =>
  new Map(
    banks.flatMap(({ methodPayment, outbound }) =>
      outbound ? [[methodPayment, snapBank(outbound, context)] as const] : [],
    ),
  )

/**
 * Wraps the banks for fault injection. Without it the same map is returned, because tests replace its banks at runtime.
 */
const withPoints = (payers: Context['payers'], points: FailPoints | undefined): Context['payers'] =>
  points ? new Map([...payers].map(([id, bank]) => [id, calling(points, 'bank', bank)])) : payers

const makeXignature = ({
  XIGNATURE_BASE_URL: baseUrl,
  XIGNATURE_API_KEY: apiKey,
}: Config): XignatureProvider => (baseUrl ? httpXignature({ baseUrl, apiKey }) : noXignature)

const makeTimestamps = ({
  TIMESTAMP_URL: url,
  TIMESTAMP_TIMEOUT_MS: timeoutMs,
}: Config): TimestampAuthority | null => (url === null ? null : httpTimestamps({ url, timeoutMs }))

/** Opens the read replica of READ_DATABASE_URL, with the options of the primary; null without that setting. */
export function openReplica({ config, db }: Pick<Context, 'config' | 'db'>): Replica | null {
  const { READ_DATABASE_URL: url, READ_LAG_SECONDS: lag, DATABASE_POOL: size } = config
  if (url === null) return null
  const { role, personal, answerWithinMs } = db.options
  return new Replica({
    primary: db,
    database: { url, size, role, personal, answerWithinMs },
    boundMs: lag * 1000,
  })
}

/** Opens the database. Fails if a key of its encrypted values is missing. */
export async function openDatabase(config: Config, answerWithinMs?: number): Promise<Database> {
  const [personal, role] = [createPersonalData(config.DATA_KEY_FILE), await findRole(config)]
  const { DATABASE_URL: url, DATABASE_POOL: size, FAIL_POINTS: folder } = config
  const failPoints = folder === null ? undefined : new FailPoints(folder)
  const db = new Database({ url, size, role, personal, answerWithinMs, failPoints })
  try {
    await checkDataKeys(db, personal)
  } catch (error) {
    await db.close()
    throw error
  }
  return db
}

async function findRole(config: Config): Promise<string | undefined> {
  const db = new Database({ url: config.DATABASE_URL, size: 1 })
  try {
    return await roleFor(db)
  } finally {
    await db.close()
  }
}
