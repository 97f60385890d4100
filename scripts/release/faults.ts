import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Finding } from '../check/findings.ts'
import { readSbom } from '../sbom/read-sbom.ts'
import { changelogFaults } from './changelog.ts'
import { historyFaults } from './history.ts'
import { licenceFaults } from './licences.ts'
import { hashMigrations, migrationFaults, readReleased, releasedFile } from './migrations.ts'

const promises = 'docs/operating/promises.md'

/** Everything that keeps a tree from being released. */
export const releaseFaults = (root: string): Finding[] => [
  ...treeFaults(root),
  ...sbomFaults(root).map((message) => ({ file: 'package-lock.json', message })),
  ...gateFaults(root, 'scripts/check/docs.ts').map((message) => ({ file: 'docs', message })),
]

/** What keeps a tree from being released, without its bill of materials and its pages, which take seconds. */
export function treeFaults(root: string): Finding[] {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
  const readJson = (file: string): unknown => JSON.parse(read(file))
  const { version } = readJson('package.json') as { version: string }
  const of = (file: string, messages: string[]): Finding[] => messages.map((message) => ({ file, message }))
  const { packages, version: locked } = readJson('package-lock.json') as {
    version: string
    packages: Parameters<typeof licenceFaults>[0]
  }
  return [
    ...of('package.json', versionFaults(version)),
    ...of('package-lock.json', locked === version ? [] : [`has version ${locked}, package.json ${version}`]),
    ...globSync('*/package.json', { cwd: root }).flatMap((file) => {
      const own = (readJson(file) as { version?: string }).version
      return of(
        file,
        own === undefined || own === version ? [] : [`has version ${own}, the product ${version}`],
      )
    }),
    ...of('CHANGELOG.md', changelogFaults(read('CHANGELOG.md'), version)),
    ...of(
      releasedFile,
      migrationFaults(readReleased(root), hashMigrations(root), { version, complete: true }),
    ),
    ...of('package-lock.json', licenceFaults(packages)),
    ...of(promises, existsSync(path.join(root, promises)) ? [] : ['is missing']),
    ...of('.', historyFaults(root, version)),
  ]
}

const versionFaults = (version: string): string[] =>
  /^\d+\.\d+\.\d+$/.test(version) ? [] : [`${version} is no version of three numbers`]

/** Why no bill of materials of a tree can be made; none where it can. */
function sbomFaults(root: string): string[] {
  try {
    readSbom(root)
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

/** What a check of the repository prints about a tree, a line each; none where it is good. */
function gateFaults(root: string, script: string): string[] {
  const { status, stderr } = spawnSync(process.execPath, [path.join(root, script), root], {
    cwd: root,
    encoding: 'utf8',
  })
  return status === 0 ? [] : stderr.trim().split('\n')
}
