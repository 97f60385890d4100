import { expect, test } from 'vitest'
import { requirementsFindings } from './requirements.ts'

const tests = new Map([
  ['a.test.ts', "test('CSH-01 cash adds up', () => {})"],
  ['b.test.ts', "describe('CSH-02 CSH-03 cash', () => { test.each([1])('of %i', () => {}) })"],
])
const table = (...rows: string[]) => ['id\tsubject\twhat holds', ...rows, ''].join('\n')
const whole = ['CSH-01\tcash\tIt adds up', 'CSH-02\tcash\tIt is there', 'CSH-03\tcash\tIt is real']

test('a table with a row for each id in the title of a test has no fault', () => {
  expect(requirementsFindings(table(...whole), tests)).toEqual([])
})

test.each([
  ['an id that no row explains', whole.slice(1), 'CSH-01 is not in'],
  [
    'a row that no test names',
    [...whole, 'CSH-04\tcash\tIt is nowhere'],
    'CSH-04 is in the title of no test',
  ],
  ['a row that stands there twice', [...whole, whole[0] ?? ''], 'CSH-01 stands there twice'],
  ['a row without a sentence', ['CSH-01\tcash', ...whole.slice(1)], 'is not an id, a subject and a sentence'],
])('a table is refused for %s', (_, rows, message) => {
  expect(requirementsFindings(table(...rows), tests)).toEqual([
    expect.objectContaining({ message: expect.stringContaining(message) }),
  ])
})

test('a table without its heading is refused', () => {
  expect(requirementsFindings(whole.join('\n'), tests)[0]).toMatchObject({ line: 1 })
})
