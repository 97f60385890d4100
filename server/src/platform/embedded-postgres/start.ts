import { existsSync, realpathSync, rmdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
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
import { ownerOf, serverUser } from './server-user.ts'
import { clearStaleSocket, SOCKET_PORT, socketFolder, socketPath } from './socket-folder.ts'

/** What to start. */
export interface EmbeddedPostgresOptions {
  /** The launcher's folder: it holds `cluster/` (PGDATA), `server.log` and `lock/`. Made when missing. */
  dataDir: string
  /** Flags for postgres after the default ones, e.g. ['-c', 'work_mem=64MB']; the last one wins. */
  flags?: readonly string[]
  /** Database to connect to, made when missing. Default: postgres. */
  database?: string
  /** Folder of another server's programs (PG_BIN_DIR) instead of those that npm installed. */
  binDir?: string
  /** Limit for everything until the server answers, recovery after a crash included. Default: 300,000 ms. */
  timeLimitMs?: number
  /** Takes sentences worth showing, such as "the programs were copied to ...". */
  log?: (line: string) => void
}

/** A server that answers. */
export interface EmbeddedPostgres {
  /** For pg.Pool or pg.Client: `host` is the folder of the unix socket. */
  connection: Connection
  /** The same as a connection string that pg and libpq understand. */
  url: string
  /** Process id of the postmaster. */
  pid: number
  /** True when the server ran already and was only joined. */
  attached: boolean
  /** File with the server's messages. */
  logFile: string
  /** Settles when the postmaster is gone, for whatever reason. Waiting for it alone keeps no process alive. */
  gone: Promise<void>
  /** Ends the server (also one that was only joined): sessions are ended, everything is written. */
  stop(): Promise<void>
  /** Ends the server at once and waits for nothing; what was acknowledged is safe, the next start replays the log. */
  quit(): void
}

/**
 * Starts PostgreSQL on `dataDir`, or joins the server that runs on it already (it outlives a kill -9 of whoever
 * started it). Takes no network port: it is reached by a socket in a folder only its user can enter.
 *
 * @throws {EmbeddedPostgresError} with a sentence for the person at the keyboard
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
    const running = await joinRunning(cluster, deadline, logFile)
    if (running !== null) {
      const connection = connectionTo(running.socketFolder, running.port, database)
      await ensureDatabase(connection)
      return handle({ cluster, logFile, pid: running.pid, connection, ended: null, log })
    }
    const binaries = findBinaries(user, options.binDir, log)
    await initialize(cluster, binaries, user)
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

/** Ends the server of `dataDir`, if one runs there, whoever started it. */
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

/** The server that answers for this cluster, after waiting for one that is just coming up or going down. */
async function joinRunning(cluster: string, deadline: number, logFile: string): Promise<Postmaster | null> {
  for (;;) {
    const running = livePostmaster(cluster)
    if (running === null) return null
    const socketThere = existsSync(socketPath(running.socketFolder, running.port))
    if (running.ready && !socketThere) {
      // Somebody swept the temporary folder: nobody can reach this server any more.
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
  /** Settles with the end of our own child; null for a server that was only joined. */
  ended: Promise<void> | null
  log: (line: string) => void
}

function handle({ cluster, logFile, pid, connection, ended, log }: Running): EmbeddedPostgres {
  const end = Promise.withResolvers<void>()
  const gone = end.promise.then(watchServerLog(logFile, log))
  void (ended ?? endOf(pid)).then(end.resolve)
  const { host, port, user, database } = connection
  const url = `postgres://${user}@localhost/${encodeURIComponent(database)}?host=${encodeURIComponent(host)}&port=${port}`
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
  return { connection, url, pid, attached: ended === null, logFile, gone, stop, quit }
}

/** Removes the socket's folder of a stopped server, unless another launcher is just about to use it. */
async function sweepSocketFolder(cluster: string, folder: string): Promise<void> {
  try {
    const lock = await acquireLock(path.join(path.dirname(cluster), 'lock'), 0)
    try {
      if (livePostmaster(cluster) === null) removeIfEmpty(folder)
    } finally {
      lock.release()
    }
  } catch {
    // A launcher is at work there.
  }
}

/** An empty folder that stays is harmless (the next start takes it as it is), only untidy. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Gone already, or in use after all.
  }
}

/** Settles when a process that is not our child is gone; does not keep our own process alive. */
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
