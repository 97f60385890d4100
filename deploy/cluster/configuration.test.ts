import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createPersonalData } from '../../server/src/platform/db/data-keys.ts'
import { readTarget } from '../../server/src/platform/db/connection-url.ts'
import { certificateFilesIn } from './certificates.ts'
import {
  applicationFile,
  databaseRouterFile,
  etcdFile,
  kernelFile,
  patroniFile,
  webRouterFile,
} from './configuration.ts'
import { readEnvironment } from './template.ts'
import { layoutIn } from './layout.ts'
import { nodeFiles } from './node-files.ts'
import { makeSecrets } from './secrets.ts'

const layout = layoutIn('10.0.0')
const [node = layout.router] = layout.databases
const secrets = makeSecrets()
const folders = {
  etcd: '/e',
  postgres: '/p',
  sockets: '/s',
  passwordFile: '/w',
  backupConfig: '/b',
  archiveAgain: '/a',
  certificate: certificateFilesIn('/t'),
  etcdKey: '/t/etcd.key',
}

test('the configuration of Patroni uses synchronous replication and the etcd v2 API', () => {
  const safety = { dcs: 'etcd', synchronous: true } as const
  const text = patroniFile(layout, node, secrets, folders, {
    safety,
    sharedBuffers: '128MB',
    walKeepSize: '1GB',
  })
  expect(text).toMatch(/^etcd:$/m)
  expect(text).toMatch(/^ +synchronous_mode: true$/m)
  expect(text).toMatch(/^ +synchronous_mode_strict: true$/m)
  expect(text).toMatch(/^ +use_pg_rewind: true$/m)
  expect(text).toMatch(/^ +maximum_lag_on_failover: \d+$/m)
  expect(text).not.toContain('{{')
})

test('log for a standby that is away is kept by size, so that it cannot fill the disk of the primary', () => {
  const safety = { dcs: 'etcd', synchronous: true } as const
  const text = patroniFile(layout, node, secrets, folders, {
    safety,
    sharedBuffers: '128MB',
    walKeepSize: '2GB',
  })
  expect(text).toMatch(/^ +use_slots: false$/m)
  expect(text).toMatch(/^ +wal_keep_size: 2GB$/m)
  expect(text).toMatch(/^ +max_slot_wal_keep_size: 2GB$/m)
})

test('Patroni asks the etcd of its own node first, because the others may be on a node that is frozen', () => {
  const safety = { dcs: 'etcd', synchronous: true } as const
  const [, second = node] = layout.databases
  const text = patroniFile(layout, second, secrets, folders, {
    safety,
    sharedBuffers: '1GB',
    walKeepSize: '1GB',
  })
  expect(text).toMatch(/^ +hosts: 10\.0\.0\.12:2379,10\.0\.0\.11:2379,10\.0\.0\.13:2379$/m)
  expect(text).toMatch(/^ +use_proxies: true$/m)
})

test('the etcd configuration enables the v2 API and pre-vote elections, and lists all three members', () => {
  const settings = readEnvironment(etcdFile(layout, node, secrets, folders))
  expect(settings).toMatchObject({ ETCD_NAME: 'db1', ETCD_ENABLE_V2: 'true', ETCD_PRE_VOTE: 'true' })
  expect(settings.ETCD_INITIAL_CLUSTER?.split(',')).toHaveLength(3)
})

test('SEC-12 etcd and Patroni take TLS only, and etcd and the databases only what shows a certificate or uses TLS', () => {
  const etcd = etcdFile(layout, node, secrets, folders)
  expect(etcd).not.toContain('http://')
  expect(readEnvironment(etcd)).toMatchObject({
    ETCD_CLIENT_CERT_AUTH: 'true',
    ETCD_PEER_CLIENT_CERT_AUTH: 'true',
    ETCD_KEY_FILE: '/t/etcd.key',
    ETCD_TRUSTED_CA_FILE: '/t/authority.pem',
  })
  const safety = { dcs: 'etcd', synchronous: true } as const
  const patroni = parse(
    patroniFile(layout, node, secrets, folders, { safety, sharedBuffers: '1GB', walKeepSize: '1GB' }),
  )
  const own = { certfile: '/t/node.pem', keyfile: '/t/node.key' }
  expect(patroni).toMatchObject({
    restapi: own,
    ctl: { ...own, cacert: '/t/authority.pem' },
    etcd: { protocol: 'https', cacert: '/t/authority.pem', cert: '/t/node.pem', key: '/t/node.key' },
    postgresql: { parameters: { ssl: 'on' } },
  })
  const remote = (patroni.postgresql.pg_hba as string[]).filter((line) => !line.startsWith('local '))
  for (const line of remote) expect(line).toMatch(/^hostssl /)
})

test('the HAProxy configuration lists every node, and checks databases through Patroni and applications by readiness', () => {
  const [, primary = '', replica = ''] = databaseRouterFile(layout, '/t/authority.pem').split('\nlisten ')
  for (const [way, question] of [
    [primary, 'option httpchk OPTIONS /primary'],
    [replica, 'option httpchk OPTIONS /replica'],
  ] as const) {
    expect(
      way.match(
        /^ +server db\d 10\.0\.0\.1\d:5432 check port 8008 check-ssl verify required verifyhost db\d ca-file \/t\/authority\.pem$/gm,
      ),
    ).toHaveLength(3)
    expect(way).toContain(question)
  }
  for (const file of [
    webRouterFile(layout, null, folders.certificate),
    webRouterFile(layout, '/c', folders.certificate),
  ]) {
    expect(file.match(/^ +server app\d 10\.0\.0\.2\d:3000 check verifyhost app\d$/gm)).toHaveLength(2)
    expect(file).toMatch(
      /^ +default-server ssl verify required ca-file \/t\/authority\.pem crt \/t\/node\.pem /m,
    )
    expect(file.match(/hdr Retry-After 1/g)).toHaveLength(3)
    expect(file).not.toContain('{{')
  }
})

/** The sections of a configuration of HAProxy, each as its lines. */
const sectionsOf = (file: string): Map<string, string[]> =>
  new Map(
    file.split(/^(?=\w)/m).map((section) => {
      const [name = '', ...lines] = section.split('\n').map((line) => line.trim())
      return [name, lines]
    }),
  )

describe('the load balancer of browsers', () => {
  const sections = sectionsOf(webRouterFile(layout, '/c/web.pem', folders.certificate))

  test('takes TLS 1.2 and 1.3 only, with named suites that have forward secrecy and are authenticated', () => {
    const global = new Map(
      (sections.get('global') ?? []).map((line) => [line.split(' ', 1)[0], line.split(' ').slice(1)]),
    )
    expect(global.get('ssl-default-bind-options')).toEqual(['ssl-min-ver', 'TLSv1.2', 'no-tls-tickets'])
    for (const suite of global.get('ssl-default-bind-ciphers')?.join().split(':') ?? [''])
      expect(suite).toMatch(/^ECDHE-(ECDSA|RSA)-(AES(128|256)-GCM-SHA(256|384)|CHACHA20-POLY1305)$/)
    for (const suite of global.get('ssl-default-bind-ciphersuites')?.join().split(':') ?? [''])
      expect(suite).toMatch(/^TLS_(AES_(128|256)_GCM|CHACHA20_POLY1305)_SHA(256|384)$/)
  })

  test('serves the application on port 443 with the certificate of the operator, and nowhere else', () => {
    const serving = [...sections].filter(([, lines]) => lines.includes('default_backend application'))
    expect(serving.map(([name]) => name)).toEqual(['frontend web'])
    const binds = (serving[0]?.[1] ?? []).filter((line) => line.startsWith('bind '))
    expect(binds).toEqual(['bind 10.0.0.10:443 ssl crt /c/web.pem alpn h2,http/1.1'])
  })

  test('redirects pages on port 80 and refuses calls there', () => {
    const requests = sections.get('frontend redirect')?.filter((line) => /^(bind|http-request) /.test(line))
    expect(requests).toEqual([
      'bind 10.0.0.10:80',
      'http-request deny deny_status 403 unless { path / } or { path -m beg /lender }',
      'http-request redirect scheme https code 301',
    ])
  })

  test('adds the security headers to what it answers itself', () => {
    const encrypted = 'Strict-Transport-Security "max-age=31536000; includeSubDomains"'
    const always = [
      'X-Content-Type-Options nosniff',
      `Content-Security-Policy "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"`,
    ]
    const expected = { redirect: always, web: [encrypted, ...always] }
    for (const [name, headers] of Object.entries(expected))
      for (const header of headers)
        expect(sections.get(`frontend ${name}`)?.join('\n'), name).toContain(
          `http-after-response set-header ${header}`,
        )
  })
})

test('the application accepts the DATABASE_URL of the cluster and connects only to a server that accepts writes', () => {
  const places = {
    origin: 'http://o',
    auditKeyFile: '/a',
    dataKeyFile: '/d',
    certificateFile: '/c',
    keyFile: '/k',
    tlsFolder: '/t',
    esignUrl: 'http://127.0.0.1:9',
    esignKey: 'k',
    esignSecret: 's',
  }
  const { DATABASE_URL = '', READ_DATABASE_URL = '' } = readEnvironment(
    applicationFile(layout, layout.router, secrets, places, '/t/authority.pem'),
  )
  expect(readTarget(DATABASE_URL).mustWrite).toBe(true)
  expect(readTarget(READ_DATABASE_URL)).toMatchObject({ mustWrite: false })
})

test('the kernel settings of a node detect a lost TCP peer within seconds', () => {
  expect(kernelFile()).toMatch(/^net\.ipv4\.tcp_keepalive_time = 5$/m)
})

test('the application nodes of a cluster get one key of personal data, another one in each cluster', () => {
  const keysOf = () =>
    nodeFiles(layout, makeSecrets()).flatMap(({ node: { name }, name: file, text }) => {
      if (file === 'app.env') expect(readEnvironment(text).DATA_KEY_FILE).toBe('/etc/pematang/data-keys')
      return file === 'data-keys' ? { name, text } : []
    })
  const [first, second] = [keysOf(), keysOf()]
  expect(first.map(({ name }) => name)).toEqual(['app1', 'app2'])
  expect(first[0]?.text).toBe(first[1]?.text)
  expect(first[0]?.text).not.toBe(second[0]?.text)
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'keys-')), 'data-keys')
  writeFileSync(file, first[0]?.text ?? '', { mode: 0o600 })
  const personal = createPersonalData(file)
  expect(personal?.open(personal.seal('81234567890'))).toBe('81234567890')
})
