import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyTree, type TreeCopy } from '../check/tree-copy.ts'
import { changelogFaults } from './changelog.ts'
import { historyFaults, tagOf } from './history.ts'
import { licenceFaults } from './licences.ts'
import { makeRelease } from './make.ts'
import { migrationFaults, recordMigrations } from './migrations.ts'
import { releaseFaults, treeFaults } from './faults.ts'
import { promisedNames } from '../../server/testing/promised-names.ts'
import { promiseFaults } from './promised.ts'

// A copy of this tree with a history of its own is made ready for a release; then one fault at a time is planted.

let tree: TreeCopy
const inside = (file: string) => path.join(tree.folder, file)
const read = (file: string) => readFileSync(inside(file), 'utf8')
const { name, version } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8'),
) as { name: string; version: string }

function git(...args: string[]): void {
  const identity = [
    '-c',
    'user.name=Test',
    '-c',
    'user.email=test@contoh.example',
    '-c',
    'commit.gpgsign=false',
  ]
  const { status, stderr } = spawnSync('git', [...identity, '-C', tree.folder, ...args], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
}

beforeAll(() => {
  tree = copyTree()
  tree.write('CHANGELOG.md', read('CHANGELOG.md').replace(/^## .*$/m, `## ${version}, 2026-12-01`))
  recordMigrations(tree.folder, version)
  git('init', '-q')
  git('add', '-A')
  git('commit', '-q', '-m', 'A release')
  git('tag', tagOf(version))
}, 120_000)
afterAll(() => tree.remove())

/** The messages about the copy while a file of it has another text. */
function withText(file: string, change: (text: string) => string, faultsOf = treeFaults): string[] {
  const before = read(file)
  const after = change(before)
  expect(after).not.toBe(before)
  tree.write(file, after)
  try {
    return faultsOf(tree.folder).map((one) => `${one.file}: ${one.message}`)
  } finally {
    tree.write(file, before)
  }
}

test('REL-03 a tree that is ready to be released has no fault', () => {
  expect(releaseFaults(tree.folder)).toEqual([])
})

test.each<[string, string, (text: string) => string, string]>([
  [
    'version is not three numbers',
    'package.json',
    (text) => text.replace(`"${version}"`, '"1.0"'),
    'package.json: 1.0 is no version',
  ],
  [
    'lockfile has another version',
    'package-lock.json',
    (text) => text.replace(`"version": "${version}"`, '"version": "9.9.9"'),
    'package-lock.json: has version 9.9.9',
  ],
  [
    'changelog does not name the day',
    'CHANGELOG.md',
    (text) => text.replace('2026-12-01', 'soon'),
    `CHANGELOG.md: the day of ${version} is "soon"`,
  ],
  [
    'changelog begins with another version',
    'CHANGELOG.md',
    (text) => text.replace(`## ${version}`, '## 9.9.9'),
    `CHANGELOG.md: its first heading is not "## ${version}, DAY"`,
  ],
  [
    'released migration was changed',
    'server/migrations/0001_platform.sql',
    (text) => `${text}\n-- changed`,
    `0001_platform.sql is not as ${version} has it`,
  ],
  [
    'dependency is under a licence that is not accepted',
    'package-lock.json',
    (text) => text.replace('"license": "ISC"', '"license": "SSPL-1.0"'),
    'is under SSPL-1.0, which is not accepted',
  ],
  ['change is in no commit', 'LICENSE', (text) => `${text}\n`, '.: 1 changes are in no commit'],
])('REL-03 a release is refused where its %s', (_what, file, change, message) => {
  expect(withText(file, change).join('\n')).toContain(message)
})

test('REL-03 a release is refused where a page links to a missing file, and other faults are reported beside it', () => {
  const faults = withText(
    'docs/proof.md',
    (text) => `${text}\nSee [more](nowhere.md).\n`,
    releaseFaults,
  ).join('\n')
  expect(faults).toContain('docs: docs/proof.md')
  expect(faults).toContain('.: 1 changes are in no commit')
})

test('REL-03 a release is refused where its bill of materials would lack the hash of a shipped package', () => {
  const { version: zod } = (
    JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> }
  ).packages['node_modules/zod'] as { version: string }
  const faults = withText(
    'package-lock.json',
    (text) => {
      const lock = JSON.parse(text) as { packages: Record<string, { integrity?: string }> }
      delete lock.packages['node_modules/zod']?.integrity
      return JSON.stringify(lock, null, 2)
    },
    releaseFaults,
  )
  expect(faults).toContain(
    `package-lock.json: The SBOM does not have zod@${zod} with its version and SHA-512.`,
  )
})

test('REL-03 a release is refused where the page of promises is missing', () => {
  const page = read('docs/operating/promises.md')
  rmSync(inside('docs/operating/promises.md'))
  try {
    expect(treeFaults(tree.folder).map((one) => one.message)).toContain('is missing')
  } finally {
    tree.write('docs/operating/promises.md', page)
  }
})

test('REL-03 a release is refused where its tag is missing, or of another commit', () => {
  git('tag', '-d', tagOf(version))
  expect(historyFaults(tree.folder, version)).toEqual([
    `there is no tag ${tagOf(version)}: git tag ${tagOf(version)}`,
  ])
  git('tag', tagOf(version))
  git('commit', '-q', '--allow-empty', '-m', 'Later')
  expect(historyFaults(tree.folder, version)).toEqual([
    `the tag ${tagOf(version)} is of another commit than HEAD`,
  ])
  git('tag', '-f', tagOf(version))
  expect(historyFaults(tree.folder, version)).toEqual([])
})

test('REL-03 the changelog, the licences and the migrations of a release are judged each by itself', () => {
  expect(changelogFaults(`# Changelog\n\n## ${version}, 2026-12-01\n`, version)).toEqual([
    `${version} has no entry`,
  ])
  const place = (license?: string) => ({ 'node_modules/one': license === undefined ? {} : { license } })
  expect(licenceFaults(place())).toEqual(['one has no licence'])
  expect(licenceFaults(place('(MIT OR GPL-3.0)'))).toEqual([])
  expect(licenceFaults(place('MIT AND GPL-3.0'))).toEqual([
    'one is under MIT AND GPL-3.0, which is not accepted',
  ])
  const released = { '0.1.0': { '0001_a.sql': 'a', '0002_b.sql': 'b' } }
  const judged = (there: Record<string, string>, own = '0.2.0', complete = false) =>
    migrationFaults(released, there, { version: own, complete })
  expect(judged({ '0001_a.sql': 'a', '0002_b.sql': 'b', '0003_c.sql': 'c' })).toEqual([])
  expect(judged({ '0001_a.sql': 'a' })).toHaveLength(1)
  expect(judged({ '0001_a.sql': 'a', '0001_z.sql': 'z', '0002_b.sql': 'b' })).toHaveLength(1)
  expect(judged({ '0001_a.sql': 'a', '0002_b.sql': 'b' }, '0.2.0', true)).toEqual([
    'the migrations of 0.2.0 are not recorded: npm run release -- --record',
  ])
})

test('REL-03 the files of a release are an archive of its tag, a context that starts by the two commands, a bill of materials and their hashes', () => {
  const out = mkdtempSync(path.join(tmpdir(), 'pematang-release-'))
  try {
    const full = `${name}-${version}`
    expect(makeRelease(tree.folder, { name, version }, out)).toEqual([
      `${full}.tar.gz`,
      `${full}-image.tar.gz`,
      `${full}.cdx.json`,
      'SHA256SUMS',
    ])
    for (const line of readFileSync(path.join(out, 'SHA256SUMS'), 'utf8').trim().split('\n')) {
      const [sum, file = ''] = line.split('  ')
      expect(
        createHash('sha256')
          .update(readFileSync(path.join(out, file)))
          .digest('hex'),
      ).toBe(sum)
    }
    const listed = (file: string) =>
      spawnSync('tar', ['-tzf', path.join(out, file)], { encoding: 'utf8' }).stdout.split('\n')
    expect(listed(`${full}.tar.gz`)).toEqual(
      expect.arrayContaining([`${full}/package-lock.json`, `${full}/server/migrations/0001_platform.sql`]),
    )
    expect(listed(`${full}-image.tar.gz`)).toEqual(
      expect.arrayContaining(['./Containerfile', './.dockerignore']),
    )
    const context = spawnSync('tar', ['-xzOf', path.join(out, `${full}-image.tar.gz`), './Containerfile'], {
      encoding: 'utf8',
    }).stdout
    expect(context).toContain('RUN npm ci')
    expect(context).toContain('CMD ["npm", "start"]')
    const sbom = JSON.parse(readFileSync(path.join(out, `${full}.cdx.json`), 'utf8')) as {
      components: unknown[]
    }
    expect(sbom.components.length).toBeGreaterThan(100)
    expect(existsSync(path.join(out, full))).toBe(false)
  } finally {
    rmSync(out, { recursive: true })
  }
}, 120_000)

test('REL-03 what a released version promised by name is there, or its end stands in the changelog', async () => {
  const there = await promisedNames(tree.folder)
  expect(there).toEqual(
    expect.arrayContaining([
      'call POST /funding answers docToken',
      'column loan-file loan_number',
      'command lenders top-up --phone',
      'setting APP_ORIGIN',
    ]),
  )
  const gone = (released: string, own: string, entry = '') =>
    promiseFaults({ [released]: [...there, 'setting FORMER'] }, there, {
      version: own,
      changelog: `# Changelog\n\n## ${own}, 2027-01-01\n\n${entry}\n\n## ${released}, 2026-12-01\n\n- \`FORMER\`.\n`,
    })
  expect(gone('0.1.0', '0.1.0')).toEqual([])
  expect(gone('0.1.0', '0.2.0')).toEqual(['setting FORMER of 0.1.0 is gone'])
  expect(gone('0.1.0', '0.2.0', '- `FORMER` is gone.')).toEqual([])
  expect(gone('1.1.0', '1.2.0', '- `FORMER` is gone.')).toEqual(['setting FORMER of 1.1.0 is gone'])
  expect(gone('1.1.0', '2.0.0')).toEqual([])
})
