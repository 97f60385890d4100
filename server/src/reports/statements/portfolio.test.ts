import { addDays, businessDateOf, startOfDay } from '@pematang/contract/format/business-date'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { aFundedLoan } from '../../../testing/servicing.ts'
import { writeOffLoan } from '../../loans/index.ts'
import { disburseLoan } from '../../loans/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { portfolioAt } from './portfolio.ts'

const actor = { kind: 'operator', name: 'test' } as const
let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())
afterEach(async () => expect(await fixture.books()).toEqual([]))

test('STM-08 on a day before its write-off was recorded a loan is as late as it was, also where the write-off counts from before', async () => {
  const { context } = fixture
  const today = businessDateOf(new Date())
  const { loanNumber, fundings } = await aFundedLoan(context, [600_000])
  fixture.travel('-20 days')
  await perform(context, disburseLoan, { actor, input: { loanNumber, disbursedOn: addDays(today, -200) } })
  fixture.travel(undefined)
  const input = { loanNumber, writtenOffOn: addDays(today, -10), reason: 'x' }
  await perform(context, writeOffLoan, { actor, input })
  const of = async (daysAgo: number) => {
    const to = addDays(today, -daysAgo)
    const until = startOfDay(addDays(to, 1))
    const { quality, writtenOff } = await portfolioAt(context.db, {
      lenderId: fundings[0]?.lenderId ?? 0,
      to,
      until,
    })
    return { lost: quality.at(-1)?.outstanding, current: quality[0]?.outstanding, writtenOff }
  }
  expect(await of(5)).toEqual({ lost: 600_000, current: 0, writtenOff: 0 })
  expect(await of(0)).toEqual({ lost: 0, current: 0, writtenOff: 600_000 })
})
