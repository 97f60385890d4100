import { testsAndGroups, titlesOf } from './asvs/titles.ts'
import type { Finding } from './findings.ts'

export const requirementsTable = 'docs/requirements.tsv'

const heading = 'id\tsubject\twhat holds'
const idOf = /\b[A-Z]{2,4}-\d{2}\b/g

/**
 * The faults of the table: each id in the title of a test has one row that says what holds, and each row a test that
 * names it.
 * @param tests the text of each test file
 */
export function requirementsFindings(table: string, tests: ReadonlyMap<string, string>): Finding[] {
  const findings: Finding[] = []
  const add = (line: number, message: string) => findings.push({ file: requirementsTable, line, message })
  const [first, ...rows] = table.trimEnd().split('\n')
  if (first !== heading) add(1, `does not begin with the columns ${heading.replaceAll('\t', ', ')}`)
  const named = namedBy(tests)
  const known = new Set<string>()
  for (const [place, row] of rows.entries()) {
    const [id = '', subject = '', what = '', ...more] = row.split('\t')
    const line = place + 2
    if (subject === '' || what === '' || more.length > 0)
      add(line, `${id} is not an id, a subject and a sentence`)
    if (known.has(id)) add(line, `${id} stands there twice`)
    if (!named.has(id)) add(line, `${id} is in the title of no test`)
    known.add(id)
  }
  for (const [id, file] of named)
    if (!known.has(id)) findings.push({ file, message: `${id} is not in ${requirementsTable}` })
  return findings
}

/** The ids in the titles of tests and of groups of tests, each with a file that has it. */
function namedBy(tests: ReadonlyMap<string, string>): Map<string, string> {
  const named = new Map<string, string>()
  for (const [file, text] of tests)
    for (const title of titlesOf(file, text, testsAndGroups))
      for (const [id] of title.matchAll(idOf)) named.set(id, file)
  return named
}
