import { errorCode } from './error-facts.ts'
import { spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import path from 'node:path'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresError, explainFailure } from './errors.ts'
import { SUPERUSER } from './postmaster.ts'
import type { ServerUser } from './server-user.ts'

const LIMIT_MS = 180_000

/**
 * The environment of the server's programs. It inherits nothing, because a PGDATA or PGPORT would change their
 * behaviour.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', TZ: 'UTC' }
}

/**
 * Creates the cluster unless it exists. initdb works in a folder beside it that is renamed to the cluster only when it
 * is complete and on the disk; what a killed initdb left behind is removed. The caller holds the launcher's lock.
 *
 * @throws {EmbeddedPostgresError} disk full, unsuitable user, a cluster of another major version
 */
export async function initialize(cluster: string, binaries: Binaries, user: ServerUser): Promise<void> {
  const parent = path.dirname(cluster)
  const draftPrefix = `${path.basename(cluster)}.draft-`
  for (const name of readdirSync(parent)) {
    if (name.startsWith(draftPrefix)) rmSync(path.join(parent, name), { recursive: true, force: true })
  }
  const existing = clusterVersion(cluster)
  if (existing !== null) {
    if (existing === String(binaries.major)) return
    throw new EmbeddedPostgresError(
      `The data in ${cluster} was made by PostgreSQL ${existing}, and these programs are version ${binaries.major}: ` +
        `set PG_BIN_DIR to the programs of version ${existing}, or choose another data folder.`,
    )
  }
  if (existsSync(cluster) && readdirSync(cluster).length > 0) {
    throw new EmbeddedPostgresError(
      `${cluster} holds files that are not a PostgreSQL cluster; move them away.`,
    )
  }
  const former = readdirSync(parent).find((name) => name.startsWith(`${path.basename(cluster)}.before-`))
  if (former !== undefined) {
    throw new EmbeddedPostgresError(
      `${cluster} is missing, and ${former} is beside it: a restore was interrupted as it put the restored database in place. ` +
        'Restore again, or give the folder its name back.',
    )
  }
  const draft = path.join(parent, `${draftPrefix}${process.pid}`)
  mkdirSync(draft, { mode: 0o700 })
  try {
    if (user.ids.uid !== undefined) chownSync(draft, user.uid, user.gid)
    const { status, output } = await runInitdb(binaries, draft, user)
    if (status !== 0) throw explainFailure('The database could not be set up', output, parent)
    renameSync(draft, cluster)
    syncFolder(parent)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function clusterVersion(cluster: string): string | null {
  try {
    return readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw new EmbeddedPostgresError(
      `The data in ${cluster} belongs to another user: start as that user, or choose another data folder.`,
      { cause: error },
    )
  }
}

function runInitdb(
  binaries: Binaries,
  draft: string,
  user: ServerUser,
): Promise<{ status: number; output: string }> {
  // macOS has no locale C.UTF-8, but its LC_CTYPE "UTF-8" means the same.
  const locale = process.platform === 'darwin' ? ['--locale=C', '--lc-ctype=UTF-8'] : ['--locale=C.UTF-8']
  const args = ['-D', draft, '-U', SUPERUSER, '--auth=peer', '-E', 'UTF8', ...locale, '--data-checksums']
  return new Promise((resolve) => {
    const child = spawn(path.join(binaries.bin, 'initdb'), args, {
      ...user.ids,
      cwd: draft,
      env: serverEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LIMIT_MS,
    })
    let output = ''
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString('utf8')).slice(-16_384)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => resolve({ status: -1, output: `${output}\n${error.message}` }))
    child.on('close', (code) => resolve({ status: code ?? -1, output }))
  })
}

/** Flushes a folder: only then is a rename in it certain to survive a power cut. */
function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
