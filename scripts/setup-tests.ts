import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { errorMessage } from '../server/database/index.ts'
import { installForSystem } from './setup-tests/apt.ts'
import { installPrivately } from './setup-tests/private.ts'
import {
  areRequiredInstalled,
  findTool,
  isInstalled,
  onPath,
  TOOLS,
  wrapperFolder,
} from './setup-tests/tools.ts'

// `npm run setup-tests`: installs Chromium and the PDF programs that the tests run, from Debian. With --private they go
// into this checkout's .cache even if the system has them or could install them.

const root = path.resolve(import.meta.dirname, '..')
const isPrivate = process.argv.includes('--private')

async function install(): Promise<void> {
  if (!isPrivate && TOOLS.every(isInstalled)) return
  if (onPath('apt-get', process.env.PATH) === null) {
    throw new Error(
      `There is no apt-get here: install chromium and poppler-utils with the system's own means, so that ${TOOLS.join(', ')} are on PATH`,
    )
  }
  if (process.getuid?.() === 0 && !isPrivate) {
    console.log('Installing Chromium and poppler-utils for the system with apt-get ...')
    await installForSystem()
    return
  }
  console.log(
    `Without the superuser's rights: Chromium and poppler-utils go into ${path.join(root, '.cache')} ...`,
  )
  if (isPrivate) return installPrivately(root, true)
  try {
    await installPrivately(root, false)
  } catch (error) {
    console.log(`${errorMessage(error)}; fetching everything instead of what is missing ...`)
    await installPrivately(root, true)
  }
}

/** A failed installation is acceptable if only optional programs are missing, which make the tests faster. */
async function installWhatIsThere(): Promise<void> {
  try {
    await install()
  } catch (error) {
    if (isPrivate || !areRequiredInstalled()) throw error
    console.log(`${errorMessage(error)}; going on with what is installed`)
  }
}

/** Starts each program, which shows that its libraries are installed as well. */
function prove(): void {
  for (const tool of TOOLS.filter((one) => isPrivate || isInstalled(one))) {
    const file = isPrivate ? path.join(wrapperFolder(root), tool) : findTool(tool)
    const flag = tool.startsWith('chromium') ? '--version' : '-v'
    const { status, stdout, stderr } = spawnSync(file, [flag], { encoding: 'utf8' })
    const words = `${stdout ?? ''}${stderr ?? ''}`.trim()
    if (status !== 0) throw new Error(`${file} does not run: ${words}`)
    console.log(`${tool.padEnd(23)} ${file}   (${words.split('\n')[0]})`)
  }
}

try {
  await installWhatIsThere()
  prove()
} catch (error) {
  console.error(errorMessage(error))
  process.exit(1)
}
