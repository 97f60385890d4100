import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { count, outcome, secondTries, type TestReport } from './outcome.ts'

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

test('secondTries names a test that passed only on its second try, with the evidence of the first', () => {
  const failure =
    'TimeoutError: Timeout\n    at walk (x.ts:1:2)\nEvidence:\na/server.log\na/window-1-tab-1.png'
  const again = { status: 'passed', fullName: ' signs on a phone', failureMessages: [failure] }
  const once = { status: 'passed', fullName: 'signs on a desktop', failureMessages: [] }
  const given = [{ ...file('failed'), assertionResults: [again, once, { ...again, status: 'failed' }] }]
  expect(secondTries(report(given, false))).toEqual([
    'passed only on the second try: signs on a phone',
    '  a/server.log',
    '  a/window-1-tab-1.png',
  ])
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
    [true, ['good.json', 'good.json'], '4 passed, 0 failed', true],
    [false, ['good.json', 'bad.json'], '3 passed, 1 failed', false],
    [false, ['good.json', 'good.json'], '4 passed, 1 failed', false],
    [false, ['good.json', 'missing.json'], '2 passed, 1 failed', false],
    [true, ['missing.json'], '0 passed, 1 failed', false],
    [false, ['missing.json', 'missing.json'], '0 passed, 1 failed', false],
  ])('with all steps passed = %s and the reports %j its last line is %s', (steps, names, line, passed) => {
    const files = names.map((name) => path.join(folder, name))
    expect(outcome(steps, files)).toEqual({ lines: [line], passed })
  })
})
