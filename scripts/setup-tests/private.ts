import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { aptGet, PACKAGES } from './apt.ts'
import { wrapperFolder } from './tools.ts'
import { writeWrappers } from './wrappers.ts'

/** The C library must be the one whose loader starts the programs: never a second copy. */
const NEVER_UNPACKED = /^(libc6|libc-bin|libc6-i386)_/

/**
 * Gets the packages without any right on the system: apt-get downloads them with a state of its own, dpkg only
 * unpacks them into `<root>/.cache/debian`, and wrappers in `<root>/.cache/bin` run them from there.
 *
 * @param complete whether to fetch everything, also what the system has (its list of packages may be unusable)
 */
export async function installPrivately(root: string, complete: boolean): Promise<void> {
  const cache = path.join(root, '.cache')
  const tree = path.join(cache, 'debian')
  const apt = path.join(cache, 'apt')
  const archives = path.join(apt, 'cache', 'archives')
  for (const folder of [path.join(apt, 'state', 'lists', 'partial'), path.join(archives, 'partial'), apt]) {
    mkdirSync(folder, { recursive: true })
  }
  const emptyStatus = path.join(apt, 'status')
  writeFileSync(emptyStatus, '')
  const options = aptOptions(apt, complete ? emptyStatus : '/var/lib/dpkg/status')
  await aptGet([...options, '-q', 'update'])
  await aptGet([
    ...options,
    '-q',
    'install',
    '-y',
    '--no-install-recommends',
    '--download-only',
    // Even where the system has parts of them: the browser looks for its own files only beside itself.
    '--reinstall',
    'chromium-common',
    ...PACKAGES,
  ])
  rmSync(tree, { recursive: true, force: true })
  mkdirSync(tree)
  const debs = readdirSync(archives).filter((name) => name.endsWith('.deb') && !NEVER_UNPACKED.test(name))
  console.log(`Unpacking ${debs.length} packages into ${tree} ...`)
  for (const deb of debs) unpack(path.join(archives, deb), tree)
  writeWrappers(tree, wrapperFolder(root))
  rmSync(apt, { recursive: true, force: true })
}

function aptOptions(apt: string, status: string): string[] {
  const settings = {
    'Dir::State': path.join(apt, 'state'),
    'Dir::State::status': status,
    'Dir::Cache': path.join(apt, 'cache'),
    'Dir::Log': path.join(apt, 'log'),
    // Clean-up commands of the system's own cache (Docker images have them) are not ours to run.
    'Debug::NoLocking': '1',
    'APT::Sandbox::User': '',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
}

function unpack(deb: string, tree: string): void {
  const { status, stderr } = spawnSync('dpkg', ['-x', deb, tree], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${path.basename(deb)} could not be unpacked: ${stderr.trim()}`)
}
