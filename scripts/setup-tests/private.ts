import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { aptGet, PACKAGES } from './apt.ts'
import { wrapperFolder } from './tools.ts'
import { writeWrappers } from './wrappers.ts'

/** The C library must match the loader that starts the programs, so a second copy is never unpacked. */
const NEVER_UNPACKED = /^(libc6|libc-bin|libc6-i386)_/

/**
 * Installs the packages without privileges: apt-get downloads them with a state of its own, dpkg only unpacks them into
 * `<root>/.cache/debian`, and wrappers in `<root>/.cache/bin` run them from there.
 * @param complete whether to fetch everything, including what the system has (its list of packages may be unusable)
 */
export async function installPrivately(root: string, complete: boolean): Promise<void> {
  const tree = path.join(root, '.cache', 'debian')
  // Unpacked even if the system has some of these packages: the browser looks for its own files only in its own folder.
  await unpackPackages({ root, tree, complete, packages: ['--reinstall', 'chromium-common', ...PACKAGES] })
  writeWrappers(tree, wrapperFolder(root))
}

/** Downloads packages with their dependencies, and unpacks them into a folder. */
export async function unpackPackages({
  root,
  tree,
  complete,
  packages,
}: {
  root: string
  tree: string
  complete: boolean
  packages: readonly string[]
}): Promise<void> {
  const cache = path.join(root, '.cache')
  const apt = path.join(cache, 'apt')
  const archives = path.join(apt, 'cache', 'archives')
  for (const folder of [path.join(apt, 'state', 'lists', 'partial'), path.join(archives, 'partial'), apt]) {
    mkdirSync(folder, { recursive: true })
  }
  const emptyStatus = path.join(apt, 'status')
  writeFileSync(emptyStatus, '')
  const options = aptOptions(apt, complete ? emptyStatus : '/var/lib/dpkg/status')
  await aptGet([...options, '-q', 'update'])
  await aptGet([...options, '-q', 'install', '-y', '--no-install-recommends', '--download-only', ...packages])
  rmSync(tree, { recursive: true, force: true })
  mkdirSync(tree, { recursive: true })
  const debs = readdirSync(archives).filter((name) => name.endsWith('.deb') && !NEVER_UNPACKED.test(name))
  console.log(`Unpacking ${debs.length} packages into ${tree} ...`)
  for (const deb of debs) unpack(path.join(archives, deb), tree)
  rmSync(apt, { recursive: true, force: true })
}

function aptOptions(apt: string, status: string): string[] {
  const settings = {
    'Dir::State': path.join(apt, 'state'),
    'Dir::State::status': status,
    'Dir::Cache': path.join(apt, 'cache'),
    'Dir::Log': path.join(apt, 'log'),
    // These options prevent clean-up commands for the system's own cache, which Docker images often configure.
    'Debug::NoLocking': '1',
    'APT::Sandbox::User': '',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
}

function unpack(deb: string, tree: string): void {
  const { status, stderr } = spawnSync('dpkg', ['-x', deb, tree], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${path.basename(deb)} could not be unpacked: ${stderr.trim()}`)
}
