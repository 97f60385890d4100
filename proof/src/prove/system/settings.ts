import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { quickMemoryKib } from '../../../../server/testing/quick-passwords.ts'
import { auditFiles } from '../../../../scripts/start/audit-key.ts'
import { keepBanks } from '../../../../scripts/start/banks.ts'
import { keepCertificate } from '../../../../scripts/start/certificate.ts'
import { keepSecrets } from '../../../../scripts/start/secrets.ts'
import { addAuditKey } from '../../../../server/src/platform/audit/keys.ts'

/** Ports and files of one system under test. */
export type Place = {
  folder: string
  databaseUrl: string
  port: number
  sandboxPort: number
  smtpPort: number
  workerMetricsPort: number
  /** The ports of a second server beside it, or null. */
  second: { port: number; workerMetricsPort: number } | null
}

const unlimited = '9999999/60'
const limits = [
  ...['LOGIN', 'CODE', 'PASSWORD', 'DOWNLOAD', 'AGREEMENT', 'INSIGHT'].flatMap((name) =>
    ['ACCOUNT', 'DEVICE', 'ADDRESS'].map((of) => `LIMIT_${name}_${of}`),
  ),
  ...['REVEAL', 'MATCH', 'VERIFY', 'NOISE', 'GUEST'].map((name) => `LIMIT_${name}_ADDRESS`),
  ...['LIMIT_SNAP_CALL', 'LIMIT_SNAP_TOKEN'],
]

/**
 * Seconds after which a withdrawal is returned if the bank never received its order; every jump of the clock is longer.
 */
export const withdrawalLostSeconds = 600
export const signatureSeconds = 1_800

/** The file of payments at the banks that the sandbox reads as it starts. */
export const bankLinesFile = (folder: string): string => path.join(folder, 'bank-lines.json')

/**
 * The environment of all processes: that of `npm start`, with short waits, and without the limits against guessing,
 * because all lenders share one address here.
 */
export async function environmentOf(place: Place): Promise<Record<string, string>> {
  const { folder, databaseUrl, port, sandboxPort } = place
  mkdirSync(folder, { recursive: true })
  const banks = keepBanks(folder, sandboxPort)
  const audit = auditFiles(folder, {})
  // A new database has no sealed rows of the audit trail, so the first key applies from the first row.
  if (audit && !existsSync(audit.AUDIT_KEY_FILE)) addAuditKey(audit.AUDIT_KEY_FILE, 'first', 1)
  const sandbox = `http://127.0.0.1:${sandboxPort}`
  const origin = `http://127.0.0.1:${port}`
  return {
    PATH: process.env.PATH ?? '',
    // The same programs start repeatedly, so their compiled code is cached.
    NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../../../../.cache/compile'),
    DATABASE_URL: databaseUrl,
    // A large pool: transactions that wait for a connection of a killed process must not starve the others.
    DATABASE_POOL: '24',
    PEMATANG_DATA: folder,
    PORT: String(port),
    APP_ORIGIN: origin,
    METRICS_PORT: '0',
    WORKER_METRICS_PORT: String(place.workerMetricsPort),
    LOG_LEVEL: 'warn',
    // The template's hashes are cheap, and a login would renew them at the cost of the product.
    PASSWORD_MEMORY_KIB: String(quickMemoryKib),
    START_LIMIT_SECONDS: '240',
    STOP_DELAY_SECONDS: '0',
    ...keepSecrets(folder),
    ...(await keepCertificate(folder, {})),
    ...audit,
    ESIGN_BASE_URL: sandbox,
    XIGNATURE_BASE_URL: sandbox,
    ESIGN_LATE_MS: '1500',
    ESIGN_RETRY_MS: '200',
    SMS_URL: `${sandbox}/sms/v1/messages`,
    SMTP_URL: `smtp://127.0.0.1:${place.smtpPort}`,
    SIGNATURE_SECONDS: String(signatureSeconds),
    SIGNATURE_POLL_SECONDS: '5',
    BANKS_FILE: banks.app,
    BANK_TIMEOUT_MS: '1500',
    BANK_CALL_WINDOW_SECONDS: '300',
    DAY_CLOSE_AFTER_HOURS: '0',
    // A loan that is published while a round is open waits for the next one.
    AUTO_FUNDING_ROUND_SECONDS: '5',
    WITHDRAWAL_LOST_SECONDS: String(withdrawalLostSeconds),
    PAYMENT_MULTIPLE: '1000000',
    TOP_UP_WITHOUT_LINE_LIMIT: String(Number.MAX_SAFE_INTEGER),
    SESSION_IDLE_SECONDS: '86400',
    SESSION_ABSOLUTE_SECONDS: '86400',
    HTTP_CONNECTIONS_PER_ADDRESS: '0',
    // The sandbox serves Privy's API too, although nothing calls it here.
    PRIVY_USERNAME: 'sandbox',
    PRIVY_OWNER_ID: 'PEMATANG',
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(place.smtpPort),
    SANDBOX_DATA: path.join(folder, 'sandbox'),
    SANDBOX_BANKS_FILE: banks.sandbox,
    SANDBOX_BANK_PAST_LINES_FILE: bankLinesFile(folder),
    SANDBOX_BANK_APP_URL: origin,
    SANDBOX_BANK_SLOW_MS: '200',
    SANDBOX_BANK_TIMEOUT_MS: '300',
    SANDBOX_BANK_LATE_MS: '1000',
    SANDBOX_BANK_RETRY_MS: '200',
    ...Object.fromEntries(limits.map((name) => [name, unlimited])),
  }
}
