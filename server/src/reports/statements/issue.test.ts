import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { many } from '../../platform/db/database.ts'
import { aLender } from '../../../testing/people.ts'
import { withClient } from '../../../testing/global-setup.ts'
import { issueDueStatements } from './issue.ts'
import { missingStatements } from './metrics.ts'
import { findStatements, type IssuedStatement } from './store.ts'
import {
  closeMonthsFrom,
  dayOf,
  lastDay,
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
  const { context } = fixture
  lent = await lendIn(context, 3)
  await pay(context, lent.loanNumber, { amount: 112_000, recordedOn: dayOf(2, 10) })
  // A payment with a value date at the end of one month, recorded in the next.
  await pay(context, lent.loanNumber, { amount: 112_000, recordedOn: dayOf(1, 3), paidOn: dayOf(2, 26) })
})
// These months have no tax payment to the tax office, which the audit reports (I33e); that is expected.
afterEach(async () =>
  expect((await fixture.books()).filter(({ invariant }) => invariant !== 'I33e')).toEqual([]),
)
afterAll(() => fixture.close())

const issuedTo = async (lenderId: number): Promise<IssuedStatement[]> =>
  (
    await findStatements(fixture.context.db, { lenderId, year: null, page: 1, limit: 100 })
  ).statements.toReversed()

test('STM-01 the statement of a month is issued once, and only after its last day is closed', async () => {
  const { context } = fixture
  expect(await issueDueStatements(context)).toEqual({ issued: 0, failed: 0 })
  await closeMonthsFrom(context, 3)
  expect(await issueDueStatements(context, { actor: operator })).toEqual({ issued: 3, failed: 0 })
  expect(await issueDueStatements(context)).toEqual({ issued: 0, failed: 0 })
  expect((await issuedTo(lent.lenderId)).map(({ from, to }) => [from, to])).toEqual(
    [3, 2, 1].map((ago) => [dayOf(ago, 1), lastDay(ago)]),
  )
})

test('STM-01 the closing balance of a monthly statement is the opening balance of the next, and its sums explain the change', async () => {
  const [first, second, third] = await issuedTo(lent.lenderId)
  expect(first?.figures).toMatchObject({
    opening: 0,
    toppedUp: 5_000_000,
    lent: 1_200_000,
    closing: 3_800_000,
  })
  expect(second?.figures).toMatchObject({
    opening: 3_800_000,
    principal: 100_000,
    interest: 12_000,
    tax: 1_800,
    closing: 3_910_200,
    movements: 1,
  })
  expect(third?.figures).toMatchObject({ opening: 3_910_200, principal: 100_000, closing: 4_020_400 })
})

test('STM-01 the portfolio at the end of a month is the principal lent and not repaid in the books of that day', async () => {
  const [first, second, third] = await issuedTo(lent.lenderId)
  const sum = (statement?: IssuedStatement) =>
    statement?.portfolio.quality.reduce((total, { outstanding }) => total + outstanding, 0)
  expect([first, second, third].map(sum)).toEqual([1_200_000, 1_100_000, 1_000_000])
  expect(second?.netReturn).toMatchObject({ amount: 10_200, lost: 0 })
})

test('STM-03 a back-dated payment is in the statement of the month in which it was recorded, and counted there as back-dated', async () => {
  const [, second, third] = await issuedTo(lent.lenderId)
  expect([second?.backdated, third?.backdated]).toEqual([0, 1])
})

test('STM-01 a lender is notified once per statement, except one with neither movements nor a balance', async () => {
  const { db } = fixture.context
  const { lenderId } = lent
  const notices = await many<{ month: string }>(
    db,
    'test.notices',
    `select data ->> 'month' as month from notice where lender_id = $1 and kind = 'STATEMENT_READY' order by 1`,
    [lenderId],
  )
  expect(notices.map(({ month }) => month)).toEqual([3, 2, 1].map((ago) => dayOf(ago, 1).slice(0, 7)))
})

test('STM-01 a failing statement does not delay other lenders, is counted as missing, and is issued later', async () => {
  const { context } = fixture
  const other = await lendIn(context, 2, { amount: 600_000 })
  const quiet = await aLender(onDay(context, dayOf(2, 5)))
  // Makes the statement of the month fail, because the line of a movement is missing.
  const damage = (sql: string) =>
    withClient(fixture.databaseUrl, async (client) => {
      await client.query('set session_replication_role = replica')
      await client.query(sql)
    })
  const ofOther = `credit_account = (select id from account where kind = 'LENDER_CASH' and owner_id = ${other.lenderId})`
  await damage('delete from statement_month')
  await damage(`update transfer set credit_seq = -1 where kind = 'TOP_UP' and ${ofOther}`)
  expect(await issueDueStatements(context)).toEqual({ issued: 2, failed: 1 })
  expect(await issuedTo(quiet.lenderId)).toHaveLength(2)
  expect(await missingStatements(context.db)).toMatchObject({ missing: 2 })
  await damage(`update transfer set credit_seq = 1 where kind = 'TOP_UP' and ${ofOther}`)
  expect(await issueDueStatements(context)).toEqual({ issued: 2, failed: 0 })
  expect((await issuedTo(other.lenderId)).map(({ figures }) => figures.closing)).toEqual([
    4_400_000, 4_400_000,
  ])
  expect(await missingStatements(context.db)).toMatchObject({ missing: 0 })
})
