import { requirements } from './asvs/requirements.ts'
import { isRunTest, titlesOf } from './asvs/titles.ts'
import type { Finding } from './findings.ts'

export const asvsTable = 'docs/security/asvs.tsv'

const heading = 'id\tlevel\twhat\tstate\tevidence'
const states: ReadonlySet<string> = new Set(['satisfied', 'not applicable', 'open'])
const mostWords = 12

/** Marks a row whose evidence is still to come. */
const waiting = 'LANDS:'

/**
 * The faults of the table: each requirement of levels 1 and 2 has one row, and what it names as evidence exists. Evidence
 * of a satisfied row is a file, or a test file and a part of one title behind `::`; several are separated by ` | `.
 * @param read the text of a file of the repository, null where there is none
 */
export function asvsFindings(table: string, read: (file: string) => string | null): Finding[] {
  const findings: Finding[] = []
  const add = (line: number, message: string) => findings.push({ file: asvsTable, line, message })
  const [first, ...rows] = table.trimEnd().split('\n')
  if (first !== heading) add(1, `does not begin with the columns ${heading.replaceAll('\t', ', ')}`)
  const expected = new Map(requirements.map(({ id, level }) => [id, level]))
  const missing = new Set(expected.keys())
  for (const [place, row] of rows.entries()) {
    const cells = row.split('\t')
    const [id = '', level = ''] = cells
    const line = place + 2
    if (!expected.has(id)) add(line, `${id} is no requirement of level 1 or 2`)
    else if (!missing.delete(id)) add(line, `${id} stands there twice`)
    else if (Number(level) !== expected.get(id)) add(line, `${id} is of level ${expected.get(id)}`)
    for (const message of faultsOf(cells, read)) add(line, `${id}: ${message}`)
  }
  for (const id of missing) findings.push({ file: asvsTable, message: `${id} is missing` })
  return findings
}

function faultsOf(cells: readonly string[], read: (file: string) => string | null): string[] {
  const [, , what = '', state = '', evidence = ''] = cells
  const words = what.split(' ').length
  return [
    ...(cells.length === 5 ? [] : [`has ${cells.length} columns`]),
    ...(what === '' || words > mostWords
      ? [`says what it asks for in ${words} words, not 1 to ${mostWords}`]
      : []),
    ...(states.has(state) ? [] : [`${state || 'nothing'} is no state`]),
    ...evidenceFaults(state, evidence, read),
  ]
}

function evidenceFaults(state: string, evidence: string, read: (file: string) => string | null): string[] {
  if (evidence.trim() === '') return ['has no evidence']
  if (evidence.startsWith(waiting)) return ['still waits for its evidence']
  if (state !== 'satisfied') return []
  return evidence.split(' | ').flatMap((one) => fault(one, read) ?? [])
}

/** The fault of one file, or of one test. */
function fault(one: string, read: (file: string) => string | null): string | null {
  const [file = '', title] = one.split('::', 2)
  const text = read(file)
  if (text === null) return `there is no file ${file}`
  if (title === undefined) return null
  if (title === '' || !isRunTest(file)) return `${one} names no test that runs`
  const found = titlesOf(file, text).filter((each) => each.includes(title)).length
  return found === 1 ? null : `${found} tests of ${file} are called ${title}`
}
