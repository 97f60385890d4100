import type { Logger } from 'pino'
import type { Config } from '../platform/settings/config.ts'
import { readConfig } from '../outside/read-config.ts'
import type { Context } from '../context.ts'
import { makeContext } from './make-context.ts'
import { migrationsFolder } from './migration-settings.ts'
import { checkPrintedSettings, checkTrustFiles } from '../documents/index.ts'
import { checkServer, serverProblem } from '../platform/db/check-server.ts'
import { whenReachable } from '../platform/db/when-reachable.ts'
import { newestMigration } from '../platform/db/migration-files.ts'
import type { PersonalData } from '../platform/keys/personal-data.ts'
import { isProduction, productionProblem } from '../platform/settings/production.ts'
import { startWithLimits } from '../lenders/limits/index.ts'
import { startWithRules } from '../staff/index.ts'

/** The context of this process from its environment. A wrong setting is reported in one line without a stack. */
export async function startProcess(): Promise<Context> {
  return makeContext(readSettings()).catch(exitWithMessage)
}

let startLimit: NodeJS.Timeout | undefined

type ServiceOptions = {
  /** Throws if something is missing that this process needs and others do not. */
  alsoNeeds?: (context: Context) => unknown
  /**
   * Whether callers wait for this process, so that DATABASE_ANSWER_SECONDS applies instead of DATABASE_WORK_SECONDS.
   */
  answersCallers?: boolean
}

/**
 * Creates the context of a long-running process. It waits for a database that cannot be reached yet. A database that
 * accepts connections but never answers would block the start, so the process exits after START_LIMIT_SECONDS and its
 * supervisor restarts it.
 */
export async function startService({
  alsoNeeds = () => {},
  answersCallers = false,
}: ServiceOptions = {}): Promise<Context> {
  const config = readSettings()
  startLimit = setTimeout(() => {
    exitWithMessage(
      `this process was not ready after ${config.START_LIMIT_SECONDS} seconds: does the database at DATABASE_URL answer?`,
    )
  }, config.START_LIMIT_SECONDS * 1000)
  const answerWithinMs =
    (answersCallers ? config.DATABASE_ANSWER_SECONDS : config.DATABASE_WORK_SECONDS) * 1000
  const context = await whenReachable('DATABASE_URL', () => makeContext(config, {}, answerWithinMs)).catch(
    exitWithMessage,
  )
  try {
    // Throws if the process cannot sign agreements, so that it does not start.
    context.certificate()
    checkKeys(context.db.options.personal)
    alsoNeeds(context)
    checkTrustFiles(context.config)
    checkPrintedSettings(context.config)
    await requireDatabase(context)
    await startWithLimits(context)
    await startWithRules(context)
  } catch (error) {
    exitWithMessage(error)
  }
  return context
}

/** Refuses a database server with unsuitable settings or rights, and logs settings that are unsafe for production. */
async function requireDatabase({ config, db, log }: Context): Promise<void> {
  const faults = await checkServer(db, await newestMigration(migrationsFolder))
  const problem = serverProblem(faults, isProduction(config))
  if (problem !== null) throw new Error(problem)
  for (const clause of faults.unsafe) log.warn(`not fit for production: ${clause}`)
}

/**
 * Reads the ids of the encryption keys, to check the key file.
 * @throws KeyFault if the configured file cannot be used
 */
const checkKeys = (personal: PersonalData | undefined): unknown => personal?.ids

function readSettings(): Config {
  try {
    const problem = productionProblem(process.env)
    if (problem !== null) exitWithMessage(problem)
    return readConfig(process.env)
  } catch (error) {
    return exitWithMessage(error)
  }
}

function exitWithMessage(problem: unknown): never {
  process.stderr.write(`${problem instanceof Error ? problem.message : String(problem)}\n`)
  process.exit(2)
}

/**
 * Marks the process as started and runs `stop` once, on a signal or when its parent process is gone (the IPC channel
 * closes), so that it does not keep its port.
 */
export function onShutdown(log: Logger, stop: () => Promise<void>, limitMs = 13_000): void {
  clearTimeout(startLimit)
  let stopping = false
  const end = async () => {
    if (stopping) return
    stopping = true
    log.info('stopping')
    // The process exits even if the shutdown hangs.
    setTimeout(() => {
      log.error('the shutdown exceeded its time limit')
      process.exit(1)
    }, limitMs).unref()
    await stop()
    log.info('stopped')
    process.exit(0)
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  process.once('disconnect', end)
  // Uncaught errors go through the log, which removes their values. The state is unknown then, so the process exits
  // for its supervisor to restart it.
  process.once('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error')
    process.exit(1)
  })
}
