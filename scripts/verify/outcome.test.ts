import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { count, outcome } from './outcome.ts'
import type { TestReport } from './report.ts'

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

describe('the outcome of a run', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'pematang-outcome-'))
    writeFileSync(path.join(folder, 'good.json'), JSON.stringify(report([file('passed', 'passed')], true)))
    writeFileSync(path.join(folder, 'bad.json'), JSON.stringify(report([file('failed', 'passed')], false)))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.each([
    [null, ['good.json', 'good.json'], ['4 passed, 0 failed'], true],
    [
      'test:e2e',
      ['good.json', 'bad.json'],
      ['failed: ', 'failed step: npm run test:e2e', '3 passed, 1 failed'],
      false,
    ],
    ['prove', ['good.json', 'good.json'], ['failed step: npm run prove', '4 passed, 1 failed'], false],
    ['prove', ['good.json', 'missing.json'], ['failed step: npm run prove', '2 passed, 1 failed'], false],
    [null, ['missing.json'], ['0 passed, 1 failed'], false],
    ['check', ['missing.json', 'missing.json'], ['failed step: npm run check', '0 passed, 1 failed'], false],
  ])('with %s as the failed step and the reports %j its last lines are %j', (step, names, lines, passed) => {
    const files = names.map((name) => path.join(folder, name))
    expect(outcome(step, files, folder)).toEqual({ lines, passed })
  })
})
