import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { freePort } from '../server/testing/free-port.ts'
import { lastReleasedCommit, unpackRelease } from '../server/testing/released/checkout.ts'
import { type Block, blocksOf } from './install-page/blocks.ts'
import { ExternalPostgres, writeCertificates } from './install-page/postgres.ts'
import { startProviders } from './install-page/providers.ts'
import { writeStubs } from './install-page/stubs.ts'

// `npm run install-page`: runs the blocks of docs/operating/install.md and of the backups in docs/operating/restore.md, in their
// order, in a folder that stands for the machine, with a PostgreSQL of Debian, pgBackRest, nginx and the sandbox behind TLS. What
// is proxied, made a user or given to systemd is in scripts/install-page/stubs.ts. Needs Debian's postgresql-15, pgbackrest,
// nginx-light, caddy, prometheus and sudo, and `npm run build`. With `-- --from COMMIT`, or `--from release` for the last one, that
// version is installed, and then updated to this tree.

const execute = promisify(execFile)
const checkout = path.resolve(import.meta.dirname, '..')
const options = parseArgs({ options: { from: { type: 'string' } } }).values
const older = options.from === undefined ? checkout : await olderTree(options.from)
const root = mkdtempSync(path.join(tmpdir(), 'pematang-install-'))
chmodSync(root, 0o755)
const inRoot = (...names: string[]) => path.join(root, ...names)
const [database, http, staff, metrics, workerMetrics, consoleMetrics, sandbox, tls, web, plain] =
  (await Promise.all(Array.from({ length: 10 }, freePort))) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]

/** What the blocks and files name of the machine, and what it is here. */
const places: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w.])\/(opt\/pematang|etc\/|usr\/local\/bin|var\/(?:lib|spool)\/)/g, `${root}/$1`],
  [/127\.0\.0\.1:3000/g, `127.0.0.1:${http}`],
  [/127\.0\.0\.1:3010/g, `127.0.0.1:${staff}`],
]
const replaced = (text: string) => places.reduce((all, [from, to]) => all.replace(from, to), text)
// The same for sed, which knows no look-behind.
const sed = `s#(^|[^[:alnum:]_.])/(opt/pematang|etc/|usr/local/bin|var/(lib|spool)/)#\\1${root}/\\2#g; s/127[.]0[.]0[.]1:3000/127.0.0.1:${http}/; s/127[.]0[.]0[.]1:3010/127.0.0.1:${staff}/`

for (const folder of [
  'etc/systemd/system',
  'etc/caddy',
  'etc/nginx/sites-enabled',
  'etc/sudoers.d',
  'etc/pematang/tls',
  'usr/local/bin',
  'opt',
  'nginx',
])
  mkdirSync(inRoot(folder), { recursive: true })
writeStubs(inRoot('stubs'))
const certificates = writeCertificates(inRoot('etc/pematang/tls'))
const environment: Record<string, string> = {
  PATH: `${inRoot('stubs')}:${inRoot('usr/local/bin')}:${process.env['PATH']}`,
  ...{ ROOT: root, CHECKOUT: checkout, OLDER: older, PLACES: sed, REPOSITORY: 'here', RELEASE: 'one' },
  NODE_EXTRA_CA_CERTS: certificates.ca,
  PGBACKREST_CONFIG: inRoot('etc/pgbackrest.conf'),
  ...{
    PGBACKREST_LOG_PATH: inRoot('log'),
    PGBACKREST_LOCK_PATH: inRoot('run'),
    PGBACKREST_PG1_SOCKET_PATH: inRoot('run'),
  },
}
const postgres = new ExternalPostgres(root, database, environment)

/** The checkout of an older version, built. */
async function olderTree(commit: string): Promise<string> {
  const named = commit === 'release' ? await lastReleasedCommit() : commit
  if (named === null) throw new Error('The history here has no release.')
  const folder = path.join(checkout, '.cache/releases')
  mkdirSync(folder, { recursive: true })
  const { tree } = await unpackRelease(named, folder)
  execFileSync('npm', ['run', 'build'], { cwd: tree, stdio: ['ignore', 'ignore', 'inherit'] })
  return tree
}

async function run({ language, user, text }: Block, more: Record<string, string> = {}): Promise<void> {
  process.stdout.write(`
${text}`)
  const here = replaced(text)
  if (language === 'sql') postgres.as('psql', ['-v', 'ON_ERROR_STOP=1'], here.replaceAll('…', 'secret'))
  else if (user === 'postgres') postgres.as('bash', ['-euc', here.replaceAll('$TIME', more['TIME'] ?? '')])
  else process.stdout.write(await bash(here, more))
}

/** Runs commands beside this process, which serves their TLS. */
async function bash(commands: string, more: Record<string, string> = {}): Promise<string> {
  const env = { ...environment, ...more }
  const { stdout } = await execute('bash', ['-euc', commands], { env, cwd: root, timeout: 300_000 })
  return stdout
}

async function ready(): Promise<void> {
  for (const [name, port] of [
    ['http', http],
    ['console', staff],
  ] as const)
    for (const limit = Date.now() + 60_000; ; await new Promise((resolve) => setTimeout(resolve, 300))) {
      const ok = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      )
      if (ok) break
      if (Date.now() > limit)
        throw new Error(
          `not ready: ${readFileSync(inRoot(`run/pematang-${name}.log`), 'utf8').slice(-2_000)}`,
        )
    }
}

/** The settings that an installer fills in, and ports that are free here. */
function fillIn(settings: Record<string, string>): void {
  const overTls = `sslmode=verify-full&sslrootcert=${certificates.ca}`
  const login = (name: string) => `postgres://${name}:secret@127.0.0.1:${database}/pematang?${overTls}`
  const all = {
    ...settings,
    DATABASE_URL: login('pematang_web'),
    APP_ORIGIN: `https://localhost:${web}`,
    ...{ CONSOLE_ORIGIN: `https://console.localhost:${web}`, CONSOLE_PORT: String(staff) },
    ...{ PORT: String(http), METRICS_PORT: String(metrics), WORKER_METRICS_PORT: String(workerMetrics) },
    CONSOLE_METRICS_PORT: String(consoleMetrics),
  }
  const file = inRoot('etc/pematang/app.env')
  const kept = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !((line.split('=')[0] ?? '') in all))
  writeFileSync(
    file,
    [...kept, ...Object.entries(all).map(([name, value]) => `${name}=${value}`), ''].join('\n'),
  )
  writeFileSync(inRoot('etc/pematang/owner.env'), `DATABASE_OWNER_URL=${login('pematang_owner')}\n`)
  cpSync(certificates.certificate, inRoot('etc/pematang/platform.pem'))
  cpSync(certificates.key, inRoot('etc/pematang/platform.key'))
}

/** Starts nginx with the file of the page; stops it at the end. */
function startNginx(): () => void {
  const file = inRoot('etc/nginx/sites-enabled/pematang')
  const listened = readFileSync(file, 'utf8')
    .replaceAll('listen 443', `listen ${web}`)
    .replace('listen 80', `listen ${plain}`)
  writeFileSync(
    file,
    listened.replaceAll('lender.example', 'localhost').replaceAll('console.example', 'console.localhost'),
  )
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${root}/nginx/${name};`,
  )
  writeFileSync(
    inRoot('nginx/nginx.conf'),
    `pid ${root}/nginx/pid;\nerror_log ${root}/nginx/error.log;\nevents {}\nhttp {\naccess_log off;\n${temporary.join('\n')}\ninclude ${file};\n}\n`,
  )
  const nginx = (...args: string[]) =>
    execFileSync('nginx', ['-c', inRoot('nginx/nginx.conf'), ...args], { stdio: 'inherit' })
  nginx('-t')
  nginx()
  return () => nginx('-s', 'stop')
}

const verified = (program: string, ...args: string[]) =>
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
const install = path.join(checkout, 'docs/operating/install.md')
const restore = path.join(checkout, 'docs/operating/restore.md')
const services = 'pematang-http pematang-worker pematang-console'
const ends: (() => unknown)[] = []
try {
  postgres.make(certificates)
  ends.push(() => postgres.stop())
  const providers = await startProviders(inRoot('etc/pematang'), certificates, { sandbox, tls })
  ends.push(providers.stop)
  for (const block of blocksOf(install, 'One machine')) {
    if (block.text.includes('pematang doctor')) {
      verified('caddy', 'validate', '--adapter', 'caddyfile', '--config', inRoot('etc/caddy/Caddyfile'))
      ends.push(startNginx())
    }
    await run(block)
    if (block.text.includes('app.env')) fillIn(providers.settings)
    if (block.text.includes('systemctl enable')) {
      ends.push(() => bash(`systemctl stop ${services}`))
      await ready()
    }
  }
  const curl = `curl -fsS --cacert ${certificates.ca} -o /dev/null`
  await bash(`${curl} https://localhost:${web}/lender`)
  await bash(`${curl} -H 'Host: console.localhost' https://localhost:${web}/console/login`)
  for (const name of ['http', 'worker', 'console'])
    verified('systemd-analyze', 'verify', inRoot(`etc/systemd/system/pematang-${name}.service`))
  verified('visudo', '-c', '-f', inRoot('etc/sudoers.d/pematang'))
  verified('promtool', 'check', 'rules', inRoot('opt/pematang/deploy/machine/alarms.yml'))
  const [configured, archived, backedUp, signed, verifiedList, restored] = blocksOf(
    restore,
    'A server of your own',
  )
  if (!configured || !archived || !backedUp || !signed || !verifiedList || !restored)
    throw new Error('the page of backups has other blocks')
  await run(configured)
  const file = inRoot('etc/pgbackrest.conf')
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace('PASSPHRASE', 'secret').replace('5432', String(database)),
  )
  chmodSync(file, 0o644)
  await run(archived)
  postgres.restart()
  await ready()
  await run(backedUp)
  await run(signed)

  for (const block of blocksOf(install, 'A new version')) await run(block, { RELEASE: 'two' })
  await ready()
  const shown = () => bash('pematang --json limits show; pematang --json staff list')
  const before = await shown()
  const TIME = postgres.as('psql', ['-Atc', 'select now()']).trim()
  await bash('pematang limits set --from today --base 7 --reason taken-back --yes')
  await bash('pematang staff take --name Dewi --rights WORK --reason taken-back')
  postgres.as('psql', ['-qAtc', 'select pg_switch_wal()'])
  /** Restores by a block of the page while all are stopped, and starts a version on it. */
  const restoreBy = async (block: Block, version: string) => {
    await bash(`systemctl stop ${services}`)
    postgres.stop()
    await run(verifiedList)
    await run(block, { TIME })
    postgres.start()
    await bash(
      `ln -sfn ${inRoot('opt')}/pematang-${version} ${inRoot('opt')}/pematang; systemctl start ${services}`,
    )
    await ready()
    if ((await shown()) !== before) throw new Error('the restored limits or rights of staff are others')
    await bash('pematang books audit')
  }
  await restoreBy(restored, 'two')

  // The way back: a backup that was taken while all were stopped, and the old folder.
  await bash(`systemctl stop ${services}`)
  postgres.as('bash', ['-euc', 'pgbackrest --stanza=pematang --type=diff backup'])
  await run({
    ...signed,
    text: signed.text
      .split('\n')
      .filter((line) => line.includes(' sign '))
      .join('\n'),
  })
  await bash(`systemctl start ${services}`)
  await ready()
  await bash('pematang limits set --from today --base 8 --reason taken-back --yes')
  const toTheBackup = restored.text.replace('--type=time --target="$TIME"', '--type=immediate')
  await restoreBy({ ...restored, text: toTheBackup }, 'one')
  process.stdout.write('\nThe pages work: installed, backed up, upgraded, restored and taken back.\n')
} finally {
  for (const end of ends.toReversed())
    await Promise.resolve(end()).catch((error: unknown) => console.error(error))
  rmSync(root, { recursive: true, force: true })
}
