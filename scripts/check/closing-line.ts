import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

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

/** The names of the tests that failed at first and passed when they were run again. */
export const passedOnRetry = (report: TestReport): string[] =>
  report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName = '' }) => fullName.trim())

/** `node scripts/check/closing-line.ts <exit code of the run> <report> ...` prints `N passed, N failed`. */
function main([exitCode = '1', ...files]: string[]): void {
  const written = files.filter((file) => existsSync(file))
  const reports = written.map((file) => JSON.parse(readFileSync(file, 'utf8')) as TestReport)
  for (const name of reports.flatMap(passedOnRetry)) console.log(`passed only on the second try: ${name}`)
  const counts = reports.map(count)
  const total = counts.reduce(
    (sum, one) => ({ passed: sum.passed + one.passed, failed: sum.failed + one.failed }),
    { passed: 0, failed: 0 },
  )
  // A run that failed without a failing test, or wrote no report, counts as a failure as well.
  const isBroken = exitCode !== '0' || written.length < files.length
  const failed = total.failed === 0 && isBroken ? 1 : total.failed
  console.log(`${total.passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}

if (path.resolve(process.argv[1] ?? '') === import.meta.filename) main(process.argv.slice(2))
