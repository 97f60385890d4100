/** One test. If it passed after a retry, the failures of its earlier tries are still listed. */
export type TestOutcome = { status: string; fullName?: string; failureMessages?: string[] }

/** One test file; `message` is what failed outside its tests. */
export type FileOutcome = {
  name: string
  status: string
  message?: string
  assertionResults: TestOutcome[]
}

/** The part of vitest's report (json reporter) that is counted. */
export type TestReport = {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  testResults: FileOutcome[]
}

/** Whether a file failed though no test of it did: it could not be loaded, or a hook threw. */
export const failedOutsideTests = ({ status, assertionResults }: FileOutcome): boolean =>
  status === 'failed' && !assertionResults.some((one) => one.status === 'failed')
