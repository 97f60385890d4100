import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import {
  aVotableLoan,
  aVote,
  aVoteRule,
  moveOn,
  newTerms,
  voteAs,
  dayOfLoan,
} from '../../../testing/votes.ts'
import { documentPath } from '../../documents/index.ts'
import { restructureLoan } from '../../loans/index.ts'
import { reverseRestructuring } from '../../loans/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { addDays } from '@pematang/contract/format/business-date'
import { businessToday } from '../../books/index.ts'
import { positionsOn } from '../portfolio-report/positions.ts'
import { findItems, toItem } from './items.ts'
import { searchPage } from './search.ts'

const actor = { kind: 'operator', name: 'test' } as const
let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})
afterAll(() => fixture.close())

test('VOTE-07 after new terms the row, the sort by rate and the report of a day show them with those of before, until they are taken back', async () => {
  const { context } = fixture
  await aVoteRule(context)
  const { loanNumber, fundings } = await aVotableLoan(context, [600_000, 300_000])
  const [mine] = fundings
  if (!mine) throw new Error('the loan has no funding')
  const { lenderId, fundingId } = mine
  const item = async () => {
    const [row] = await findItems(context.db, lenderId, [fundingId])
    return row && toItem(row, true)
  }
  expect(await item()).toMatchObject({
    ...{
      interestPercentage: 0.12,
      tenor: '12 Bulan',
      former: null,
      addendumUrl: null,
      dueDate: dayOfLoan(12),
    },
  })
  const vote = await aVote(context, loanNumber)
  await voteAs(context, lenderId, vote.voteId, true)
  fixture.travel('15 days')
  await moveOn(context)
  const { reason: _, askedBy: __, consent: ___, ...terms } = newTerms()
  const agreement = { reference: 'ADD-1', sha256: vote.sha256 }
  await perform(context, restructureLoan, { actor, input: { ...terms, loanNumber, agreement } })
  const after = await item()
  expect(after).toMatchObject({
    ...{ interestPercentage: 0.06, tenor: '24 Bulan', tenorValue: 24 },
    former: { interestPercentage: 0.12, tenor: '12 Bulan', dueDate: dayOfLoan(12) },
    addendumUrl: documentPath(vote.addendum),
  })
  expect(after?.dueDate).not.toBe(dayOfLoan(12))
  const sorted = await searchPage(context.db, {
    ...{ lenderId, name: null, loanNumber: null, status: null, sort: 'RATE', page: 1, limit: 10 },
  })
  expect(sorted.ids).toEqual([fundingId])
  const today = await businessToday(context.db)
  const onDay = async (day: string) => {
    const found = []
    for await (const { interest, tenor, former } of positionsOn(context.db, lenderId, day))
      found.push({ interest, tenor, former })
    return found
  }
  const before = { interest: 0.12, tenor: 12, former: null }
  expect(await onDay(addDays(today, -1))).toEqual([before])
  const now = { interest: 0.06, tenor: 24, former: { interest: 0.12, tenor: 12, tenorPeriod: 'MONTH' } }
  expect(await onDay(today)).toEqual([now])
  await perform(context, reverseRestructuring, { actor, input: { loanNumber, reason: 'test' } })
  expect(await item()).toMatchObject({ interestPercentage: 0.12, former: null, addendumUrl: null })
})
