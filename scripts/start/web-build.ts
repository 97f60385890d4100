import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { acquireLock } from '../../server/database/index.ts'
import type { StartLog } from './log.ts'
import { StartError } from './start-error.ts'

/** Where a build reports its progress. */
type BuildLog = Pick<StartLog, 'say' | 'line'>

/** The sources of the built pages, relative to the checkout. */
const SOURCES = ['web', 'contract', 'package-lock.json']
const NOT_SOURCES = new Set(['node_modules', 'dist', 'coverage', '.cache'])
/** Milliseconds to wait for another start of the same checkout that is already building. */
const WAIT_MS = 300_000

/** The command that builds the pages, `npm run build -w web`, run by our own Node. */
export function webBuildCommand(env: NodeJS.ProcessEnv): [string, ...string[]] {
  const args = ['run', 'build', '-w', 'web']
  return env.npm_execpath ? [process.execPath, env.npm_execpath, ...args] : ['npm', ...args]
}

/**
 * Builds the pages unless `web/dist` was built from exactly these sources (their hash is stored in `.cache/web-build`;
 * modification times are meaningless after a checkout or a copy).
 * @throws {StartError} when the build fails
 */
export async function buildWebIfNeeded(
  root: string,
  command: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
  log: BuildLog,
  signal: AbortSignal,
): Promise<'built' | 'fresh'> {
  const cache = path.join(root, '.cache')
  const stamp = path.join(cache, 'web-build')
  if (isFresh(root, stamp, hashSources(root))) return 'fresh'
  mkdirSync(cache, { recursive: true })
  const lock = await acquireLock(path.join(cache, 'web-build.lock'), WAIT_MS)
  try {
    const hash = hashSources(root)
    if (isFresh(root, stamp, hash)) return 'fresh'
    log.say('Building the web pages (only after a change; some seconds) ...')
    await run(root, command, { ...env, NODE_ENV: 'production' }, log, signal)
    writeFileSync(stamp, hash)
    return 'built'
  } finally {
    lock.release()
  }
}

function isFresh(root: string, stamp: string, hash: string): boolean {
  if (!existsSync(path.join(root, 'web', 'dist', 'index.html')) || !existsSync(stamp)) return false
  return readFileSync(stamp, 'utf8') === hash
}

/** SHA-256 over paths and contents of all sources. */
function hashSources(root: string): string {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap((source) => filesOf(root, source))) {
    const content = readFileSync(path.join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function filesOf(root: string, relative: string): string[] {
  const full = path.join(root, relative)
  if (!existsSync(full)) return []
  const entries = path.extname(relative) === '.json' ? null : readdirSync(full, { withFileTypes: true })
  if (entries === null) return [relative]
  return entries
    .filter((entry) => !NOT_SOURCES.has(entry.name) && !entry.name.endsWith('.tsbuildinfo'))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const child = path.join(relative, entry.name)
      if (entry.isDirectory()) return filesOf(root, child)
      return entry.isFile() ? [child] : []
    })
}

function run(
  root: string,
  [program, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
  log: BuildLog,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], signal })
    let output = ''
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString('utf8')).slice(-8_192)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', (error) =>
      reject(new StartError(`The web pages could not be built: ${error.message}`)),
    )
    child.once('close', (code) => {
      // The output of a successful build is written only to the log.
      const source = { name: 'build', kind: code === 0 ? 'service' : 'task' } as const
      for (const line of output.trimEnd().split('\n')) log.line(source, line, code !== 0)
      if (code === 0) resolve()
      else
        reject(
          new StartError(`The web pages could not be built (npm run build -w web ended with code ${code}).`),
        )
    })
  })
}
