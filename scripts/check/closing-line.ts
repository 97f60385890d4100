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
 * that failed though no test did (an error that nobody caught) or that left no report.
 */
export function count(report: TestReport | null): Count {
  if (report === null) return { passed: 0, failed: 1 }
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  )
  const failed = report.numFailedTests + broken.length
  return { passed: report.numPassedTests, failed: failed === 0 && !report.success ? 1 : failed }
}

/** `node scripts/check/closing-line.ts <exit code of the run> <report> ...` prints `N passed, N failed`. */
function main([exitCode = '1', ...files]: string[]): void {
  const counts = files.map((file) => count(existsSync(file) ? (readJson(file) as TestReport) : null))
  const total = counts.reduce(
    (sum, one) => ({ passed: sum.passed + one.passed, failed: sum.failed + one.failed }),
    { passed: 0, failed: 0 },
  )
  // Whatever else broke the run is a failure as well.
  const failed = total.failed === 0 && exitCode !== '0' ? 1 : total.failed
  console.log(`${total.passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

if (path.resolve(process.argv[1] ?? '') === import.meta.filename) main(process.argv.slice(2))
