import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { asvsFindings, asvsTable } from './asvs.ts'
import { isRunTest } from './asvs/titles.ts'
import { decisionFaults } from './docs/decisions.ts'
import { lengthFault } from './docs/length.ts'
import { keysFindings, keysPage } from './keys.ts'
import { settings } from '../../server/src/platform/settings/config.ts'
import { anchorsOf, type Reference, readReferences } from './docs/references.ts'
import { type Finding, report } from './findings.ts'
import { requirementsFindings, requirementsTable } from './requirements.ts'
import { isIgnored, listFiles, root } from './tree.ts'

// `npm run docs`: checks that everything that the documents reference exists (linked pages and headings, paths, npm
// scripts), that the index of decisions is whole, that the pages are short enough together, and that the table of the
// security standard, the list of keys and the table of requirements are whole.

const needed = ['LICENSE', 'README.md', 'CHANGELOG.md', asvsTable, keysPage, requirementsTable]
const pages = listFiles(root, [
  '*.md',
  'docs/**/*.md',
  '{contract,server,web,sandbox,e2e,proof,bench,sample,deploy}/**/*.md',
])
const everyFile = listFiles(root, ['*', '.*', '*/**'])
const names = new Set(everyFile.map((file) => path.posix.basename(file)))
const topLevel = new Set(everyFile.map((file) => file.split('/')[0]))

const findings: Finding[] = needed
  .filter((file) => !existsSync(path.join(root, file)))
  .map((file) => ({ file, message: 'is missing' }))
for (const file of pages) {
  for (const reference of readReferences(read(file))) {
    const message = fault(file, reference)
    if (message !== null) findings.push({ file, line: reference.line, message })
  }
}
const tooLong = lengthFault(new Map(pages.map((file) => [file, read(file)])))
if (tooLong !== null) findings.push({ file: '*.md', message: tooLong })
const decisions = 'docs/decisions/'
const decisionPages = pages.flatMap((file) => new RegExp(`^${decisions}(\\d{4}-.*)`).exec(file)?.[1] ?? [])
for (const message of decisionFaults(read(`${decisions}README.md`), decisionPages)) {
  findings.push({ file: `${decisions}README.md`, message })
}
if (existsSync(path.join(root, asvsTable))) {
  const readIfThere = (file: string) =>
    statSync(path.join(root, file), { throwIfNoEntry: false })?.isFile() ? read(file) : null
  findings.push(...asvsFindings(read(asvsTable), readIfThere))
}
if (existsSync(path.join(root, keysPage)))
  findings.push(...keysFindings(read(keysPage), Object.keys(settings.shape)))
const testFiles = new Map(everyFile.filter(isRunTest).map((file) => [file, read(file)]))
if (existsSync(path.join(root, requirementsTable)))
  findings.push(...requirementsFindings(read(requirementsTable), testFiles))
report('docs', findings, `${pages.length} pages`)

function fault(page: string, reference: Reference): string | null {
  if (reference.kind === 'link') return linkFault(page, reference.target, reference.anchor)
  if (reference.kind === 'path') return pathFault(page, reference.target)
  const { target, workspace } = reference
  const folder = workspace?.replace(/^@pematang\//, '') ?? '.'
  const scripts = scriptsOf(folder)
  if (target in scripts) return null
  return `there is no npm script ${target}${workspace ? ` in ${workspace}` : ''}`
}

function linkFault(page: string, target: string, anchor: string | null): string | null {
  const file = target === '' ? page : path.posix.join(path.posix.dirname(page), target)
  if (!existsSync(path.join(root, file))) return `the link ${target} leads nowhere`
  if (anchor === null || !file.endsWith('.md') || anchorsOf(read(file)).has(anchor)) return null
  return `${file} has no heading #${anchor}`
}

/**
 * The problem with a path in a document, or null. Only paths that begin with an existing folder are checked, not e.g.
 * `text/csv`.
 */
function pathFault(page: string, target: string): string | null {
  if (!target.includes('/')) return names.has(target) ? null : `there is no file ${target}`
  const beside = path.posix.join(path.posix.dirname(page), target)
  if (!topLevel.has(target.split('/')[0]) && !isFolder(path.posix.dirname(beside))) return null
  const isThere = [target, beside].some((place) => globSync(place, { cwd: root }).length > 0)
  return isThere || isIgnored(root, target) ? null : `there is no ${target}`
}

function isFolder(place: string): boolean {
  const full = path.join(root, place)
  return place !== '.' && place !== 'docs' && existsSync(full) && statSync(full).isDirectory()
}

function scriptsOf(folder: string): Record<string, string> {
  const file = path.join(root, folder, 'package.json')
  if (!existsSync(file)) return {}
  return (JSON.parse(readFileSync(file, 'utf8')) as { scripts?: Record<string, string> }).scripts ?? {}
}

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
}
