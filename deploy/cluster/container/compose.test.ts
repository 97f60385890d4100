import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { settings } from '../../../server/src/platform/settings/config.ts'
import { readConfig } from '../../../server/src/outside/read-config.ts'
import { productionProblem } from '../../../server/src/platform/settings/production.ts'
import { readEnvironment } from '../template.ts'
import { layoutIn } from '../layout.ts'
import { nodeFiles } from '../node-files.ts'
import { placedFiles } from '../testing/placed-files.ts'
import { makeSecrets } from '../secrets.ts'

type Service = {
  image: string
  command: string[]
  volumes?: string[]
  env_file?: string
  environment?: Record<string, string>
  network_mode?: string
  networks?: { nodes: { ipv4_address: string } } | string[]
  sysctls?: Record<string, number>
  depends_on?: string[]
  profiles?: string[]
  stop_grace_period?: string
}

type Compose = { services: Record<string, Service>; volumes: object; networks: object }

const root = path.resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const text = read('deploy/cluster/container/compose.yml')
// A key that is there twice makes `parse` throw.
const compose = parse(text, { merge: true, maxAliasCount: -1 }) as Compose
const services = Object.entries(compose.services)
const image = read('deploy/cluster/container/Containerfile')
const layout = layoutIn('10.187.78')
const files = nodeFiles(layout, makeSecrets())

const rendered = (node: string | undefined, name: string): string | undefined =>
  files.find((file) => file.node.name === node && file.name === name)?.text
/** The node whose files a service gets; undefined for one that holds the address of a node and nothing else. */
const nodeOf = ({ volumes = [] }: Service): string | undefined =>
  volumes.map((volume) => /^\.\/config\/(\w+):\/node:ro$/.exec(volume)?.[1]).find(Boolean)
/** The settings of a service, as its engine reads them. */
const environmentOf = ({ env_file: file, environment }: Service): Record<string, string> => {
  const [, node = '', name = ''] = /^\.\/config\/(\w+)\/([\w.]+)$/.exec(file ?? '') ?? []
  return { ...readEnvironment(rendered(node, name) ?? ''), ...environment }
}

test('each service runs the image that the README builds, as a user that exists in the image', () => {
  const readme = read('deploy/cluster/README.md')
  for (const [name, { image: tag, command }] of services) {
    expect(readme, name).toContain(`-t ${tag} -f deploy/cluster/container/Containerfile .`)
    const made: Record<string, string> = {
      pematang: 'useradd --system --no-create-home --home-dir /var/lib/pematang',
      postgres: ' postgresql-common ',
      etcd: ' etcd-server ',
      root: 'debian:12-slim',
    }
    expect(image, name).toContain(made[command[0] ?? ''] ?? 'no such user')
  }
})

/** The Debian package of each program that a command may name. */
const packages: Readonly<Record<string, string>> = {
  '/usr/bin/sleep': 'docker.io/library/debian:12-slim',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/pgbackrest': 'pgbackrest',
  '/usr/sbin/haproxy': 'haproxy',
}

test.each(services)('the image has the program that %s runs and the files of its command', (_, service) => {
  const [, program = '', ...args] = service.command
  if (program.startsWith('/')) expect(image.split(/[\s\\]+/)).toContain(packages[program])
  else {
    expect(program).toBe('node_modules/.bin/node')
    const [folder = ''] = args[0]?.split('/') ?? []
    expect(image).toContain(`COPY --from=product /opt/pematang/${folder} ${folder}`)
    expect(existsSync(path.join(root, args[0] ?? ''))).toBe(true)
  }
  for (const file of args.filter((word) => word.startsWith('/'))) {
    const placed = placedFiles().find(({ target }) => target === file)
    expect(placed && rendered(nodeOf(service), placed.name), file).toBeDefined()
  }
})

test('each service runs at the address for which the files of its node are rendered', () => {
  const nodes = [...layout.databases, ...layout.applications, layout.router, layout.backup]
  const of = (name: string | undefined) => nodes.find((node) => node.name === name)
  for (const [name, service] of services) {
    if (service.profiles) continue
    const holder = service.network_mode?.replace(/^service:/, '') ?? name
    const node = of(nodeOf(service) ?? name)
    expect(node, name).toBeDefined()
    expect(holder, name).toBe(node?.name)
    expect(compose.services[holder]?.networks, name).toEqual({ nodes: { ipv4_address: node?.address } })
  }
})

test('containers that share a network get it from a container that only sleeps, so that no restart removes the network', () => {
  const holders = new Set(
    services.flatMap(([, { network_mode: mode }]) => mode?.replace('service:', '') ?? []),
  )
  expect([...holders].sort()).toEqual(['app1', 'app2', 'db1', 'db2', 'db3'])
  for (const name of holders)
    expect(compose.services[name]?.command, name).toEqual(['root', '/usr/bin/sleep', 'infinity'])
})

test('a service that uses the network of another service starts after that service', () => {
  const sharing = services.filter(([, { network_mode: mode }]) => mode)
  expect(sharing).toHaveLength(15)
  for (const [name, { network_mode: mode, depends_on: before }] of sharing)
    expect([`service:${before?.join()}`], name).toEqual([mode])
})

test('every named volume is declared and used, and the image leaves out the folders config and secrets', () => {
  const mounted = services.flatMap(([, { volumes = [] }]) =>
    volumes.map((volume) => volume.split(':')[0] ?? ''),
  )
  const named = mounted.filter((source) => !source.startsWith('.'))
  expect([...new Set(named)].sort()).toEqual(Object.keys(compose.volumes).sort())
  const ignored = read('.dockerignore').split('\n')
  for (const folder of ['config', 'secrets']) expect(ignored).toContain(`deploy/cluster/container/${folder}`)
})

test('each container with an address of its own has the network settings of the template sysctl.conf', () => {
  const wanted = read('deploy/cluster/templates/sysctl.conf').matchAll(/^(net\S+) = (\d+)$/gm)
  const expected = Object.fromEntries([...wanted].map(([, name, value]) => [name, Number(value)]))
  expect(Object.keys(expected)).toHaveLength(5)
  for (const [name, { networks, sysctls }] of services)
    if (networks && !Array.isArray(networks)) expect(sysctls, name).toEqual(expected)
})

const application = services.filter(([, { command }]) => command[0] === 'pematang')

test.each(application)('%s runs in production with settings that the application knows', (_, service) => {
  const known = Object.keys(settings.shape)
  const environment = environmentOf(service)
  expect(Object.keys(environment).length).toBeGreaterThan(2)
  for (const name of Object.keys(environment)) expect(known, name).toContain(name)
  expect(environment.NODE_ENV).toBe('production')
})

/** What an operator fills in. */
const filled = {
  APP_ORIGIN: 'https://lender.example',
  ESIGN_PROVIDER: 'gateway',
  ESIGN_BASE_URL: 'https://esign.example',
  ESIGN_API_KEY: 'abcdefghijklmnop',
  ESIGN_CALLBACK_SECRET: 'abcdefghijklmnopabcdefghijklmnop',
  XIGNATURE_BASE_URL: 'none',
  SMS_URL: 'https://sms.example',
  SMS_API_KEY: 'abcdefghijklmnop',
  SMTP_URL: 'none',
}
const services24h = application.filter(([, { profiles }]) => !profiles)

test.each(services24h)('%s refuses to start while the settings of the operator are empty', (_, service) => {
  expect(productionProblem(environmentOf(service))).toMatch(/^In production .*: set APP_ORIGIN, /)
})

test.each(services24h)('%s starts once the operator has filled in every empty setting', (_, service) => {
  const environment = environmentOf(service)
  const empty = Object.keys(environment).filter((name) => !environment[name])
  expect([...empty].sort()).toEqual(Object.keys(filled).sort())
  expect(productionProblem({ ...environment, ...filled })).toBeNull()
  expect(readConfig({ ...environment, ...filled })).toMatchObject({ HOST: expect.stringMatching(/^10\./) })
})

test('the stop grace period of a container is longer than the shutdown of its process takes', () => {
  for (const [name, service] of services24h) {
    const { STOP_DELAY_SECONDS, STOP_LIMIT_SECONDS } = readConfig({ ...environmentOf(service), ...filled })
    // The process ends itself four seconds later (server/src/main/http.ts).
    const longest = STOP_DELAY_SECONDS + STOP_LIMIT_SECONDS + 4
    expect(Number.parseInt(service.stop_grace_period ?? '', 10), name).toBeGreaterThan(longest)
  }
})
