import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { errorMessage } from '../server/database/index.ts'
import { installForSystem } from './setup-tests/apt.ts'
import { onPath } from './setup-tests/tools.ts'

// `npm run libreoffice`: opens the files that lenders download in LibreOffice, and compares what it reads. Not part of
// the tests that `npm run verify` runs, because LibreOffice takes some 400 MB.

const root = path.resolve(import.meta.dirname, '..')
const smallest = 'libreoffice-calc-nogui'
const find = () => onPath('soffice', process.env.PATH)

async function install(): Promise<void> {
  if (find() !== null) return
  if (process.getuid?.() !== 0 || onPath('apt-get', process.env.PATH) === null)
    throw new Error(`soffice is not on PATH: install LibreOffice Calc (on Debian the package ${smallest})`)
  console.log(`Installing ${smallest} with apt-get ...`)
  await installForSystem([smallest])
}

try {
  await install()
  const config = path.join(root, 'server/vitest.libreoffice.config.ts')
  const { status } = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', config],
    {
      cwd: root,
      stdio: 'inherit',
    },
  )
  process.exitCode = status ?? 1
} catch (error) {
  console.error(errorMessage(error))
  process.exitCode = 1
}
