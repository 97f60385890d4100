import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Finding, report } from './findings.ts'
import { listFiles, root } from './tree.ts'

// `npm run lockfile`: whatever is installed comes from npm's registry and is known by its hash, and every dependency
// is asked for in one exact version.

type Entry = {
  resolved?: string
  integrity?: string
  link?: boolean
  inBundle?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
}

const registry = 'https://registry.npmjs.org/'
const lockfile = 'package-lock.json'

const { packages } = readJson(lockfile) as { packages: Record<string, Entry> }
const installed = Object.entries(packages).filter(
  ([place, { link }]) => place.includes('node_modules/') && !link,
)
const findings: Finding[] = installed.flatMap(([place, entry]) =>
  faults(entry).map((message) => ({ file: lockfile, message: `${place} ${message}` })),
)
for (const file of listFiles(root, ['package.json', '*/package.json'])) {
  const json = readJson(file) as Record<string, Record<string, string> | undefined>
  for (const group of ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']) {
    for (const [name, version] of Object.entries(json[group] ?? {})) {
      const isOwn = name.startsWith('@pematang/') && version === '*'
      if (!isOwn && !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) {
        findings.push({ file, message: `${name} is asked for as ${version}, not in one exact version` })
      }
    }
  }
}
report('lockfile', findings, `${installed.length} packages`)

function faults(entry: Entry): string[] {
  const { resolved, integrity, inBundle } = entry
  // npm may leave the address out, and then takes the package from the registry.
  const isElsewhere = resolved !== undefined && !resolved.startsWith(registry)
  return [
    ...(isElsewhere ? [`does not come from ${registry} but from ${resolved}`] : []),
    ...(integrity?.startsWith('sha512-') || inBundle || isForElsewhere(entry)
      ? []
      : ['has no integrity (sha512)']),
  ]
}

/**
 * An optional package of a platform that no machine of ours has: `scripts/lock` names it in the lock, because npm
 * wants it named, but its hash is not known here. On Linux, x64, with glibc, everything has its hash.
 */
function isForElsewhere({ optional = false, os, cpu, libc }: Entry): boolean {
  const isHere = (list: string[] | undefined, value: string) => list === undefined || list.includes(value)
  return optional && !(isHere(os, 'linux') && isHere(cpu, 'x64') && isHere(libc, 'glibc'))
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8'))
}
