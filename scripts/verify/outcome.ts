import { existsSync, readFileSync } from 'node:fs'
import { failures } from './failures.ts'
import { failedOutsideTests, type TestReport } from './report.ts'

export type Count = { passed: number; failed: number }

/**
 * Counts the tests of one run. A file that failed outside its tests counts as one failure, and so does a run that
 * failed though no test did (an uncaught error).
 */
export function count(report: TestReport): Count {
  const broken = report.testResults.filter((file) => failedOutsideTests(file))
  const failed = report.numFailedTests + broken.length
  return { passed: report.numPassedTests, failed: failed === 0 && !report.success ? 1 : failed }
}

/**
 * What a run of all steps ended with: its closing lines, which say what failed and of which the last is
 * `N passed, N failed`, and whether everything passed. A run that failed without a failing test, or wrote no report,
 * counts as a failure as well.
 * @param failedStep the step that ended the run; null if all passed
 * @param reports the files of the test reports that a whole run writes
 * @param root the folder of the repository
 */
export function outcome(
  failedStep: string | null,
  reports: string[],
  root: string,
): { lines: string[]; passed: boolean } {
  const written = reports.filter((file) => existsSync(file))
  const read = written.map((file) => JSON.parse(readFileSync(file, 'utf8')) as TestReport)
  const counts = read.map(count)
  const sum = (one: keyof Count): number => counts.reduce((total, each) => total + each[one], 0)
  const isWhole = failedStep === null && written.length === reports.length
  const failed = sum('failed') === 0 && !isWhole ? 1 : sum('failed')
  return {
    lines: [
      ...failures(read, root),
      ...(failedStep === null ? [] : [`failed step: npm run ${failedStep}`]),
      `${sum('passed')} passed, ${failed} failed`,
    ],
    passed: failed === 0,
  }
}
