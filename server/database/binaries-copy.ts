import { errorMessage } from './error-facts.ts'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { makeFolder } from './data-folder.ts'
import { EmbeddedPostgresError } from './errors.ts'

/**
 * Copies the package's native folder once to `<parent>/postgres-<version>`, in the first of `parents` that can be
 * written, and returns the root of the copy. All users may read and run it; only its owner may write it. The copy is
 * made under a temporary name, completed by `prepare`, and then renamed, so an interrupted copy is never used.
 *
 * @throws {EmbeddedPostgresError} when no parent can be written
 */
export function privateCopy(
  packageRoot: string,
  version: string,
  parents: readonly string[],
  prepare: (root: string) => void,
  log: (line: string) => void,
): string {
  const problems: string[] = []
  for (const parent of parents) {
    const place = path.join(parent, `postgres-${version}`)
    try {
      makeFolder(parent, 0o755)
      mustBeOurs(parent)
      if (existsSync(place)) {
        mustBeOurs(place)
        return place
      }
      copyWhole(packageRoot, place, prepare)
      log(
        `PostgreSQL's programs were copied to ${place}, because its user cannot run them from the checkout.`,
      )
      return place
    } catch (error) {
      problems.push(errorMessage(error))
    }
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL's programs in ${packageRoot} cannot be run by its user, and could not be copied elsewhere (${problems.join('; ')}). ` +
      'Move the checkout to a folder that everybody may enter, or set DATABASE_URL.',
  )
}

function copyWhole(packageRoot: string, place: string, prepare: (root: string) => void): void {
  const draft = `${place}.draft-${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  try {
    mkdirSync(draft, { recursive: true })
    cpSync(path.join(packageRoot, 'native'), path.join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    })
    prepare(draft)
    openToEverybody(draft)
    renameSync(draft, place)
  } catch (error) {
    // Another launcher may have completed its own copy there first, which serves as well.
    if (!existsSync(place)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Refuses a folder that another user could have prepared, because its programs would be run. */
function mustBeOurs(folder: string): void {
  const stat = lstatSync(folder)
  if (!stat.isDirectory() || stat.uid !== process.getuid?.() || (stat.mode & 0o022) !== 0) {
    throw new Error(`${folder} belongs to somebody else or can be written by others`)
  }
}

/** Sets folders and programs to 0755 and other files to 0644, whatever the umask was when npm unpacked them. */
function openToEverybody(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const child = path.join(folder, entry.name)
    if (entry.isDirectory()) openToEverybody(child)
    else if (entry.isFile()) chmodSync(child, (statSync(child).mode & 0o100) !== 0 ? 0o755 : 0o644)
  }
}
