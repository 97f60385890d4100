import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { settings as applicationSettings } from '../../../server/src/platform/settings/config.ts'
import { secretSettings } from '../../../server/src/platform/settings/secrets.ts'
import { readEnvironment } from '../template.ts'
import { layoutIn, nodesOf } from '../layout.ts'
import { nodeFiles } from '../node-files.ts'
import { placedFiles } from '../testing/placed-files.ts'
import { makeSecrets } from '../secrets.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const units = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(service|conf)$/.test(name),
)
const own = units.filter((name) => name.endsWith('.service'))
const services = units.filter((name) => !name.includes('.socket'))

/** The values of each setting of a unit. */
function settingsOf(unit: string): Map<string, string[]> {
  const settings = new Map<string, string[]>()
  for (const line of readFileSync(path.join(import.meta.dirname, unit), 'utf8').split('\n')) {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (name) settings.set(name, [...(settings.get(name) ?? []), value])
  }
  return settings
}

test('the application has its own units, and Debian services have drop-ins', () => {
  expect([...units].sort()).toEqual([
    'etcd.service.d/pematang.conf',
    'haproxy.service.d/pematang.conf',
    'patroni.service.d/pematang.conf',
    'pematang-console.service',
    'pematang-http.service',
    'pematang-worker.service',
    'pgbackrest.service.d/pematang.conf',
    'systemd-journal-remote.service.d/pematang.conf',
    'systemd-journal-remote.socket.d/pematang.conf',
    'systemd-journal-upload.service.d/pematang.conf',
  ])
})

/** Hardening that every unit has; what only some can bear is written in them with its reason. */
const hardening: Readonly<Record<string, string>> = {
  NoNewPrivileges: 'yes',
  ProtectSystem: 'strict',
  ProtectHome: 'yes',
  PrivateTmp: 'yes',
  ProtectKernelTunables: 'yes',
  ProtectKernelModules: 'yes',
  ProtectKernelLogs: 'yes',
  ProtectControlGroups: 'yes',
  ProtectHostname: 'yes',
  RestrictNamespaces: 'yes',
  RestrictSUIDSGID: 'yes',
  LockPersonality: 'yes',
  SystemCallArchitectures: 'native',
}

test.each(services)('%s is hardened, and is always restarted unless it is pgbackrest', (unit) => {
  const settings = settingsOf(unit)
  for (const [name, value] of Object.entries(hardening)) expect(settings.get(name), name).toEqual([value])
  // Patroni alone needs a device, the watchdog.
  if (unit.startsWith('patroni')) expect(settings.get('DevicePolicy')).toEqual(['closed'])
  else expect(settings.get('PrivateDevices')).toEqual(['yes'])
  if (unit.startsWith('pgbackrest')) return
  expect(settings.get('Restart')).toEqual(['always'])
  expect(settings.get('StartLimitIntervalSec')).toEqual(['0'])
})

test.each(own)('%s starts an installed interpreter with files that exist', (unit) => {
  const starts = settingsOf(unit).get('ExecStart') ?? []
  expect(starts).toHaveLength(1)
  for (const [program = '', ...args] of starts.map((line) => line.split(' '))) {
    expect(program).toBe('/opt/pematang/node_modules/.bin/node')
    for (const file of args) expect(existsSync(path.join(root, file)), file).toBe(true)
  }
})

const files = nodeFiles(layoutIn('10.0.0'), makeSecrets())

test.each(own)('%s reads the rendered settings of its node from a file that only root reads', (unit) => {
  const settings = settingsOf(unit)
  const [target] = settings.get('EnvironmentFile') ?? []
  const placed = placedFiles().find((file) => file.target === target)
  expect(placed).toMatchObject({ name: 'app.env', owner: 'root', mode: '600' })
  for (const node of ['app1', 'app2'])
    expect(files.find((file) => file.name === placed?.name && file.node.name === node)).toBeDefined()
  expect(settings.get('Environment')).toEqual(['NODE_ENV=production', 'PEMATANG_DATA=/var/lib/pematang'])
  expect(settings.get('User')).toEqual(['pematang'])
  expect(settings.get('CapabilityBoundingSet')).toEqual([''])
})

test.each(own)(
  'SEC-13 %s takes each secret from the store of encrypted credentials, where it is there',
  (unit) => {
    // With a relative path a credential that is not there is left out; with an absolute one the unit would not start.
    const ofProcesses = secretSettings.filter((name) => name !== 'DATABASE_OWNER_URL')
    expect(settingsOf(unit).get('LoadCredentialEncrypted')?.sort()).toEqual(ofProcesses.sort())
  },
)

test('systemd waits longer for the HTTP process to stop than the process waits for open requests', () => {
  const text = files.find(({ name }) => name === 'app.env')?.text ?? ''
  const { STOP_DELAY_SECONDS: delay = '' } = readEnvironment(text)
  const limit = applicationSettings.shape.STOP_LIMIT_SECONDS.parse(undefined)
  // The process ends itself four seconds later (server/src/main/http.ts).
  const [wait = ''] = settingsOf('pematang-http.service').get('TimeoutStopSec') ?? []
  expect(Number(wait)).toBeGreaterThan(Number(delay) + limit + 4)
})

test('SEC-11 each node sends its journal over TLS to the backup host, which takes it from nodes of the cluster only', () => {
  const layout = layoutIn('10.0.0')
  const fileOf = (node: string, name: string) =>
    files.find((file) => file.node.name === node && file.name === name)?.text ?? ''
  const { backup } = layout
  for (const { name } of nodesOf(layout).filter((node) => node !== backup))
    expect(readEnvironment(fileOf(name, 'journal-upload.conf')), name).toEqual({
      URL: `https://${backup.address}:19532`,
      ServerKeyFile: '/run/credentials/systemd-journal-upload.service/node.key',
      ServerCertificateFile: '/etc/pematang/tls/node.pem',
      TrustedCertificateFile: '/etc/pematang/tls/authority.pem',
    })
  // Only root reads the key on every node, so systemd hands it on.
  const [credential] =
    settingsOf('systemd-journal-upload.service.d/pematang.conf').get('LoadCredential') ?? []
  const key = placedFiles().find(({ target }) => credential === `node.key:${target}`)
  expect(key).toMatchObject({ name: 'tls/node.key', owner: 'root', mode: '600' })
  expect(fileOf(backup.name, 'haproxy.cfg')).toMatch(
    /^ +bind 10\.0\.0\.31:19532 ssl crt \S+node\.pem ca-file \S+authority\.pem verify required ssl-min-ver TLSv1\.2$/m,
  )
  const socket = 'systemd-journal-remote.socket.d/pematang.conf'
  expect(settingsOf(socket).get('ListenStream')).toEqual(['', '127.0.0.1:19533'])
  for (const { name } of layout.applications)
    expect(readEnvironment(fileOf(name, 'app.env'))).toMatchObject({ SECURITY_LOG_COPY: 'true' })
})

test('render writes every file that is placed on a node', () => {
  const names = new Set(files.map(({ name }) => name))
  const placed = placedFiles().filter(({ name }) => !name.startsWith('tls/'))
  expect(placed.length).toBeGreaterThan(7)
  for (const { name } of placed) expect(names, name).toContain(name)
})
