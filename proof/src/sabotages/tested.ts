import type { Sabotage } from './sabotage.ts'

/** A rule that only tests hold: the proof has no passkeys. */
export type TestedSabotage = Sabotage & {
  /** The test file that must fail without the rule. */
  test: string
}

export const people = 'server/src/staff/people'
export const sessions = 'server/src/staff/sessions'

export const tests = {
  passkeys: `${people}/passkeys.test.ts`,
  atOnce: `${people}/at-once.test.ts`,
  deciding: 'server/src/staff/approvals/deciding.test.ts',
  commandLine: 'server/src/staff/operator/second-pair.test.ts',
}
