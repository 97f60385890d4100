import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** The Debian packages that the tests need: the browser, the PDF programs, and fonts. */
export const PACKAGES = [
  'chromium',
  'chromium-headless-shell',
  'poppler-utils',
  'fonts-liberation',
  'fonts-dejavu-core',
]

const ATTEMPTS = 3
const PAUSE_MS = 5_000

/**
 * Runs apt-get with its output shown, and retries after a delay when it fails (a mirror that is being updated, a lock
 * held by the nightly upgrade).
 * @throws when the last attempt failed too
 */
export async function aptGet(args: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { status, error } = spawnSync('apt-get', args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' },
    })
    if (status === 0) return
    if (attempt === ATTEMPTS)
      throw new Error(`apt-get ${args.at(0)} failed: ${error?.message ?? `code ${status}`}`)
    console.log(`apt-get failed, trying again in ${PAUSE_MS / 1000} seconds ...`)
    await sleep(PAUSE_MS)
  }
}

/** Installs packages for the whole system; requires the superuser. */
export async function installForSystem(packages: readonly string[] = PACKAGES): Promise<void> {
  const lockWait = ['-o', 'DPkg::Lock::Timeout=120']
  await aptGet([...lockWait, '-q', 'update'])
  await aptGet([...lockWait, '-q', 'install', '-y', '--no-install-recommends', ...packages])
}
