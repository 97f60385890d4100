import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { errorMessage } from '../server/database/index.ts'
import { installForSystem } from './setup-tests/apt.ts'
import { unpackPackages } from './setup-tests/private.ts'
import { onPath } from './setup-tests/tools.ts'
import { writeServerWrappers } from './setup-tests/wrappers.ts'

// `npm run test:pg15 [words of file names]`: the server tests on Debian's PostgreSQL 15 instead of the embedded 18. If
// it is missing it is installed: for the superuser by apt-get, otherwise (and with --private) into this checkout's
// .cache.

const root = path.resolve(import.meta.dirname, '..')
const ofSystem = '/usr/lib/postgresql/15/bin'
const tree = path.join(root, '.cache', 'postgresql-15')
const wrappers = path.join(tree, 'wrappers')

async function install(isPrivate: boolean): Promise<string> {
  if (!isPrivate && hasServer(ofSystem)) return ofSystem
  if (hasServer(wrappers)) return wrappers
  if (onPath('apt-get', process.env.PATH) === null)
    throw new Error(`There is no apt-get here: name the programs of a PostgreSQL 15 in TEST_PG_BIN_DIR.`)
  if (process.getuid?.() === 0 && !isPrivate) {
    console.log('Installing PostgreSQL 15 for the system with apt-get ...')
    keepFromStarting()
    await installForSystem(['postgresql-15'])
    return ofSystem
  }
  console.log(`PostgreSQL 15 goes into ${tree} ...`)
  await unpackPackages({ root, tree, complete: false, packages: ['--reinstall', 'postgresql-15', 'libpq5'] })
  writeServerWrappers(tree, path.join(tree, ofSystem), wrappers)
  return wrappers
}

const hasServer = (folder: string): boolean => existsSync(path.join(folder, 'postgres'))

/** Prevents the package from creating a server that always runs; the tests start servers of their own. */
function keepFromStarting(): void {
  const file = '/etc/postgresql-common/createcluster.conf'
  if (existsSync(file)) return
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, 'create_main_cluster = false\n')
}

try {
  const words = process.argv.slice(2)
  const isPrivate = words.includes('--private')
  const bin = process.env.TEST_PG_BIN_DIR || (await install(isPrivate))
  console.log(`The server tests on ${bin}`)
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const files = words.filter((word) => word !== '--private')
  const child = spawn(process.execPath, [vitest, 'run', '--project', 'server', ...files], {
    cwd: root,
    env: { ...process.env, TEST_PG_BIN_DIR: bin },
    stdio: 'inherit',
  })
  child.once('close', (code) => process.exit(code ?? 1))
} catch (error) {
  console.error(errorMessage(error))
  process.exit(1)
}
