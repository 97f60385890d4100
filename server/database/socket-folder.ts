import { errorCode, errorMessage } from './error-facts.ts'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { EmbeddedPostgresError } from './errors.ts'
import { firstClosedFolder, type ServerUser } from './server-user.ts'

/** Part of the socket's file name; no network port is opened. */
export const SOCKET_PORT = 5432

/** Maximum length of the socket path. The kernel's limit is 108 bytes (104 on macOS) including the closing zero. */
const MAX_SOCKET_PATH_BYTES = 100

/**
 * The private folder (0700, owned by the server's user) in which the server of `dataDir` opens its socket. Its mode
 * keeps other users away from the socket, before peer authentication rejects them (`access.ts`).
 * The path is short whatever the length of `dataDir`, and the same at every start.
 */
export function socketFolder(dataDir: string, user: ServerUser): string {
  const hash = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12)
  const bases = [...new Set([os.tmpdir(), '/tmp'])]
  const problems: string[] = []
  for (const base of bases) {
    const folder = path.join(base, `pematang-${user.uid}-${hash}`)
    try {
      prepare(folder, user)
      return folder
    } catch (error) {
      problems.push(errorMessage(error))
    }
  }
  throw new EmbeddedPostgresError(
    `No private folder could be made for the database socket (${problems.join('; ')}). Set TMPDIR to a short folder that you own.`,
  )
}

export function socketPath(folder: string, port: number): string {
  return path.join(folder, `.s.PGSQL.${port}`)
}

/**
 * Removes the socket and its lock file after a server was killed. postgres would take the lock file as valid if its pid
 * belongs to another process by now, or to a killed server that is still a zombie (in a container whose first process
 * does not reap its children). Call it only if no server of this cluster is running.
 */
export function clearStaleSocket(folder: string): void {
  const socket = socketPath(folder, SOCKET_PORT)
  rmSync(socket, { force: true })
  rmSync(`${socket}.lock`, { force: true })
}

function prepare(folder: string, user: ServerUser): void {
  if (Buffer.byteLength(socketPath(folder, SOCKET_PORT)) > MAX_SOCKET_PATH_BYTES)
    throw new Error(`${folder} is too long a path`)
  try {
    mkdirSync(folder, { mode: 0o700 })
    if (user.ids.uid !== undefined) chownSync(folder, user.uid, user.gid)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
  const stat = lstatSync(folder)
  if (!stat.isDirectory() || stat.uid !== user.uid) throw new Error(`${folder} belongs to somebody else`)
  if ((stat.mode & 0o777) !== 0o700) chmodSync(folder, 0o700)
  const closed = firstClosedFolder(folder, user)
  if (closed !== null) throw new Error(`${closed} cannot be entered by uid ${user.uid}`)
}
