import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Layout } from '../layout.ts'
import { nodesOf } from '../layout.ts'
import { readYaml } from './yaml.ts'

const folder = path.resolve(import.meta.dirname, '../container')
const root = path.resolve(import.meta.dirname, '../../..')

type Service = {
  command?: string[]
  env_file?: string
  volumes?: string[]
  network_mode?: string
  depends_on?: string[]
  networks?: Record<string, { ipv4_address?: string }> | string[]
}
type Compose = {
  services: Record<string, Service>
  volumes?: Record<string, unknown>
  networks?: Record<string, unknown>
}

export const composeFile = path.join(folder, 'compose.yml')
export const containerFile = path.join(folder, 'Containerfile')

/**
 * Compares compose.yml with the layout and with the files that `render` writes for it.
 * @param rendered the folder that compose.yml calls ./config
 */
export function composeFindings(text: string, layout: Layout, rendered: string): string[] {
  let compose: Compose
  try {
    compose = readYaml(text) as Compose
  } catch (error) {
    return [`compose.yml: ${(error as Error).message}`]
  }
  const { services, volumes = {}, networks = {} } = compose
  const addresses = new Set(nodesOf(layout).map(({ address }) => address))
  const given = new Set<string>()
  const findings = Object.entries(services).flatMap(([name, service]) => {
    const found = serviceFindings(service, { services, volumes, networks, rendered })
    for (const { ipv4_address: address } of addressesOf(service)) {
      if (address === undefined) continue
      if (!addresses.has(address)) found.push(`${address} is no node's`)
      if (given.has(address)) found.push(`${address} is another service's too`)
      given.add(address)
    }
    return found.map((what) => `compose.yml, ${name}: ${what}`)
  })
  const without = [...addresses].filter((address) => !given.has(address))
  return [...findings, ...without.map((address) => `compose.yml: no service has ${address}`)]
}

const addressesOf = ({ networks }: Service) =>
  networks === undefined || Array.isArray(networks) ? [] : Object.values(networks)

type Known = Required<Pick<Compose, 'services' | 'volumes' | 'networks'>> & { rendered: string }

function serviceFindings(service: Service, { services, volumes, networks, rendered }: Known): string[] {
  const found: string[] = []
  const { command = [], env_file: settings, volumes: mounted = [], network_mode: mode } = service
  const [, shared] = /^service:(.+)$/.exec(mode ?? '') ?? []
  const named = [...(service.depends_on ?? []), ...(shared === undefined ? [] : [shared])]
  for (const other of named) if (!services[other]) found.push(`there is no service ${other}`)
  if (mode !== undefined && service.networks !== undefined) found.push('has a network and another service’s')
  const joined = Array.isArray(service.networks) ? service.networks : Object.keys(service.networks ?? {})
  for (const network of joined) if (!(network in networks)) found.push(`there is no network ${network}`)
  for (const file of [...(settings === undefined ? [] : [settings]), ...mounted.map((one) => one.split(':')[0] ?? '')]) {
    if (file.startsWith('./config/')) {
      if (!existsSync(path.join(rendered, file.slice('./config/'.length)))) found.push(`render writes no ${file}`)
    } else if (!file.startsWith('./') && !(file in volumes)) found.push(`there is no volume ${file}`)
  }
  const programs = command.filter((word) => /^\/(usr\/s?bin|opt\/pematang)\//.test(word) || /^server\/.*\.ts$/.test(word))
  for (const file of programs) {
    const place = file.startsWith('/usr/') ? file : path.join(root, file.replace('/opt/pematang/', ''))
    if (!existsSync(place)) found.push(`there is no ${file}`)
  }
  return found
}

const instructions = ['FROM', 'RUN', 'COPY', 'WORKDIR', 'USER', 'ENTRYPOINT', 'CMD', 'ENV', 'EXPOSE', 'LABEL', 'ARG']

/**
 * Reads the Containerfile, instruction by instruction.
 * @param packages that the cluster needs, and the image therefore has to install
 */
export function containerFindings(text: string, packages: readonly string[]): string[] {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const found = lines.flatMap((line) => {
    const [word = ''] = line.split(/\s/)
    return instructions.includes(word) ? [] : [`Containerfile: ${word} is no instruction`]
  })
  if (!lines[0]?.startsWith('FROM ')) found.push('Containerfile: does not begin with FROM')
  const words = new Set(lines.filter((line) => line.startsWith('RUN ')).flatMap((line) => line.split(/\s+/)))
  return [...found, ...packages.filter((one) => !words.has(one)).map((one) => `Containerfile: does not install ${one}`)]
}

export const readComposeFile = (): string => readFileSync(composeFile, 'utf8')
export const readContainerFile = (): string => readFileSync(containerFile, 'utf8')
