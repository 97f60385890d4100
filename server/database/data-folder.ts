import { errorCode, errorMessage } from './error-facts.ts'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { EmbeddedPostgresError } from './errors.ts'
import { firstClosedFolder, ownerOf, type ServerUser, serverUser } from './server-user.ts'

/** A superuser's data folder when the checkout lies in a folder closed to the server's user. */
const SYSTEM_DATA = '/var/lib/pematang/data'

/** A data folder and, if it is not the expected one, a sentence that says why. */
export interface DataDirChoice {
  dataDir: string
  note: string | null
}

/**
 * The default data folder: `<repoRoot>/.data`. That cannot work for a superuser whose checkout lies in a closed folder
 * (typically /root, mode 0700), because postgres runs as another user; then it is a folder under
 * /var/lib/pematang/data, a different one for each checkout.
 */
export function defaultDataDir(repoRoot: string): DataDirChoice {
  const usual = path.join(repoRoot, '.data')
  const closed = firstClosedFolder(repoRoot, serverUser(ownerOf(path.join(usual, 'postgres', 'cluster'))))
  if (closed === null) return { dataDir: usual, note: null }
  const hash = createHash('sha256').update(realpathSync(repoRoot)).digest('hex').slice(0, 8)
  const dataDir = path.join(SYSTEM_DATA, `${path.basename(repoRoot)}-${hash}`)
  return {
    dataDir,
    note: `The database cannot run inside ${closed} (closed to its user), so the data is in ${dataDir}`,
  }
}

/**
 * Creates a folder and its missing parents with exactly this mode, whatever the process's umask is: a umask of 077 must
 * not lock the server's user out of a folder that they have to pass through.
 */
export function makeFolder(target: string, mode: number): void {
  const first = mkdirSync(target, { recursive: true, mode })
  if (first === undefined) return
  for (let at = path.resolve(target); at.startsWith(path.resolve(first)); at = path.dirname(at))
    chmodSync(at, mode)
}

/**
 * Mode of the folders above a cluster: closed to others. For a superuser, other users may pass through but not list
 * them, because the server runs as another user.
 */
export function dataFolderMode(): number {
  return process.getuid?.() === 0 ? 0o711 : 0o700
}

/**
 * Creates the launcher's folder. If the server runs as another user, that user may pass through the folder but not list
 * it.
 * @throws {EmbeddedPostgresError} when it cannot be created, belongs to another user, or lies in a closed folder
 */
export function prepareDataFolder(dataDir: string, user: ServerUser): void {
  try {
    makeFolder(dataDir, dataFolderMode())
  } catch (error) {
    const reason = errorCode(error) === 'ENOSPC' ? 'the disk is full' : errorMessage(error)
    throw new EmbeddedPostgresError(`The data folder ${dataDir} cannot be made: ${reason}.`, { cause: error })
  }
  const stat = statSync(dataDir)
  if (user.ids.uid === undefined) {
    if (stat.uid === user.uid) return
    throw new EmbeddedPostgresError(
      `The data folder ${dataDir} belongs to another user: start as that user, or choose another folder with PEMATANG_DATA.`,
    )
  }
  const real = realpathSync(dataDir)
  if (firstClosedFolder(real, user) === real) chmodSync(real, stat.mode | 0o011)
  const closed = firstClosedFolder(real, user)
  if (closed !== null) {
    throw new EmbeddedPostgresError(
      `The database does not run as the superuser, and its user cannot enter ${closed}: ` +
        'choose a data folder elsewhere with PEMATANG_DATA, or start as a normal user.',
    )
  }
}
