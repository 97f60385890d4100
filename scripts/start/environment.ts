import { withoutEnd } from '@pematang/contract/format/without-end'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { errorMessage } from '../../server/database/index.ts'
import { isProduction, productionProblem } from '../../server/src/platform/settings/production.ts'
import type { AuditFiles } from './audit-key.ts'
import type { BankFiles } from './banks.ts'
import type { CertificateFiles } from './certificate.ts'
import { readPort } from './ports.ts'
import type { Secrets } from './secrets.ts'
import { StartError } from './start-error.ts'

/** The settings of one start, read from the environment once. */
export interface StartSettings {
  port: number
  host: string
  sandboxPort: number
  appOrigin: string
  /** The port of the staff's console; 0 for none. */
  consolePort: number
  /** Where staff reach the console. */
  consoleOrigin: string
  /** True when the sandbox is the e-signature provider; false if the user has set their own. */
  usesSandbox: boolean
  /** True when text messages go to the sandbox's inbox; false without the sandbox or with another SMS gateway. */
  usesSmsInbox: boolean
  /** The port on which the sandbox receives e-mail. */
  sandboxSmtpPort: number
  /** True when e-mail goes to the sandbox's inbox; false without the sandbox or with another mail server. */
  usesMailInbox: boolean
  /** True when the sandbox fakes the banks; false without the sandbox or with a BANKS_FILE of the user's own. */
  usesSandboxBank: boolean
  /** Where the app listens to banks apart; null if it does not. */
  snap: { port: number; host: string } | null
  /** The URL where banks on this machine call the app, including any path before /v1.0. */
  snapUrl: string
  /** True unless the user has set a DATABASE_URL of their own. */
  usesEmbeddedDatabase: boolean
  seedsDemo: boolean
}

/** @throws {StartError} when this Node is too old; `npm start` uses the one that npm installed */
export function requireNode(version: string): void {
  if (Number.parseInt(version, 10) >= 24) return
  throw new StartError(
    `Pematang needs Node 24 or newer, and this is Node ${version}: run "npm ci", then "npm start".`,
  )
}

/** Reads `<root>/.env` into the environment, if it exists; variables that are already set win. */
export function loadDotEnv(root: string): void {
  const file = path.join(root, '.env')
  if (!existsSync(file)) return
  try {
    process.loadEnvFile(file)
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${errorMessage(error)}`, { cause: error })
  }
}

/**
 * @throws {StartError} naming the invalid variable; in production all missing variables, because there the sandbox
 * replaces no provider
 */
export function readSettings(env: NodeJS.ProcessEnv): StartSettings {
  const problem = productionProblem(env)
  if (problem !== null) throw new StartError(problem)
  const isDemo = !isProduction(env)
  const port = readPort(env, 'PORT', 3000)
  const host = env.HOST || '127.0.0.1'
  const sandboxPort = readPort(env, 'SANDBOX_PORT', 4010)
  const consolePort = readConsolePort(env, isDemo ? besidePort(sandboxPort) + 1 : 0)
  const usesSandbox = isDemo && !env.ESIGN_BASE_URL
  const snap = snapAddress(env)
  const called = snap ?? { port, host }
  return {
    port,
    host,
    sandboxPort,
    sandboxSmtpPort: readPort(env, 'SANDBOX_SMTP_PORT', besidePort(sandboxPort)),
    appOrigin: withoutEnd(env.APP_ORIGIN || `http://localhost:${port}`, '/'),
    consolePort,
    consoleOrigin: withoutEnd(env.CONSOLE_ORIGIN || `http://localhost:${consolePort}`, '/'),
    usesSandbox,
    usesSmsInbox: usesSandbox && !env.SMS_URL,
    usesMailInbox: usesSandbox && !env.SMTP_URL,
    usesSandboxBank: usesSandbox && !env.BANKS_FILE,
    snap,
    snapUrl: `${reachable(called.host, called.port)}${env.SNAP_PREFIX ?? ''}`,
    usesEmbeddedDatabase: !env.DATABASE_URL,
    seedsDemo: isDemo && env.DEMO !== 'off',
  }
}

/** 0 where staff have no console. */
const readConsolePort = (env: NodeJS.ProcessEnv, usual: number): number =>
  env.CONSOLE_PORT === '0' ? 0 : readPort(env, 'CONSOLE_PORT', usual)

/** Where banks reach an installation that listens to them apart; null if it does not. */
const snapAddress = (env: NodeJS.ProcessEnv): { port: number; host: string } | null =>
  env.SNAP_PORT && env.SNAP_PORT !== '0'
    ? { port: readPort(env, 'SNAP_PORT', 0), host: env.SNAP_HOST || '127.0.0.1' }
    : null

/** The default port of the sandbox's mail server, before that of the console: 1,000 above the given port, or below where there is no room. */
const besidePort = (port: number): number => port + (port < 64_000 ? 1_000 : -1_000)

/** The URL at which this machine reaches a server on a host and port. */
export function reachable(host: string, port: number): string {
  const known = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${known.includes(':') ? `[${known}]` : known}:${port}`
}

/**
 * The environment of the child processes: our own, plus the settings with which they find each other. Settings of the
 * user are never replaced; the secrets belong to the sandbox and are not passed to a provider of the user's own.
 */
export function childEnvironment(
  env: NodeJS.ProcessEnv,
  settings: StartSettings,
  place: {
    root: string
    dataDir: string
    databaseUrl: string
    certificate: CertificateFiles | null
    audit: AuditFiles | null
  },
  secrets: Secrets,
  banks: BankFiles | null,
): NodeJS.ProcessEnv {
  const sandbox = `http://127.0.0.1:${settings.sandboxPort}`
  const defaults: NodeJS.ProcessEnv = {
    DATABASE_URL: place.databaseUrl,
    PEMATANG_DATA: place.dataDir,
    PORT: String(settings.port),
    HOST: settings.host,
    APP_ORIGIN: settings.appOrigin,
    CONSOLE_PORT: String(settings.consolePort),
    CONSOLE_ORIGIN: settings.consoleOrigin,
    WEB_ROOT: path.join(place.root, 'web', 'dist'),
    // The processes share most of their files, which each would have to parse.
    NODE_COMPILE_CACHE: path.join(place.root, '.cache', 'compile'),
  }
  const withSandbox: NodeJS.ProcessEnv = {
    ESIGN_BASE_URL: sandbox,
    ESIGN_PUBLIC_URL: env.SANDBOX_PUBLIC_URL || sandbox,
    PRIVY_USERNAME: 'sandbox',
    PRIVY_OWNER_ID: 'PEMATANG',
    SANDBOX_PRIVY_CALLBACK_URL: `${reachable(settings.host, settings.port)}/api/v1/callbacks/privy`,
    ESIGN_FRAME_ANCESTORS: settings.appOrigin,
    XIGNATURE_BASE_URL: sandbox,
    ESIGN_TRUST_FILE: path.join(place.dataDir, 'sandbox', 'trust', 'signers.pem'),
    TIMESTAMP_URL: `${sandbox}/tsa`,
    TIMESTAMP_TRUST_FILE: path.join(place.dataDir, 'sandbox', 'trust', 'timestamps.pem'),
    SANDBOX_PORT: String(settings.sandboxPort),
    SANDBOX_SMTP_PORT: String(settings.sandboxSmtpPort),
    SANDBOX_DATA: path.join(place.dataDir, 'sandbox'),
    ...secrets,
  }
  const withInbox: NodeJS.ProcessEnv = {
    SMS_URL: `${sandbox}/sms/v1/messages`,
    SMS_API_KEY: secrets.SANDBOX_SMS_KEY,
  }
  const withMail: NodeJS.ProcessEnv = { SMTP_URL: `smtp://127.0.0.1:${settings.sandboxSmtpPort}` }
  const withBank: NodeJS.ProcessEnv = banks
    ? {
        BANKS_FILE: banks.app,
        SANDBOX_BANKS_FILE: banks.sandbox,
        SANDBOX_BANK_PAST_LINES_FILE: path.join(place.dataDir, 'demo-bank-lines.json'),
        SANDBOX_BANK_APP_URL: settings.snapUrl,
      }
    : {}
  const all = {
    ...defaults,
    ...place.certificate,
    ...place.audit,
    ...withBank,
    ...(settings.usesSandbox ? withSandbox : {}),
    ...(settings.usesSmsInbox ? withInbox : {}),
    ...(settings.usesMailInbox ? withMail : {}),
  }
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  return { ...all, ...set }
}
