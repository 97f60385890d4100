import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepBanks } from '../../../../scripts/start/banks.ts'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import { freePort } from '../../../testing/free-port.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { type MailSandbox, startMailSandbox } from '../../outside/mail/testing/sandbox.ts'
import { startHostileGateway } from '../../outside/sms/testing/hostile-gateway.ts'
import { systemClock } from '../../platform/clock.ts'
import { addAuditKey } from '../../platform/audit/keys.ts'
import { examine } from './examine.ts'

let fixture: Fixture
let sandbox: MailSandbox
let folder: string
/** The settings of an installation in which all is right. */
let right: Record<string, string>

const key = 'a key of sixteen characters'
beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'the doctor opens connections of its own' })
  folder = mkdtempSync(join(tmpdir(), 'pematang-doctor-'))
  const port = await freePort()
  const banks = keepBanks(folder, port)
  sandbox = await startMailSandbox({
    ESIGN_API_KEY: key,
    XIGNATURE_API_KEY: key,
    SANDBOX_PORT: String(port),
    SANDBOX_BANKS_FILE: banks.sandbox,
  })
  addAuditKey(join(folder, 'audit-keys'), 'first', 1)
  right = {
    ...sandbox.settings,
    DATABASE_URL: fixture.databaseUrl,
    DATABASE_OWNER_URL: fixture.databaseUrl,
    ESIGN_BASE_URL: sandbox.baseUrl,
    ESIGN_API_KEY: key,
    ESIGN_CALLBACK_SECRET: 'a secret of thirty-two characters',
    XIGNATURE_BASE_URL: sandbox.baseUrl,
    XIGNATURE_API_KEY: key,
    TIMESTAMP_URL: `${sandbox.baseUrl}/tsa`,
    TIMESTAMP_TRUST_FILE: sandbox.trust.timestamps,
    BANKS_FILE: banks.app,
    AUDIT_KEY_FILE: join(folder, 'audit-keys'),
    SECURITY_LOG_FOLDER: join(folder, 'log'),
  }
})
afterAll(async () => {
  await sandbox.stop()
  await fixture.close()
  rmSync(folder, { recursive: true, force: true })
})

const quick = { check: 4_000, answer: 1_000 }
const ahead = (seconds: number) => ({
  ...systemClock,
  now: () => new Date(Date.now() + seconds * 1000),
})

async function wrongWith(settings: Record<string, string>, clock = systemClock) {
  const findings = await examine({ ...right, ...settings }, clock, quick)
  return Object.fromEntries(findings.filter(({ isRight }) => !isRight).map(({ name, says }) => [name, says]))
}

test('OPS-09 `doctor` finds nothing wrong where everything answers, exits with 0 and sends no message and no transfer', async () => {
  const before = await (await fetch(`${sandbox.baseUrl}/bank/state.json`)).text()
  const result = await operatorOn(fixture, { environment: right })(['doctor'])
  expect([result.exit, result.err]).toEqual([0, ''])
  const names = result.out.split('\n').map((line) => /^benar {2}([^:]+): ./.exec(line)?.[1])
  expect(names).toEqual([
    ...['basis data', 'jam', 'pemilik basis data', 'kunci', 'sertifikat Penyelenggara', 'disk', 'TLS'],
    ...[
      'tanda tangan elektronik',
      'tanda tangan hash',
      'SMS',
      'e-mail',
      'stempel waktu',
      'bank BNI',
      'bank Bank Contoh',
    ],
    undefined,
  ])
  for (const inbox of ['sms', 'mail'])
    expect(await (await fetch(`${sandbox.baseUrl}/${inbox}/inbox.json`)).json()).toMatchObject({
      messages: [],
    })
  expect(await (await fetch(`${sandbox.baseUrl}/bank/state.json`)).text()).toBe(before)
})

test('OPS-09 the doctor beside npm start takes the settings that the start made, those of its caller before them, and in production its caller’s alone', async () => {
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(right))
  const environment = { PEMATANG_DATA: folder, SMS_URL: 'http://127.0.0.1:9' }
  const wrong = async (more: object) => {
    const { json } = await operatorOn(fixture, { environment: { ...environment, ...more } })([
      '--json',
      'doctor',
    ])
    return (json.findings as { name: string; isRight: boolean }[])
      .filter(({ isRight }) => !isRight)
      .map(({ name }) => name)
  }
  expect(await wrong({})).toEqual(['SMS'])
  expect(await wrong({ SMS_URL: '' })).toEqual([])
  expect(await wrong({ NODE_ENV: 'production' })).toContain('pengaturan')
})

test('OPS-09 `doctor` names missing settings in one line, tries what needs none of them, and exits with 1', async () => {
  // Without a folder of its own the doctor finds the product that somebody has started in this checkout.
  const missing = { ESIGN_BASE_URL: '', DATABASE_URL: '', PEMATANG_DATA: join(folder, 'none') }
  const environment = { ...right, SMS_URL: 'http://127.0.0.1:9', ...missing }
  const result = await operatorOn(fixture, { environment })(['--json', 'doctor'])
  expect(result.exit).toBe(1)
  const [settings, ...others] = result.json.findings as { name: string; isRight: boolean; says: string }[]
  expect(settings).toEqual({
    name: 'pengaturan',
    isRight: false,
    says: 'gagal; pesan teknis: DATABASE_URL: is missing; ESIGN_BASE_URL: is missing',
  })
  expect(others.map(({ name, isRight }) => [name, isRight])).toEqual([
    ...['pemilik basis data', 'kunci', 'sertifikat Penyelenggara', 'disk', 'TLS', 'tanda tangan hash'].map(
      (name) => [name, true],
    ),
    ['SMS', false],
    ...['e-mail', 'stempel waktu', 'bank BNI', 'bank Bank Contoh'].map((name) => [name, true]),
  ])
  const production = await examine({ ...right, NODE_ENV: 'production', SMS_URL: '' })
  expect(production[0]?.says).toMatch(/^gagal; pesan teknis: In production .*set APP_ORIGIN, .*SMS_URL/)
  expect(production.map(({ name }) => name)).not.toContain('SMS')
  expect(production.map(({ name }) => name)).toContain('basis data')
})

test('OPS-09 `doctor` says of each provider that it refuses the credentials', async () => {
  const keys = JSON.parse(readFileSync(right.BANKS_FILE as string, 'utf8'))
  keys.banks[0].outbound.clientKey = 'of-somebody-else'
  const banks = join(folder, 'wrong-banks.json')
  writeFileSync(banks, JSON.stringify(keys))
  const wrong = await wrongWith({
    ESIGN_API_KEY: 'another key of sixteen',
    XIGNATURE_API_KEY: 'another key of sixteen',
    TIMESTAMP_URL: `${sandbox.baseUrl}/tsa/refuses`,
    BANKS_FILE: banks,
    DATABASE_URL: fixture.databaseUrl.replace(/\/[^/?]+(\?|$)/, '/no_such_database$1'),
    AUDIT_KEY_FILE: banks,
  })
  expect(wrong).toMatchObject({
    'tanda tangan elektronik': 'gagal; pesan teknis: The API key is missing or wrong (API_KEY)',
    'tanda tangan hash': 'gagal; pesan teknis: The API key is missing or wrong (API_KEY)',
    'stempel waktu': expect.stringContaining('The quota of this month is used up'),
    'bank BNI': expect.stringMatching(/no token \(\d{7}\)/),
    'basis data': expect.stringContaining('no_such_database'),
    jam: expect.stringContaining('no_such_database'),
    kunci: expect.stringContaining(banks),
  })
  expect(Object.keys(wrong)).toHaveLength(7)
})

test('OPS-09 `doctor` says of providers that are broken what they answer, and of a time stamp that it is not trusted', async () => {
  const gateway = await startHostileGateway()
  gateway.behave({ answer: 503 })
  const { origin } = gateway
  const wrong = await wrongWith({
    ESIGN_BASE_URL: origin,
    XIGNATURE_BASE_URL: origin,
    SMS_URL: origin,
    TIMESTAMP_URL: `${sandbox.baseUrl}/tsa/other-authority`,
    SMTP_URL: origin.replace('http:', 'smtp:'),
    SECURITY_LOG_FOLDER: '/proc/log',
  })
  await gateway.close()
  expect(wrong).toEqual({
    'tanda tangan elektronik': expect.stringContaining('status 503'),
    'tanda tangan hash': expect.stringContaining('status 503'),
    SMS: 'gagal; pesan teknis: SMS gateway: status 503',
    'stempel waktu': expect.stringContaining('nobody trusted stands behind'),
    'e-mail': expect.stringMatching(/^gagal; pesan teknis: mail server: /),
    disk: expect.stringMatching(/1 GB|permission/),
  })
})

async function silentServer() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket.on('error', () => {})))
  const port = await listening(server)
  return { port, close: () => void (sockets.forEach((socket) => socket.destroy()), server.close()) }
}

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

function banksAt(address: string): string {
  const file = JSON.parse(readFileSync(right.BANKS_FILE as string, 'utf8'))
  for (const { outbound } of file.banks) outbound.baseUrl = address
  const name = join(folder, `banks-${new URL(address).port}.json`)
  writeFileSync(name, JSON.stringify(file))
  return name
}

test('OPS-09 `doctor` gives up on each provider that hangs, and still tries the others', async () => {
  const silent = await silentServer()
  const address = `http://127.0.0.1:${silent.port}`
  const wrong = await wrongWith({
    APP_ORIGIN: `https://127.0.0.1:${silent.port}`,
    DATABASE_OWNER_URL: `postgres://app@127.0.0.1:${silent.port}/none`,
    ESIGN_BASE_URL: address,
    XIGNATURE_BASE_URL: address,
    SMS_URL: address,
    SMTP_URL: address.replace('http:', 'smtp:'),
    TIMESTAMP_URL: address,
    BANKS_FILE: banksAt(address),
  })
  silent.close()
  const names = ['TLS', 'tanda tangan elektronik', 'tanda tangan hash', 'SMS', 'e-mail', 'stempel waktu']
  expect(Object.keys(wrong).sort()).toEqual(
    [...names, 'bank BNI', 'bank Bank Contoh', 'pemilik basis data'].sort(),
  )
  for (const says of Object.values(wrong))
    expect(says).toMatch(/tidak ada jawaban|no answer|timeout|Greeting never received/)
})

test('OPS-09 `doctor` names the fault of a certificate that nobody vouches for', async () => {
  const certificate = selfSigned()
  const server = createTlsServer(certificate, (_, response) => response.end())
  const address = `https://127.0.0.1:${await listening(server)}`
  const wrong = await wrongWith({
    APP_ORIGIN: address,
    ESIGN_BASE_URL: address,
    XIGNATURE_BASE_URL: address,
    SMS_URL: address,
    SMTP_URL: address.replace('https:', 'smtps:'),
    TIMESTAMP_URL: address,
    BANKS_FILE: banksAt(address),
  })
  server.close()
  expect(Object.keys(wrong)).toHaveLength(8)
  for (const says of Object.values(wrong)) expect(says).toMatch(/self-signed|SELF_SIGNED/)
})

function selfSigned(): { key: Buffer; cert: Buffer } {
  const [keyFile, certFile] = [join(folder, 'tls.key'), join(folder, 'tls.pem')]
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '90',
      ],
      ...[
        '-subj',
        '/CN=127.0.0.1',
        '-addext',
        'subjectAltName=IP:127.0.0.1',
        '-keyout',
        keyFile,
        '-out',
        certFile,
      ],
    ],
    { stdio: 'ignore' },
  )
  return { key: readFileSync(keyFile), cert: readFileSync(certFile) }
}

test('OPS-09 `doctor` notices a clock that is wrong beside the database, the authority and the certificates', async () => {
  const wrong = await wrongWith({}, ahead(60))
  expect(wrong).toMatchObject({
    jam: '60.0 detik di depan basis data: samakan keduanya dengan NTP',
    'stempel waktu': expect.stringMatching(/^jam kita (59|60|61) detik di depan /),
  })
})
