import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

/** A version of the product on this machine: its checkout with what it needs to run. */
export type Release = {
  /** The root of its checkout. */
  tree: string
  /** Short, for records. */
  commit: string
}

/** The program of Node that a version runs on. */
export const nodeOf = ({ tree }: Pick<Release, 'tree'>): string =>
  path.join(tree, 'node_modules/node/bin/node')

const root = path.resolve(import.meta.dirname, '../../..')
const run = promisify(execFile)

const git = async (...args: string[]): Promise<string> =>
  (await run('git', ['-C', root, ...args])).stdout.trim()

/** The version that this checkout is. */
export async function thisRelease(): Promise<Release> {
  return { tree: root, commit: await git('rev-parse', '--short', 'HEAD').catch(() => 'unknown') }
}

/**
 * The commit of the last release before this one: the last version tag below HEAD, or, before the first tag, the commit
 * that recorded the newest released migrations. Null where there is no history, as in an unpacked archive or a shallow
 * clone, or where git refuses to read it.
 */
export async function lastReleasedCommit(): Promise<string | null> {
  if (!existsSync(path.join(root, '.git'))) return null
  if ((await git('rev-parse', '--is-shallow-repository').catch(() => 'true')) === 'true') return null
  const tag = await git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD^').catch(() => null)
  if (tag !== null) return git('rev-parse', '--verify', `${tag}^{commit}`)
  return (await git('log', '-1', '--format=%H', '--', 'server/migrations/released.json')) || null
}

/** Whether a file of a commit's server, its statements among them, has all of these words. */
export const namedIn =
  (commit: string) =>
  (words: readonly string[]): boolean => {
    const asked = words.flatMap((word) => ['-e', word])
    const grep = ['-C', root, 'grep', '-q', '-w', '-F', '--all-match', ...asked, commit, '--', 'server/src']
    const { status, stderr } = spawnSync('git', grep, { encoding: 'utf8' })
    if (status === null || status > 1) throw new Error(`git grep: ${stderr}`)
    return status === 0
  }

/**
 * Unpacks a commit into a folder and gives it its packages: links to those of this checkout where both lockfiles are
 * the same, and otherwise `npm ci`.
 * @param from anything that names a commit to git
 * @param below the folder in which the release gets a folder of its own; kept for further runs
 * @throws with a sentence
 */
export async function unpackRelease(from: string, below: string): Promise<Release> {
  const commit = await git('rev-parse', '--short', '--verify', `${from}^{commit}`).catch(() => {
    throw new Error(`--from ${from} is no commit of this repository.`)
  })
  const tree = path.join(below, commit)
  if (existsSync(tree)) return { tree, commit }
  const draft = `${tree}.draft`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  const archive = `${draft}.tar`
  await git('archive', '--format=tar', '-o', archive, commit)
  await run('tar', ['-xf', archive, '-C', draft])
  rmSync(archive)
  const lock = (folder: string) => readFileSync(path.join(folder, 'package-lock.json'), 'utf8')
  const linked = lock(draft) === lock(root) && (await linkPackages(draft))
  if (!linked) await installPackagesOf(draft)
  renameSync(draft, tree)
  return { tree, commit }
}

/** Hard links, because Node takes a package behind a symbolic link for one of the other checkout. */
async function linkPackages(tree: string): Promise<boolean> {
  const at = path.join(tree, 'node_modules')
  try {
    await run('cp', ['-al', path.join(root, 'node_modules'), at])
    return true
  } catch {
    // Another file system.
    rmSync(at, { recursive: true, force: true })
    return false
  }
}

async function installPackagesOf(tree: string): Promise<void> {
  const child = spawn('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: tree,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`npm ci of the release in ${tree} failed.`)
}
