import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Finding, report } from './findings.ts'
import { listFiles, root } from './tree.ts'

// `npm run lockfile`: checks that every installed package comes from npm's registry with a hash, and that every
// dependency has one exact version.

type Entry = {
  resolved?: string
  integrity?: string
  link?: boolean
  inBundle?: boolean
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
// npm 9.2, Debian's, cannot read the lock where a package is overridden that another one asks for as `latest`.
if ('overrides' in (readJson('package.json') as object))
  findings.push({
    file: 'package.json',
    message: 'has overrides, with which the npm of Debian 12 and 13 installs nothing',
  })
report('lockfile', findings, `${installed.length} packages`)

function faults(entry: Entry): string[] {
  const { resolved, integrity, inBundle } = entry
  // npm may omit the URL, and then uses the registry.
  const isElsewhere = resolved !== undefined && !resolved.startsWith(registry)
  return [
    ...(isElsewhere ? [`does not come from ${registry} but from ${resolved}`] : []),
    ...(integrity?.startsWith('sha512-') || inBundle ? [] : ['has no integrity (sha512)']),
  ]
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8'))
}
