import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The part of a report of vitest (its json reporter) that is counted. */
export type TestReport = {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[]
}

export type Count = { passed: number; failed: number }

/**
 * Counts the tests of one run. A file that failed before or after its tests counts as one failure, and so does a run
 * that failed though no test did (an error that nobody caught).
 */
export function count(report: TestReport): Count {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  )
  const failed = report.numFailedTests + broken.length
  return { passed: report.numPassedTests, failed: failed === 0 && !report.success ? 1 : failed }
}

/** `node scripts/check/closing-line.ts <exit code of the run> <report> ...` prints `N passed, N failed`. */
function main([exitCode = '1', ...files]: string[]): void {
  const written = files.filter((file) => existsSync(file))
  const counts = written.map((file) => count(JSON.parse(readFileSync(file, 'utf8')) as TestReport))
  const total = counts.reduce(
    (sum, one) => ({ passed: sum.passed + one.passed, failed: sum.failed + one.failed }),
    { passed: 0, failed: 0 },
  )
  // What else broke the run, or kept a report from being written, is a failure as well.
  const isBroken = exitCode !== '0' || written.length < files.length
  const failed = total.failed === 0 && isBroken ? 1 : total.failed
  console.log(`${total.passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}

if (path.resolve(process.argv[1] ?? '') === import.meta.filename) main(process.argv.slice(2))
