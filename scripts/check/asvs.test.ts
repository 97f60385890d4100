import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { asvsFindings, asvsTable } from './asvs.ts'
import { requirements } from './asvs/requirements.ts'
import { titlesOf } from './asvs/titles.ts'

const root = path.join(import.meta.dirname, '../..')
const read = (file: string) =>
  existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : null

const files: Record<string, string> = {
  'server/src/door.ts': 'export const door = 1',
  'server/src/door.test.ts': `
    test('a door that is shut stays shut', () => {})
    test.each([1])('a door opens %s times', () => {})
    test(\`a door of \${wood} burns\`, () => {})
    test('a window that opens', () => {})
    test('a window that shuts', () => {})
    test.skip('a door that is skipped', () => {})
    describe.skip('all of it', () => { test('a door behind what is skipped', () => {}) })`,
  'server/src/door.bench.ts': "test('a door in a file that is not run', () => {})",
}
const readPlanted = (file: string) => files[file] ?? null

/** The table with every row satisfied by a file, but for the one that is given. */
function tableWith(row: Partial<Record<'what' | 'state' | 'evidence', string>> = {}): string {
  const good = { what: 'It holds', state: 'satisfied', evidence: 'server/src/door.ts' }
  const rows = requirements.map(({ id, level }) => {
    const { what, state, evidence } = { ...good, ...(id === '6.2.5' ? row : {}) }
    return [id, level, what, state, evidence].join('\t')
  })
  return ['id\tlevel\twhat\tstate\tevidence', ...rows, ''].join('\n')
}
const messages = (table: string) => asvsFindings(table, readPlanted).map(({ message }) => message)
const withEvidence = (evidence: string) => messages(tableWith({ evidence }))

describe('the table of the security standard', () => {
  test('SEC-14 the table of ASVS 5.0 answers each of the 253 requirements of levels 1 and 2, by evidence that exists', () => {
    expect(requirements).toHaveLength(253)
    const table = read(asvsTable)
    expect(table).not.toBeNull()
    expect(asvsFindings(table ?? '', read)).toEqual([])
  })

  test('SEC-14 a table whose rows are right has no fault, whether they name files, tests or reasons', () => {
    expect(messages(tableWith())).toEqual([])
    for (const evidence of [
      'server/src/door.test.ts::that is shut',
      'server/src/door.test.ts::a door opens %s times | server/src/door.ts',
      'server/src/door.test.ts::burns',
    ])
      expect(withEvidence(evidence)).toEqual([])
    expect(messages(tableWith({ state: 'open', evidence: 'A rule less' }))).toEqual([])
    expect(messages(tableWith({ state: 'not applicable', evidence: 'No door' }))).toEqual([])
  })

  test('SEC-14 a requirement that is missing, doubled, unknown or of another level is a fault', () => {
    const table = tableWith()
    expect(messages(table.replace(/^6\.2\.5\t.*\n/m, ''))).toEqual(['6.2.5 is missing'])
    expect(messages(table.replace(/^(6\.2\.5\t.*\n)/m, '$1$1'))).toEqual(['6.2.5 stands there twice'])
    expect(messages(`${table}6.3.5\t3\tIt holds\topen\tMore\n`)).toEqual([
      '6.3.5 is no requirement of level 1 or 2',
    ])
    expect(messages(table.replace('6.2.5\t1\t', '6.2.5\t2\t'))).toEqual(['6.2.5 is of level 1'])
    expect(messages(table.replace('level', 'grade'))).toEqual([
      'does not begin with the columns id, level, what, state, evidence',
    ])
  })

  test.each([
    [{ state: 'mostly' }, 'mostly is no state'],
    [{ what: '' }, 'says what it asks for in 1 words, not 1 to 12'],
    [{ what: 'a '.repeat(13).trim() }, 'says what it asks for in 13 words, not 1 to 12'],
    [{ evidence: '' }, 'has no evidence'],
    [{ state: 'open', evidence: ' ' }, 'has no evidence'],
    [{ evidence: 'a\tb' }, 'has 6 columns'],
    [{ evidence: 'LANDS: another door' }, 'still waits for its evidence'],
    [{ evidence: 'server/src/gate.ts' }, 'there is no file server/src/gate.ts'],
    [{ evidence: 'server/src/door.ts | server/src/gate.ts' }, 'there is no file server/src/gate.ts'],
    [
      { evidence: 'server/src/door.test.ts::a door that sings' },
      '0 tests of server/src/door.test.ts are called a door that sings',
    ],
    [
      { evidence: 'server/src/door.test.ts::a window' },
      '2 tests of server/src/door.test.ts are called a window',
    ],
    [
      { evidence: 'server/src/door.test.ts::a door that is skipped' },
      '0 tests of server/src/door.test.ts are called a door that is skipped',
    ],
    [
      { evidence: 'server/src/door.test.ts::a door behind what is skipped' },
      '0 tests of server/src/door.test.ts are called a door behind what is skipped',
    ],
    [
      { evidence: 'server/src/door.bench.ts::a door in a file' },
      'server/src/door.bench.ts::a door in a file names no test that runs',
    ],
  ])('SEC-14 a row with %j is a fault', (row, message) => {
    const found = messages(tableWith(row))
    expect(found).toContain(`6.2.5: ${message}`)
  })

  test('SEC-14 the titles of a file are those of its tests and journeys', () => {
    expect(
      titlesOf('a.e2e.ts', "journey('one', go); it.each([1])('two', go); describe('three', go)"),
    ).toEqual(['one', 'two'])
  })
})
