import { errorMessage } from '../../server/src/platform/embedded-postgres/index.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { BankFiles } from './banks.ts'
import { readPort } from './ports.ts'
import type { Secrets } from './secrets.ts'
import { StartError } from './start-error.ts'

/** Settings of one start, read from the environment once. */
export interface StartSettings {
  port: number
  host: string
  sandboxPort: number
  appOrigin: string
  /** False when the user named an e-signature provider of his own. */
  usesSandbox: boolean
  /** Text messages go to the sandbox's inbox; false without the sandbox or with an SMS gateway of the user's own. */
  usesSmsInbox: boolean
  /** The sandbox plays the banks; false without the sandbox or with a BANKS_FILE of the user's own. */
  usesSandboxBank: boolean
  /** Where banks on this machine call the app, with a path before /v1.0 where it has one. */
  snapUrl: string
  /** False with a DATABASE_URL of the user's. */
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

/** Reads `<root>/.env` into the environment, when there is one; what is set already wins. */
export function loadDotEnv(root: string): void {
  const file = path.join(root, '.env')
  if (!existsSync(file)) return
  try {
    process.loadEnvFile(file)
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${errorMessage(error)}`, { cause: error })
  }
}

/** @throws {StartError} naming the variable that is wrong */
export function readSettings(env: NodeJS.ProcessEnv): StartSettings {
  const port = readPort(env, 'PORT', 3000)
  const host = env.HOST || '127.0.0.1'
  const snap =
    env.SNAP_PORT && env.SNAP_PORT !== '0'
      ? { port: readPort(env, 'SNAP_PORT', 0), host: env.SNAP_HOST || '127.0.0.1' }
      : { port, host }
  return {
    port,
    host,
    sandboxPort: readPort(env, 'SANDBOX_PORT', 4010),
    appOrigin: env.APP_ORIGIN || `http://localhost:${port}`,
    usesSandbox: !env.ESIGN_BASE_URL,
    usesSmsInbox: !env.ESIGN_BASE_URL && !env.SMS_URL,
    usesSandboxBank: !env.ESIGN_BASE_URL && !env.BANKS_FILE,
    snapUrl: `${reachable(snap.host, snap.port)}${env.SNAP_PREFIX ?? ''}`,
    usesEmbeddedDatabase: !env.DATABASE_URL,
    seedsDemo: env.NODE_ENV !== 'production' && env.DEMO !== 'off',
  }
}

/** Where this machine reaches what listens at a host and port. */
export function reachable(host: string, port: number): string {
  const known = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${known.includes(':') ? `[${known}]` : known}:${port}`
}

/**
 * The environment of the children: ours, plus what makes them find each other. What the user set himself is never
 * replaced; the secrets belong to the sandbox and are not offered to a provider of the user's own.
 */
export function childEnvironment(
  env: NodeJS.ProcessEnv,
  settings: StartSettings,
  place: { root: string; dataDir: string; databaseUrl: string },
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
    WEB_ROOT: path.join(place.root, 'web', 'dist'),
  }
  const withSandbox: NodeJS.ProcessEnv = {
    ESIGN_BASE_URL: sandbox,
    ESIGN_PUBLIC_URL: sandbox,
    ESIGN_FRAME_ANCESTORS: settings.appOrigin,
    XIGNATURE_BASE_URL: sandbox,
    SANDBOX_PORT: String(settings.sandboxPort),
    SANDBOX_DATA: path.join(place.dataDir, 'sandbox'),
    ...secrets,
  }
  const withInbox: NodeJS.ProcessEnv = {
    SMS_URL: `${sandbox}/sms/v1/messages`,
    SMS_API_KEY: secrets.SANDBOX_SMS_KEY,
  }
  const withBank: NodeJS.ProcessEnv = banks
    ? {
        BANKS_FILE: banks.app,
        SANDBOX_BANKS_FILE: banks.sandbox,
        SANDBOX_BANK_APP_URL: settings.snapUrl,
      }
    : {}
  const all = {
    ...defaults,
    ...withBank,
    ...(settings.usesSandbox ? withSandbox : {}),
    ...(settings.usesSmsInbox ? withInbox : {}),
  }
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  return { ...all, ...set }
}
