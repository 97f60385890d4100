import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  errorMessage,
  startEmbeddedPostgres,
} from '../../server/database/index.ts'
import type { StartLog } from './log.ts'

/**
 * After the crash of one of its processes the server ends, and is started again here. By itself it would recover in
 * place; but where that fails, as on a full disk, PostgreSQL 18 goes on refusing connections for ever and never tries
 * again.
 */
const endAfterCrash = ['-c', 'restart_after_crash=off']

/** The supervised embedded PostgreSQL server: when it dies it is started again, on the same socket. */
export interface WatchedDatabase {
  /** Connection URL of the application's login. */
  url: string
  /** Connection URL of the owner of the tables. */
  ownerUrl: string
  logFile: string
  stop(): Promise<void>
  /** Stops the server without waiting for its sessions; the next start recovers from its write-ahead log. */
  quit(): void
}

/**
 * Starts the embedded PostgreSQL in `<dataDir>/postgres` and keeps it running until `stop`.
 *
 * @throws {EmbeddedPostgresError} when the first start fails
 */
export async function watchDatabase(
  dataDir: string,
  env: NodeJS.ProcessEnv,
  log: StartLog,
): Promise<WatchedDatabase> {
  const options: EmbeddedPostgresOptions = {
    dataDir: path.join(dataDir, 'postgres'),
    database: 'pematang',
    log: (line) => log.say(line),
    flags: endAfterCrash,
    ...(env.PG_BIN_DIR ? { binDir: env.PG_BIN_DIR } : {}),
  }
  let stopping = false
  let restarting: Promise<void> = Promise.resolve()
  let server = await startEmbeddedPostgres(options)
  const { applicationUrl: url, url: ownerUrl, logFile } = server
  const watch = (current: EmbeddedPostgres): void => {
    const restart = async (): Promise<void> => {
      if (stopping) return
      log.say('PostgreSQL ended; it is started again.')
      const next = await startAgain(options, log, () => stopping)
      if (next === null) return
      server = next
      watch(next)
    }
    restarting = current.gone.then(restart)
  }
  watch(server)
  return {
    url,
    ownerUrl,
    logFile,
    stop: async () => {
      stopping = true
      await server.stop()
      await restarting
    },
    quit: () => {
      stopping = true
      server.quit()
    },
  }
}

async function startAgain(
  options: EmbeddedPostgresOptions,
  log: StartLog,
  isStopping: () => boolean,
): Promise<EmbeddedPostgres | null> {
  for (let pause = 250; !isStopping(); pause = Math.min(pause * 2, 10_000)) {
    try {
      const next = await startEmbeddedPostgres(options)
      if (!isStopping()) return next
      await next.stop()
    } catch (error) {
      log.say(`${errorMessage(error)} It is tried again in ${pause} ms.`)
      await sleep(pause)
    }
  }
  return null
}
