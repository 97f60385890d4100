import { existsSync, realpathSync, rmdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { applicationRole } from '../src/platform/db/application-role.ts'
import { writeAccess } from './access.ts'
import { findBinaries } from './binaries.ts'
import { prepareDataFolder } from './data-folder.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { initialize } from './initialize.ts'
import { launch } from './launch.ts'
import {
  type Connection,
  ensureDatabase,
  livePostmaster,
  type Postmaster,
  SUPERUSER,
  servedFolder,
  stopPostmaster,
} from './postmaster.ts'
import { isAlive } from './process-identity.ts'
import { acquireLock, LockHeldError } from './process-lock.ts'
import { watchServerLog } from './server-log.ts'
import { ownerOf, type ServerUser, serverUser } from './server-user.ts'
import { clearStaleSocket, SOCKET_PORT, socketFolder, socketPath } from './socket-folder.ts'

export interface EmbeddedPostgresOptions {
  /** The launcher's folder with `cluster/` (PGDATA), `server.log` and `lock/`; created if missing. */
  dataDir: string
  /** Flags for postgres after the default ones, e.g. ['-c', 'work_mem=64MB']; the last one wins. */
  flags?: readonly string[]
  /** The database to connect to, created if missing. Default: postgres. */
  database?: string
  /** Folder of another server's programs (PG_BIN_DIR), instead of those that npm installed. */
  binDir?: string
  /** Time limit in milliseconds until the server answers, including recovery after a crash. Default: 300,000. */
  timeLimitMs?: number
  /** Called with sentences for the user, such as "the programs were copied to ...". */
  log?: (line: string) => void
}

export interface EmbeddedPostgres {
  /** For pg.Pool or pg.Client: `host` is the folder of the unix socket. */
  connection: Connection
  /**
   * The same as a connection string for pg and libpq, with the login that owns the database, for migrations and tests.
   */
  url: string
  /** The connection string of the application: a login without rights over the server, which owns nothing. */
  applicationUrl: string
  pid: number
  /** True if the server was already running and was joined instead of started. */
  attached: boolean
  logFile: string
  /** Resolves when the postmaster has ended, for whatever reason. Awaiting it does not keep the process alive. */
  gone: Promise<void>
  /** Stops the server, also one that was only joined: sessions are ended and everything is written. */
  stop(): Promise<void>
  /** Stops the server immediately. Acknowledged writes are safe, because the next start replays the log. */
  quit(): void
}

/**
 * Starts PostgreSQL on `dataDir`, or joins the server that already runs on it (a server outlives a kill -9 of the
 * process that started it). It opens no network port: its socket lies in a folder that only its user can enter.
 *
 * @throws {EmbeddedPostgresError} with a sentence for the user
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const deadline = Date.now() + (options.timeLimitMs ?? 300_000)
  const user = serverUser(ownerOf(path.join(options.dataDir, 'cluster')))
  prepareDataFolder(options.dataDir, user)
  const dataDir = realpathSync(options.dataDir)
  const cluster = path.join(dataDir, 'cluster')
  const logFile = path.join(dataDir, 'server.log')
  const database = options.database ?? 'postgres'
  const log = options.log ?? (() => {})
  const lock = await lockFolder(dataDir, deadline)
  try {
    if (existsSync(path.join(cluster, 'PG_VERSION'))) openTo(cluster, user)
    const running = await joinRunning(cluster, deadline, logFile)
    if (running !== null) {
      const connection = connectionTo(running.socketFolder, running.port, database)
      await ensureDatabase(connection)
      return handle({ cluster, logFile, pid: running.pid, connection, ended: null, log })
    }
    const binaries = findBinaries(user, options.binDir, log)
    await initialize(cluster, binaries, user)
    openTo(cluster, user)
    const folder = socketFolder(dataDir, user)
    clearStaleSocket(folder)
    const flags = options.flags ?? []
    const plan = { cluster, logFile, socketFolder: folder, binaries, user, flags, deadline }
    const child = await launch(plan).catch((error: unknown) => {
      removeIfEmpty(folder)
      throw error
    })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const connection = connectionTo(folder, SOCKET_PORT, database)
    await ensureDatabase(connection)
    return handle({ cluster, logFile, pid: child.pid ?? 0, connection, ended, log })
  } finally {
    lock.release()
  }
}

/** Stops the server of `dataDir` if one runs there, whichever process started it. */
export async function stopCluster(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return
  const cluster = path.join(realpathSync(dataDir), 'cluster')
  const running = livePostmaster(cluster)
  if (running === null) return
  await stopPostmaster(cluster, running.pid, 30_000)
  await sweepSocketFolder(cluster, running.socketFolder)
}

async function lockFolder(dataDir: string, deadline: number) {
  try {
    return await acquireLock(path.join(dataDir, 'lock'), deadline - Date.now())
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error
    throw new EmbeddedPostgresError(
      `Process ${error.pid} has been starting the database in ${dataDir} for too long; end it and start again.`,
      { cause: error },
    )
  }
}

/** Updates the rules of who may connect, and makes a running server reload them. */
function openTo(cluster: string, user: ServerUser): void {
  if (!writeAccess(cluster, user)) return
  const running = livePostmaster(cluster)
  if (running !== null) process.kill(running.pid, 'SIGHUP')
}

/** The running server of this cluster, after waiting for one that is starting up or shutting down. */
async function joinRunning(cluster: string, deadline: number, logFile: string): Promise<Postmaster | null> {
  for (;;) {
    const running = livePostmaster(cluster)
    if (running === null) return null
    const socketThere = existsSync(socketPath(running.socketFolder, running.port))
    if (running.ready && !socketThere) {
      // The temporary folder was cleaned up, so this server can no longer be reached.
      await stopPostmaster(cluster, running.pid, 30_000)
      continue
    }
    if (running.ready) {
      const served = await servedFolder(connectionTo(running.socketFolder, running.port, 'postgres'))
      if (served === cluster) return running
    }
    if (Date.now() >= deadline) {
      throw new EmbeddedPostgresError(
        `The database server of ${cluster} runs (process ${running.pid}) but does not answer; end it and start again. Its log is ${logFile}`,
      )
    }
    await sleep(50)
  }
}

function connectionTo(host: string, port: number, database: string): Connection {
  return { host, port, user: SUPERUSER, database }
}

interface Running {
  cluster: string
  logFile: string
  pid: number
  connection: Connection
  /** Resolves when the server process that this launcher spawned has ended; null for a server that was only joined. */
  ended: Promise<void> | null
  log: (line: string) => void
}

function handle({ cluster, logFile, pid, connection, ended, log }: Running): EmbeddedPostgres {
  const end = Promise.withResolvers<void>()
  const gone = end.promise.then(watchServerLog(logFile, log))
  void (ended ?? endOf(pid)).then(end.resolve)
  const { host, port, user, database } = connection
  const urlOf = (login: string) =>
    `postgres://${login}@localhost/${encodeURIComponent(database)}?host=${encodeURIComponent(host)}&port=${port}`
  let stopping: Promise<void> | null = null
  const stop = (): Promise<void> => {
    stopping ??= stopPostmaster(cluster, pid, 30_000)
      .then(() => sweepSocketFolder(cluster, host))
      .then(end.resolve)
    return stopping
  }
  const quit = (): void => {
    if (livePostmaster(cluster)?.pid === pid) process.kill(pid, 'SIGQUIT')
  }
  const urls = { url: urlOf(user), applicationUrl: urlOf(applicationRole) }
  return { connection, ...urls, pid, attached: ended === null, logFile, gone, stop, quit }
}

/** Removes the socket's folder of a stopped server, unless another launcher is about to use it. */
async function sweepSocketFolder(cluster: string, folder: string): Promise<void> {
  try {
    const lock = await acquireLock(path.join(path.dirname(cluster), 'lock'), 0)
    try {
      if (livePostmaster(cluster) === null) removeIfEmpty(folder)
    } finally {
      lock.release()
    }
  } catch {
    // The folder is kept, because another launcher holds the lock.
  }
}

/** Removes a folder if it is empty. One that remains is harmless, because the next start reuses it. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // The folder was removed already, or is in use.
  }
}

/** Resolves when a process that was not spawned here has ended; does not keep the current process alive. */
function endOf(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (isAlive(pid)) return
      clearInterval(timer)
      resolve()
    }, 500)
    timer.unref()
  })
}
