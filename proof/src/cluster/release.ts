import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { run } from '../../../deploy/cluster/run.ts'

/** A version of the product on this machine: its checkout with what it needs to run. */
export type Release = {
  /** The root of its checkout. */
  tree: string
  /** Short, for records. */
  commit: string
}

const root = path.resolve(import.meta.dirname, '../../..')

/** The program of Node that a version runs on. */
export const nodeOf = ({ tree }: Pick<Release, 'tree'>): string =>
  path.join(tree, 'node_modules/node/bin/node')

const git = async (...args: string[]): Promise<string> => (await run('git', ['-C', root, ...args])).trim()

/** The version that this command belongs to. */
export async function thisRelease(): Promise<Release> {
  return { tree: root, commit: await git('rev-parse', '--short', 'HEAD').catch(() => 'unknown') }
}

/**
 * The commit before the one that added the newest migration: the last one that does not know the newest schema.
 * @throws where there is no history, as in a shallow clone
 */
export async function commitBeforeNewestMigration(): Promise<string> {
  const added = await git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'server/migrations')
  if (added === '') throw new Error('The history has no commit that added a migration: name one with --from.')
  return git('rev-parse', '--verify', `${added}^`)
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
