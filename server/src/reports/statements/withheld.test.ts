import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { reverseRepayment } from '../../loans/testing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { perform } from '../../platform/commands/perform.ts'
import { issueDueStatements } from './issue.ts'
import { findStatements } from './store.ts'
import {
  closeMonthsFrom,
  dayOf,
  lendIn,
  type Lent,
  onDay,
  operator,
  pay,
} from '../../../testing/lent-months.ts'

let fixture: Fixture
let lent: Lent
beforeAll(async () => {
  fixture = await makeFixture()
  lent = await lendIn(fixture.context, 3)
})
// These months have no tax payment to the tax office, which the audit reports (I33e); that is expected.
afterEach(async () =>
  expect((await fixture.books()).filter(({ invariant }) => invariant !== 'I33e')).toEqual([]),
)
afterAll(() => fixture.close())

test('STM-01 a statement counts interest that is withheld in full as tax in its totals, although no cash moves', async () => {
  const { context } = fixture
  // 15% of six rupiah is less than one rupiah; the seventh is the tax of all seven.
  await pay(context, lent.loanNumber, { amount: 6, recordedOn: dayOf(2, 10) })
  const reference = await pay(context, lent.loanNumber, { amount: 1, recordedOn: dayOf(2, 11) })
  await perform(onDay(context, dayOf(1, 3)), reverseRepayment, {
    actor: operator,
    input: { reference, reason: 'recorded in error' },
  })
  await closeMonthsFrom(context, 3)
  expect(await issueDueStatements(context)).toEqual({ issued: 3, failed: 0 })
  const filter = { lenderId: lent.lenderId, year: null, page: 1, limit: 100 }
  const { statements } = await findStatements(context.db, filter)
  const [reversed, paid] = statements
  expect(paid?.figures).toMatchObject({
    ...{ opening: 3_800_000, interest: 7, tax: 1, adjusted: 0 },
    ...{ closing: 3_800_006, movements: 1 },
  })
  expect(reversed?.figures).toMatchObject({
    interest: -1,
    tax: -1,
    adjusted: 0,
    closing: 3_800_006,
    movements: 0,
  })
})
