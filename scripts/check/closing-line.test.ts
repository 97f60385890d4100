import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { count, passedOnRetry, type TestReport } from './closing-line.ts'

const file = (...statuses: string[]) => ({
  name: 'a.test.ts',
  status: statuses.every((status) => status === 'passed') ? 'passed' : 'failed',
  assertionResults: statuses.map((status) => ({ status })),
})
const report = (testResults: TestReport['testResults'], success: boolean): TestReport => {
  const all = testResults.flatMap((one) => one.assertionResults)
  return {
    success,
    numPassedTests: all.filter(({ status }) => status === 'passed').length,
    numFailedTests: all.filter(({ status }) => status === 'failed').length,
    testResults,
  }
}

describe('count', () => {
  test.each<[string, TestReport, { passed: number; failed: number }]>([
    ['counts all tests as passed', report([file('passed', 'passed')], true), { passed: 2, failed: 0 }],
    ['counts a failed test', report([file('passed', 'failed')], false), { passed: 1, failed: 1 }],
    [
      'counts a file that could not be loaded as one failure',
      report([{ ...file(), status: 'failed' }, file('passed')], false),
      { passed: 1, failed: 1 },
    ],
    [
      'counts an error outside any test as one failure',
      report([file('passed')], false),
      { passed: 1, failed: 1 },
    ],
  ])('the test summary %s', (_title, given, expected) => {
    expect(count(given)).toEqual(expected)
  })
})

test('passedOnRetry names a test that passed only on its second try', () => {
  const again = { status: 'passed', fullName: ' signs on a phone', failureMessages: ['TimeoutError'] }
  const once = { status: 'passed', fullName: 'signs on a desktop', failureMessages: [] }
  const given = [{ ...file('failed'), assertionResults: [again, once, { ...again, status: 'failed' }] }]
  expect(passedOnRetry(report(given, false))).toEqual(['signs on a phone'])
})

describe('the closing line', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'pematang-closing-'))
    writeFileSync(path.join(folder, 'good.json'), JSON.stringify(report([file('passed', 'passed')], true)))
    writeFileSync(path.join(folder, 'bad.json'), JSON.stringify(report([file('failed', 'passed')], false)))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.each([
    ['0', ['good.json', 'good.json'], '4 passed, 0 failed\n', 0],
    ['1', ['good.json', 'bad.json'], '3 passed, 1 failed\n', 1],
    ['1', ['good.json', 'good.json'], '4 passed, 1 failed\n', 1],
    ['1', ['good.json', 'missing.json'], '2 passed, 1 failed\n', 1],
    ['0', ['missing.json'], '0 passed, 1 failed\n', 1],
    ['1', ['missing.json', 'missing.json'], '0 passed, 1 failed\n', 1],
  ])(
    'the closing line shows the test totals for exit code %s and the reports %j',
    (exitCode, names, line, status) => {
      const result = spawnSync(
        process.execPath,
        [
          path.join(import.meta.dirname, 'closing-line.ts'),
          exitCode,
          ...names.map((name) => path.join(folder, name)),
        ],
        { encoding: 'utf8' },
      )
      expect(result.stdout).toBe(line)
      expect(result.status).toBe(status)
    },
  )
})
