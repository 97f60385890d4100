import { existsSync, readFileSync } from 'node:fs'

/** One test. If it passed after a retry, the failures of its earlier tries are still listed. */
type TestOutcome = { status: string; fullName?: string; failureMessages?: string[] }

/** The part of vitest's report (json reporter) that is counted. */
export type TestReport = {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: string; assertionResults: TestOutcome[] }[]
}

export type Count = { passed: number; failed: number }

/**
 * Counts the tests of one run. A file that failed outside its tests counts as one failure, and so does a run that
 * failed though no test did (an uncaught error).
 */
export function count(report: TestReport): Count {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  )
  const failed = report.numFailedTests + broken.length
  return { passed: report.numPassedTests, failed: failed === 0 && !report.success ? 1 : failed }
}

/** A line for each test that passed only when it was tried again, followed by the evidence of its first try. */
export const secondTries = (report: TestReport): string[] =>
  report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
    .flatMap(({ fullName = '', failureMessages = [] }) => [
      `passed only on the second try: ${fullName.trim()}`,
      ...failureMessages.flatMap(evidenceIn).map((file) => `  ${file}`),
    ])

const evidenceIn = (message: string): string[] =>
  message.includes('\nEvidence:\n') ? (message.split('\nEvidence:\n').at(-1) ?? '').trim().split('\n') : []

/**
 * What a run of all steps ended with: its closing lines, of which the last is `N passed, N failed`, and whether
 * everything passed. A run that failed without a failing test, or wrote no report, counts as a failure as well.
 * @param reports the files of the test reports that a whole run writes
 */
export function outcome(allStepsPassed: boolean, reports: string[]): { lines: string[]; passed: boolean } {
  const written = reports.filter((file) => existsSync(file))
  const read = written.map((file) => JSON.parse(readFileSync(file, 'utf8')) as TestReport)
  const counts = read.map(count)
  const sum = (one: keyof Count): number => counts.reduce((total, each) => total + each[one], 0)
  const isWhole = allStepsPassed && written.length === reports.length
  const failed = sum('failed') === 0 && !isWhole ? 1 : sum('failed')
  return {
    lines: [...read.flatMap(secondTries), `${sum('passed')} passed, ${failed} failed`],
    passed: failed === 0,
  }
}
