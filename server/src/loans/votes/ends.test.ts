import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aVotableLoan, aVoteRule, dayOfLoan, moveOn } from '../../../testing/votes.ts'
import type { Context } from '../../context.ts'
import type { TodayLine } from '../../platform/today-line.ts'
import { recordEstate } from '../../cash/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { reverseRepayment } from '../reversals/index.ts'
import { writeOffLoan } from '../terms/index.ts'
import { recordHeirsVote } from './cast-vote.ts'
import { withdrawVote } from './end-vote.ts'
import { today } from '../today.ts'
import { findVote } from './store.ts'
import { makeVoteScenario, operator, type VoteScenario } from './testing/scenario.ts'

let scenario: VoteScenario
beforeAll(async () => {
  scenario = await makeVoteScenario()
})
afterEach(async () => {
  const { fixture } = scenario
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})
afterAll(() => scenario.close())

describe('every other end of a vote', () => {
  test('VOTE-04 below the quorum a second call of seven days follows, by its own quorum and with the rule of the call', async () => {
    await aVoteRule(scenario.fixture.context)
    const { loanNumber, lenders } = await scenario.aLoan()
    const { voteId } = await scenario.call(loanNumber)
    // A later rule changes nothing of it.
    await aVoteRule(scenario.fixture.context, {
      secondQuorum: { part: 9, of: 10 },
      secondDays: 1,
      majority: { part: 1, of: 1 },
    })
    await scenario.vote(lenders[1], voteId, true)
    scenario.fixture.travel('14 days 1 minute')
    await moveOn(scenario.fixture.context)
    expect(await scenario.stateOf(voteId)).toEqual(['OPEN', 2, null, null])
    scenario.fixture.travel('20 days')
    await scenario.vote(lenders[2], voteId, true)
    scenario.fixture.travel('21 days 2 minutes')
    await moveOn(scenario.fixture.context)
    // 480,000 of 1,200,000 is at least a third; the vote of the first call counts.
    expect(await scenario.stateOf(voteId)).toEqual(['PASSED', 2, 480_000, 480_000])
    expect(await scenario.noticesOf(lenders[0])).toEqual(['VOTE_OPENED', 'VOTE_SECOND_CALL', 'VOTE_ENDED'])
    await aVoteRule(scenario.fixture.context)
  })

  test('VOTE-08 the morning list names a vote that is not counted in time, and a passed one until its new terms are recorded', async () => {
    const { fixture } = scenario
    const lineOf = async (name: 'votesPassed' | 'votesOverdue') => {
      const line: TodayLine<Context> = today[name]
      const [figure] = await line.read(fixture.context.db, fixture.context)
      return { count: figure?.count, amount: figure?.amount, red: figure?.red }
    }
    await aVoteRule(fixture.context)
    const { loanNumber, lenders } = await scenario.aLoan()
    const called = await scenario.call(loanNumber)
    await scenario.vote(lenders[0], called.voteId, true)
    fixture.travel('14 days 9 minutes')
    expect(await lineOf('votesOverdue')).toMatchObject({ count: 0, red: false })
    fixture.travel('14 days 11 minutes')
    expect(await lineOf('votesOverdue')).toMatchObject({ count: 1, red: true })
    const before = await lineOf('votesPassed')
    await moveOn(fixture.context)
    expect(await lineOf('votesOverdue')).toMatchObject({ count: 0, red: false })
    const passed = await lineOf('votesPassed')
    expect(passed).toEqual({
      ...{ count: (before.count ?? 0) + 1, amount: (before.amount ?? 0) + 1_200_000 },
      red: before.red,
    })
    // The day of the terms is the fifteenth.
    fixture.travel('15 days')
    expect(await lineOf('votesPassed')).toMatchObject({ count: passed.count, red: true })
    await scenario.restructure(loanNumber, called)
    expect(await lineOf('votesPassed')).toMatchObject({ count: before.count })
  })

  test('VOTE-04 a vote in which exactly half of the principal votes has no quorum and is called again, and the second call without a third of it fails', async () => {
    const { loanNumber, lenders } = await aVotableLoan(scenario.fixture.context, [600_000, 600_000])
    const { voteId } = await scenario.call(loanNumber)
    await scenario.vote(lenders[0], voteId, true)
    scenario.fixture.travel('14 days 1 minute')
    await moveOn(scenario.fixture.context)
    expect((await scenario.stateOf(voteId)).slice(0, 2)).toEqual(['OPEN', 2])
    const other = await scenario.aLoan()
    const silent = await scenario.call(other.loanNumber)
    scenario.fixture.travel('60 days')
    await moveOn(scenario.fixture.context)
    scenario.fixture.travel('70 days')
    await moveOn(scenario.fixture.context)
    expect(await scenario.stateOf(silent.voteId)).toEqual(['NO_QUORUM', 2, 0, 0])
    expect(await scenario.call(other.loanNumber, { agreedOn: dayOfLoan(13) })).toMatchObject({ lenders: 3 })
  })

  test('VOTE-04 a voting rule with a quorum of 0%, 100% or more, with a majority of half, or of no days is refused', async () => {
    for (const changes of [
      { quorum: { part: 0, of: 2 } },
      { quorum: { part: 101, of: 100 } },
      { quorum: { part: 1, of: 1 } },
      { secondQuorum: { part: 0, of: 3 } },
      { secondQuorum: { part: -1, of: -3 } },
      { majority: { part: 1, of: 2 } },
      { majority: { part: 101, of: 100 } },
      { majority: { part: 0.7, of: 1 } },
      { days: 0 },
      { secondDays: 91 },
    ])
      await expect(aVoteRule(scenario.fixture.context, changes)).rejects.toMatchObject({
        code: 'VOTE_RULE_INVALID',
      })
  })

  test('VOTE-04 reminders go half-way and a day before the end, once each, to who has not voted', async () => {
    const { loanNumber, lenders } = await scenario.aLoan()
    const { voteId } = await scenario.call(loanNumber)
    await scenario.vote(lenders[0], voteId, true)
    await moveOn(scenario.fixture.context)
    expect(await scenario.noticesOf(lenders[1])).toEqual(['VOTE_OPENED'])
    for (const day of [8, 9, 13.1, 13.5]) {
      scenario.fixture.travel(`${day * 24} hours`)
      await moveOn(scenario.fixture.context)
      await moveOn(scenario.fixture.context)
    }
    expect(await scenario.noticesOf(lenders[0])).toEqual(['VOTE_OPENED'])
    expect(await scenario.noticesOf(lenders[1])).toEqual(['VOTE_OPENED', 'VOTE_REMINDER', 'VOTE_REMINDER'])
  })

  test('VOTE-08 a loan paid, repaid or written off meanwhile ends its vote, with a notice and a record', async () => {
    const loans = [await scenario.aLoan(), await scenario.aLoan(), await scenario.aLoan()]
    const votes = []
    for (const { loanNumber } of loans) votes.push((await scenario.call(loanNumber)).voteId)
    const [paid, repaid, lost] = loans.map(({ loanNumber }) => loanNumber)
    await scenario.pay(paid ?? '', 20_000)
    await scenario.pay(repaid ?? '', 3_000_000)
    await perform(scenario.fixture.context, writeOffLoan, {
      actor: operator,
      input: { loanNumber: lost ?? '', writtenOffOn: dayOfLoan(3, 1), reason: 'x' },
    })
    await moveOn(scenario.fixture.context)
    for (const [place, voteId] of votes.entries()) {
      expect((await scenario.stateOf(voteId))[0]).toBe('VOID')
      expect(await scenario.noticesOf(loans[place]?.lenders[0])).toEqual(['VOTE_OPENED', 'VOTE_ENDED'])
      expect((await findVote(scenario.fixture.context.db, voteId))?.record).toEqual(expect.any(String))
      await expect(scenario.vote(loans[place]?.lenders[0], voteId, true)).rejects.toMatchObject({
        code: 'VOTE_ENDED',
      })
    }
  })

  test('VOTE-08 a payment that is taken back before the worker comes changes no vote', async () => {
    const { loanNumber, lenders } = await scenario.aLoan()
    const { voteId } = await scenario.call(loanNumber)
    const reference = await scenario.pay(loanNumber, 62_000)
    await perform(scenario.fixture.context, reverseRepayment, {
      actor: operator,
      input: { reference, loanNumber, reason: 'x' },
    })
    await moveOn(scenario.fixture.context)
    expect((await scenario.stateOf(voteId))[0]).toBe('OPEN')
    await scenario.vote(lenders[0], voteId, true)
    // A payment after the end does not change the count, even where the worker comes later.
    scenario.fixture.travel('14 days 1 hour')
    await scenario.pay(loanNumber, 62_000)
    await moveOn(scenario.fixture.context)
    expect((await scenario.stateOf(voteId))[0]).toBe('PASSED')
    await moveOn(scenario.fixture.context)
    expect((await scenario.stateOf(voteId))[0]).toBe('LAPSED')
    expect((await scenario.stateOf(voteId)).slice(2)).toEqual([720_000, 720_000])
  })

  test('VOTE-08 a vote is withdrawn while it is open or unused, once, with a reason that lenders read', async () => {
    const { loanNumber, lenders } = await scenario.aLoan()
    const { voteId } = await scenario.call(loanNumber)
    const withdraw = (reason: string) =>
      perform(scenario.fixture.context, withdrawVote, { actor: operator, input: { voteId, reason } })
    await expect(withdraw('')).rejects.toMatchObject({ code: 'INPUT_INVALID' })
    expect(await withdraw('Penerima Dana membayar.')).toMatchObject({ state: 'WITHDRAWN', changed: true })
    expect(await withdraw('Penerima Dana membayar.')).toMatchObject({ state: 'WITHDRAWN', changed: false })
    expect(await scenario.noticesOf(lenders[0])).toEqual(['VOTE_OPENED', 'VOTE_ENDED'])
    const again = await scenario.call(loanNumber)
    await scenario.vote(lenders[0], again.voteId, true)
    scenario.fixture.travel('15 days')
    await moveOn(scenario.fixture.context)
    const passed = { voteId: again.voteId, reason: 'Penerima Dana berubah pikiran.' }
    expect(
      await perform(scenario.fixture.context, withdrawVote, { actor: operator, input: passed }),
    ).toMatchObject({ state: 'WITHDRAWN' })
    await moveOn(scenario.fixture.context)
    expect((await findVote(scenario.fixture.context.db, again.voteId))?.record).toEqual(expect.any(String))
  })

  test('VOTE-08 the heirs of a dead lender vote by a document that the operator records', async () => {
    const { loanNumber, lenders } = await scenario.aLoan()
    const { voteId } = await scenario.call(loanNumber)
    const input = {
      voteId,
      lenderId: lenders[0] ?? 0,
      agrees: true,
      document: { name: 'SKW 7', sha256: 'ef'.repeat(32) },
    }
    const record = () => perform(scenario.fixture.context, recordHeirsVote, { actor: operator, input })
    await expect(record()).rejects.toMatchObject({ code: 'ESTATE_MISSING' })
    await perform(scenario.fixture.context, recordEstate, {
      actor: operator,
      input: {
        ...{ lenderId: input.lenderId, document: { name: 'SKW 6', sha256: 'ee'.repeat(32) }, reason: 'x' },
        heirs: [
          {
            accountName: 'Ahli Waris',
            accountNumber: '8800000001',
            bankCode: '014',
            share: { numerator: 1, denominator: 1 },
          },
        ],
      },
    })
    await expect(scenario.vote(input.lenderId, voteId, true)).rejects.toMatchObject({
      code: 'LENDER_SUSPENDED',
    })
    expect(await record()).toEqual({ agrees: true, changed: true, weight: 720_000 })
    scenario.fixture.travel('15 days')
    await moveOn(scenario.fixture.context)
    expect(await scenario.stateOf(voteId)).toEqual(['PASSED', 1, 720_000, 720_000])
    await expect(record()).rejects.toMatchObject({ code: 'VOTE_ENDED' })
  })
})
