import { addDays, startOfDay } from '@pematang/contract/format/business-date'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { logIn, startApp } from '../../../testing/http.ts'
import { aDraftLoan } from '../../../testing/loans.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { takeBack, takeOverFunded, takeOverOpened } from '../../../testing/take-over.ts'
import { one } from '../../platform/db/database.ts'
import { getReturn } from '../insight/own-return.ts'
import { portfolioAt } from '../statements/portfolio.ts'
import { positionsOn } from './positions.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())
afterEach(async () => expect(await fixture.books()).toEqual([]))

const byText = (one: readonly unknown[], other: readonly unknown[]) => (String(one) < String(other) ? -1 : 1)

const terms = { totalLoan: 1_200_000, interestType: 'FLAT' } as const

test('VAL-05 a lender sees loans that were taken back as refunded, on past days as they were recorded then, and in no return', async () => {
  const { context } = fixture
  const app = await startApp(fixture)
  const lender = await logIn(fixture, app, { cash: 1_200_000 })
  const { lenderId } = lender
  const phone = lender.user.phoneNumber
  const { today } = await one<{ today: string }>(
    context.db,
    'test.today',
    'select business_day(app_now())::text as today',
  )
  const [opened, funded] = [await aDraftLoan(context, terms), await aDraftLoan(context, terms)]
  fixture.travel('-4 days')
  const parts = [{ phone, amount: 1_200_000, left: 800_000, due: 36_000 }]
  await takeOverOpened(context, opened.loanNumber, parts)
  await takeOverFunded(context, funded.loanNumber, [{ phone, amount: 1_200_000 }])
  fixture.travel('-2 days')
  await takeBack(context, opened.loanNumber)
  await takeBack(context, funded.loanNumber)
  fixture.travel(undefined)
  await takeOverOpened(context, opened.loanNumber, [
    { ...parts[0], ...{ phone, amount: 1_200_000, left: 725_000, due: 36_000 } },
  ])

  const positions = async (daysAgo: number) => {
    const found = []
    for await (const { loanNumber, principalLeft, status } of positionsOn(
      context.db,
      lenderId,
      addDays(today, -daysAgo),
    ))
      found.push([loanNumber, principalLeft, status])
    return found.toSorted(byText)
  }
  const lent = async (daysAgo: number) => {
    const to = addDays(today, -daysAgo)
    const { quality, notPaidOut } = await portfolioAt(context.db, {
      lenderId,
      to,
      until: startOfDay(addDays(to, 1)),
    })
    return { running: quality.reduce((sum, { outstanding }) => sum + outstanding, 0), notPaidOut }
  }
  expect(await positions(5)).toEqual([])
  expect(await positions(3)).toEqual(
    [
      [opened.loanNumber, 800_000, 'LATE'],
      [funded.loanNumber, 1_200_000, 'FUNDED'],
    ].toSorted(byText),
  )
  expect(await positions(1)).toEqual([])
  expect(await positions(0)).toEqual([[opened.loanNumber, 725_000, 'LATE']])
  expect([await lent(5), await lent(3), await lent(1), await lent(0)]).toEqual([
    { running: 0, notPaidOut: 0 },
    { running: 800_000, notPaidOut: 1_200_000 },
    { running: 0, notPaidOut: 0 },
    { running: 725_000, notPaidOut: 0 },
  ])
  expect((await getReturn(context.db, lenderId)).flows).toEqual([
    { on: '2026-01-05', paidOut: 725_000, received: 0 },
    { on: addDays(today, -4), paidOut: 1_200_000, received: 0 },
    { on: addDays(today, -2), paidOut: 0, received: 1_200_000 },
  ])
  const { list } = (await lender.get('/portfolio')).json
  expect(
    list
      .map(({ loanNumber, statusName, isTakenOver }: Record<string, unknown>) => [
        loanNumber,
        statusName,
        isTakenOver,
      ])
      .toSorted(byText),
  ).toEqual(
    [
      [opened.loanNumber, 'REFUNDED', true],
      [funded.loanNumber, 'REFUNDED', true],
      [opened.loanNumber, 'LATE', true],
    ].toSorted(byText),
  )
  await app.close()
})
