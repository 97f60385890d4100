import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { failures } from './failures.ts'
import type { FileOutcome, TestReport } from './report.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** A file of tests of which the first passes on its second try, the second fails twice, and the third has no fault. */
const journeys = `
import { expect, test } from 'vitest'
let tries = 0
test('signs on a phone', () => {
  tries += 1
  if (tries > 1) return
  const error = new Error('Timeout 45000ms exceeded')
  error.stack += '\\nEvidence:\\ne2e/artifacts/phone/try-1/server.log\\ne2e/artifacts/phone/try-1/window-1-tab-1.png'
  throw error
})
let counted = 70
test('counts the loans', () => expect(\`32 dari \${counted++}\`).toContain('32 dari 35'))
test('has no fault', () => expect(1).toBe(1))
`

/** What vitest itself reports of that file. */
function reportOf(source: string): { report: TestReport; file: string } {
  mkdirSync(path.join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(path.join(root, '.cache/failures-'))
  try {
    const file = path.join(folder, 'some.test.ts')
    writeFileSync(file, source)
    const options = ['--root', folder, '--retry=1', '--reporter=json', '--outputFile=report.json']
    spawnSync('vitest', ['run', ...options], { cwd: root, stdio: 'ignore' })
    const report = JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8')) as TestReport
    return { report, file: path.relative(root, file) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('failures says of each test that failed or was tried again what each try ended with, where, and what is kept of it', () => {
  const { report, file } = reportOf(journeys)
  expect(failures([report], root)).toEqual([
    `passed only on a further try: signs on a phone`,
    '  try 1: Error: Timeout 45000ms exceeded',
    `    at ${file}:7:17`,
    '    see e2e/artifacts/phone/try-1/: server.log window-1-tab-1.png',
    `failed: counts the loans`,
    "  try 1: AssertionError: expected '32 dari 70' to contain '32 dari 35'",
    `    at ${file}:12:63`,
    "  try 2: AssertionError: expected '32 dari 71' to contain '32 dari 35'",
    `    at ${file}:12:63`,
  ])
})

const failing = (name: string, message: string): FileOutcome => ({
  name: `/app/${name}`,
  status: 'failed',
  assertionResults: [{ status: 'failed', fullName: name, failureMessages: [message] }],
})
const reportWith = (testResults: FileOutcome[]): TestReport => ({
  success: false,
  numPassedTests: 0,
  numFailedTests: testResults.length,
  testResults,
})

test('failures shows an error without colours, empty lines and the stack of libraries, and names the line of the test', () => {
  const message = [
    'AssertionError: expected [ 1 ] to deeply equal []',
    '',
    '\u001b[32m- Expected\u001b[39m',
    '\u001b[31m+ Received\u001b[39m',
    '    at poll (/app/node_modules/vitest/dist/index.js:3:1)',
    '    at expectCount (file:///app/e2e/src/screens.ts:33:9)',
    '    at walk (/app/e2e/src/marketplace.e2e.ts:146:5)',
  ].join('\n')
  expect(failures([reportWith([failing('a.e2e.ts', message)])], '/app')).toEqual([
    'failed: a.e2e.ts',
    '  try 1: AssertionError: expected [ 1 ] to deeply equal []',
    '    - Expected',
    '    + Received',
    '    at e2e/src/screens.ts:33:9, from e2e/src/marketplace.e2e.ts:146:5',
  ])
})

test('failures names a file that failed outside its tests, with the reason', () => {
  const file = { name: '/app/a.test.ts', status: 'failed', message: 'Cannot find x', assertionResults: [] }
  expect(failures([reportWith([file])], '/app')).toEqual([
    'failed outside its tests: a.test.ts',
    '    Cannot find x',
  ])
})

test('failures of many tests fit into the last 60 lines of a log, and say how many are left out', () => {
  const long = Array.from({ length: 50 }, (_, line) => `line ${line} ${'x'.repeat(900)}`).join('\n')
  const lines = failures(
    [reportWith(Array.from({ length: 40 }, (_, number) => failing(`${number}.test.ts`, long)))],
    '/app',
  )
  expect(lines.length).toBeLessThan(58)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(750)
  const shown = lines.filter((line) => line.startsWith('failed: '))
  expect(lines[0]).toBe(`and ${40 - shown.length} more, above and in .cache/test-results`)
  expect(shown.at(-1)).toBe('failed: 0.test.ts')
})
