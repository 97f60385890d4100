import { expect, test } from 'vitest'
import { changedTests } from './changed-tests.ts'

const tests = new Map([
  ['server/src/cash/withdrawal/follow.test.ts', ''],
  ['server/src/cash/withdrawal/idle-cash/warn.test.ts', `import { warn } from './warn.ts'`],
  ['server/src/main/kills.test.ts', `import { withdraw } from '../cash/withdrawal/withdraw.ts'`],
  ['server/src/loans/offers/import.test.ts', `import { makeFixture } from '../../../testing/fixture.ts'`],
  ['web/src/features/cash/withdrawal/amount.test.ts', ''],
  ['web/src/agreement/rule.test.ts', `import { rule } from '@pematang/contract/cash/withdrawal/rules'`],
  ['contract/src/cash/withdrawal/rules.test.ts', ''],
  ['server/testing/statements/statements.test.ts', ''],
])

test.each([
  [
    'the tests of its room and those that import it',
    ['server/src/cash/withdrawal/withdraw.ts'],
    ['server/src/cash/withdrawal/follow.test.ts', 'server/src/main/kills.test.ts'],
  ],
  [
    'for a rule of the contract also the rooms of both sides',
    ['contract/src/cash/withdrawal/rules.ts'],
    [
      'contract/src/cash/withdrawal/rules.test.ts',
      'server/src/cash/withdrawal/follow.test.ts',
      'web/src/agreement/rule.test.ts',
      'web/src/features/cash/withdrawal/amount.test.ts',
    ],
  ],
  ['a test itself', ['server/src/loans/offers/import.test.ts'], ['server/src/loans/offers/import.test.ts']],
  [
    'the test of all statements for a migration',
    ['server/migrations/0124_x.sql'],
    ['server/testing/statements/statements.test.ts'],
  ],
  ['none for a page', ['docs/proof.md', 'server/src/cash/withdrawal/notes.md'], []],
])('changedTests of a changed file names %s', (_what, changed, expected) => {
  expect(changedTests(changed, tests)).toEqual(expected)
})
