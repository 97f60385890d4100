import path from 'node:path'
import {
  acquireLock,
  dataFolderMode,
  defaultDataDir,
  errorMessage,
  LockHeldError,
  makeFolder,
  type ProcessLock,
} from '../../server/database/index.ts'
import { auditFiles } from './audit-key.ts'
import { keepBanks } from './banks.ts'
import { keepCertificate } from './certificate.ts'
import { describeEnding, ending, type Program, runChild } from './child.ts'
import { type WatchedDatabase, watchDatabase } from './database.ts'
import { childEnvironment, reachable, readSettings, type StartSettings } from './environment.ts'
import { StartLog } from './log.ts'
import { type StartPlan, summary, waitUntilReady } from './plan.ts'
import { type AskedPort, requireFreePorts } from './ports.ts'
import { keepSecrets, writePrivately } from './secrets.ts'
import { Service } from './service.ts'
import { StartError } from './start-error.ts'
import { buildWebIfNeeded } from './web-build.ts'

export interface SupervisorOptions {
  /** The root of the checkout. */
  root: string
  env: NodeJS.ProcessEnv
  plan: StartPlan
  /** The command that builds web/dist. */
  buildCommand: readonly [string, ...string[]]
  verbose: boolean
  print: (line: string) => void
  /** Aborted to request a graceful shutdown. */
  stop: AbortSignal
  /** Aborted to stop everything at once. */
  force: AbortSignal
}

/** Milliseconds to wait for an earlier start, which is still ending, to release the data folder. */
const LOCK_WAIT_MS = 4_000
/** Long, because on a loaded machine the first start of all processes can take minutes; one that fails ends sooner. */
const READY_LIMIT_MS = 300_000
/** A service that crashes this often before everything was ready will not recover by retrying. */
const CRASHES_BEFORE_READY = 4
const STOP_LIMIT_MS = 15_000

/**
 * Starts everything, stays until `stop`, then stops everything in order: http, worker, sandbox, database.
 * @throws {StartError} (or EmbeddedPostgresError) when the start fails; what was started is stopped first
 */
export async function supervise(options: SupervisorOptions): Promise<void> {
  const settings = readSettings(options.env)
  const dataDir = chooseDataDir(options)
  const lock = await lockDataDir(dataDir)
  const log = new StartLog(path.join(dataDir, 'log'), options.print, options.verbose)
  const running: Running = { services: [], database: null, lock, log }
  const onForce = (): void => {
    for (const service of running.services) service.kill()
    running.database?.quit()
  }
  options.force.addEventListener('abort', onForce)
  try {
    await startAll(options, settings, dataDir, running)
    await aborted(options.stop)
    log.say('Stopping ...')
  } catch (error) {
    if (!options.stop.aborted) throw error
  } finally {
    await stopAll(running)
  }
}

interface Running {
  services: Service[]
  database: WatchedDatabase | null
  lock: ProcessLock
  log: StartLog
}

async function startAll(
  options: SupervisorOptions,
  settings: StartSettings,
  dataDir: string,
  running: Running,
): Promise<void> {
  const { root, env, plan, stop } = options
  const { log } = running
  await requireFreePorts(portsOf(settings, plan))
  const secrets = keepSecrets(dataDir)
  const banks = settings.usesSandboxBank ? keepBanks(dataDir, settings.sandboxPort) : null
  stop.throwIfAborted()
  if (settings.usesEmbeddedDatabase) running.database = await watchDatabase(dataDir, env, log)
  stop.throwIfAborted()
  await buildWebIfNeeded(root, options.buildCommand, env, log, stop)
  const { databaseUrl, ownerUrl } = addresses(running, env)
  const certificate = await keepCertificate(dataDir, env)
  const place = { root, dataDir, databaseUrl, certificate, audit: auditFiles(dataDir, env) }
  const { DATABASE_OWNER_URL: _, ...childEnv } = childEnvironment(env, settings, place, secrets, banks)
  if (running.database) writePrivately(path.join(dataDir, 'settings.json'), madeHere(childEnv, env))
  const program = (part: { name: string; script: string }): Program => {
    return { name: part.name, script: path.join(root, part.script), env: childEnv, cwd: root }
  }
  for (const task of plan.tasks) {
    if (task.onlyForDemo === true && !settings.seedsDemo) continue
    const asked = program(task)
    await runTask(task.asOwner ? asOwner(asked, ownerUrl) : asked, log, stop)
  }
  for (const part of plan.services) {
    if (part.onlyWithSandbox === true && !settings.usesSandbox) continue
    if (part.onlyWithConsole === true && settings.consolePort === 0) continue
    running.services.push(new Service(program(part), log))
  }
  for (const service of running.services) service.start()
  await becomeReady(settings, running, stop)
  options.print(summary({ settings, dataDir, logFile: log.file }))
}

/** Without the ports of the metrics: a process goes on without them. */
const portsOf = (settings: StartSettings, { services }: StartPlan): AskedPort[] => [
  { variable: 'PORT', port: settings.port, host: settings.host },
  ...(settings.snap ? [{ variable: 'SNAP_PORT', ...settings.snap }] : []),
  ...(settings.usesSandbox
    ? [
        { variable: 'SANDBOX_PORT', port: settings.sandboxPort },
        { variable: 'SANDBOX_SMTP_PORT', port: settings.sandboxSmtpPort },
      ]
    : []),
  ...(settings.consolePort !== 0 && services.some(({ onlyWithConsole }) => onlyWithConsole)
    ? [{ variable: 'CONSOLE_PORT', port: settings.consolePort }]
    : []),
]

/** The settings that this start made, for commands beside it that ask what of the installation works. */
const madeHere = (childEnv: NodeJS.ProcessEnv, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(childEnv).filter(([name, value]) => env[name] !== value))

/** The URLs of the database for the app and for the owner of its tables: of our own server, or as set by the user. */
function addresses(
  { database }: Running,
  env: NodeJS.ProcessEnv,
): { databaseUrl: string; ownerUrl?: string } {
  if (database !== null) return { databaseUrl: database.url, ownerUrl: database.ownerUrl }
  const owner = env.DATABASE_OWNER_URL
  return { databaseUrl: env.DATABASE_URL ?? '', ...(owner ? { ownerUrl: owner } : {}) }
}

/** Passes the URL of the owner of the tables to migrations only; the processes that answer requests never get it. */
function asOwner(program: Program, ownerUrl: string | undefined): Program {
  if (ownerUrl === undefined) return program
  return { ...program, env: { ...program.env, DATABASE_OWNER_URL: ownerUrl } }
}

function chooseDataDir({ root, env, print }: SupervisorOptions): string {
  let dataDir = path.resolve(env.PEMATANG_DATA ?? '')
  if (!env.PEMATANG_DATA) {
    const choice = defaultDataDir(root)
    dataDir = choice.dataDir
    if (choice.note !== null) print(choice.note)
  }
  try {
    makeFolder(dataDir, dataFolderMode())
  } catch (error) {
    throw new StartError(`The data folder ${dataDir} cannot be made: ${errorMessage(error)}`, {
      cause: error,
    })
  }
  return dataDir
}

async function lockDataDir(dataDir: string): Promise<ProcessLock> {
  try {
    return await acquireLock(path.join(dataDir, 'start.lock'), LOCK_WAIT_MS)
  } catch (error) {
    if (error instanceof LockHeldError) {
      throw new StartError(
        `Pematang runs already on ${dataDir} (process ${error.pid}): stop that one first, or use another folder and port, for example PEMATANG_DATA=/tmp/other PORT=3001 SANDBOX_PORT=4011 npm start.`,
      )
    }
    throw new StartError(`The data folder ${dataDir} cannot be used: ${errorMessage(error)}`, {
      cause: error,
    })
  }
}

async function runTask(program: Program, log: StartLog, stop: AbortSignal): Promise<void> {
  stop.throwIfAborted()
  const child = runChild(program, 'task', log)
  const end = (): void => void child.kill('SIGTERM')
  stop.addEventListener('abort', end)
  const result = await ending(child)
  stop.removeEventListener('abort', end)
  stop.throwIfAborted()
  if (result.code === 0) return
  throw new StartError(
    `${program.name} ended ${describeEnding(result)}; its words are above and in ${log.file}`,
  )
}

async function becomeReady(settings: StartSettings, running: Running, stop: AbortSignal): Promise<void> {
  const deadline = Date.now() + READY_LIMIT_MS
  const failing = (): Service | undefined =>
    running.services.find((one) => one.crashes >= CRASHES_BEFORE_READY)
  const url = `${reachable(settings.host, settings.port)}/readyz`
  const ready = await waitUntilReady(
    url,
    () => !stop.aborted && failing() === undefined && Date.now() < deadline,
  )
  stop.throwIfAborted()
  if (ready) return
  const name = failing()?.program.name
  if (name !== undefined)
    throw new StartError(`${name} does not come up; its words are in ${running.log.file}`)
  throw new StartError(`${url} did not answer in ${READY_LIMIT_MS / 1000} seconds; see ${running.log.file}`)
}

async function stopAll({ services, database, lock, log }: Running): Promise<void> {
  for (const service of services) await service.stop(STOP_LIMIT_MS)
  await database?.stop()
  lock.release()
  log.close()
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
