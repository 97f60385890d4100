import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import independent from 'xirr'
import { goodPassword } from '../../../testing/http.ts'
import { aVotableLoan, aVoteRule, dayOfLoan, moveOn, newTerms } from '../../../testing/votes.ts'
import { readPdf } from '../../documents/testing.ts'
import { suspendLender } from '../../lenders/testing.ts'
import { performDryRun } from '../../platform/commands/dry-run.ts'
import { perform } from '../../platform/commands/perform.ts'
import { one } from '../../platform/db/database.ts'
import { callVote, type CallVote } from './call-vote.ts'
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

describe('a vote that passes', () => {
  test('VOTE-01 VOTE-06 a vote is called with its addendum, passes, and its terms are used once, for the balance voted on', async () => {
    await aVoteRule(scenario.fixture.context)
    const { loanNumber, lenders } = await scenario.aLoan()
    const called = await scenario.call(loanNumber)
    expect(called).toMatchObject({ lenders: 3, principal: 1_200_000 })
    await expect(scenario.call(loanNumber)).rejects.toMatchObject({ code: 'VOTE_STANDING' })
    await expect(
      scenario.restructure(loanNumber, called, { agreedOn: dayOfLoan(3, 15) }),
    ).rejects.toMatchObject({
      code: 'VOTE_OPEN',
    })
    await scenario.vote(lenders[0], called.voteId, true)
    await scenario.vote(lenders[1], called.voteId, false)
    scenario.fixture.travel('14 days 1 minute')
    await moveOn(scenario.fixture.context)
    // 720,000 of the 1,020,000 that voted is more than two thirds.
    expect(await scenario.stateOf(called.voteId)).toEqual(['PASSED', 1, 1_020_000, 720_000])
    await expect(scenario.call(loanNumber)).rejects.toMatchObject({ code: 'VOTE_STANDING' })
    scenario.fixture.travel('15 days')
    for (const [changes, code] of [
      [{ tenor: 23 }, 'VOTE_OTHER_TERMS'],
      [{ interest: '0.061' }, 'VOTE_OTHER_TERMS'],
      [{ keepInterest: false }, 'VOTE_OTHER_TERMS'],
      [{ agreement: { reference: 'X', sha256: 'ab'.repeat(32) } }, 'VOTE_OTHER_TERMS'],
    ] as const)
      await expect(scenario.restructure(loanNumber, called, changes)).rejects.toMatchObject({ code })
    const done = await scenario.restructure(loanNumber, called)
    expect(done).toMatchObject({ version: 2, principal: 1_200_000, installments: 24 })
    expect(await scenario.stateOf(called.voteId)).toEqual(['USED', 1, 1_020_000, 720_000])
    expect(await scenario.restructure(loanNumber, called)).toEqual({ ...done, repeated: true })
    const again = { agreement: { reference: 'ADD-AGAIN', sha256: called.sha256 } }
    await expect(scenario.restructure(loanNumber, called, again)).rejects.toMatchObject({
      code: 'VOTE_MISSING',
    })
  })

  test('VOTE-06 new terms without a passed vote are refused where the rule asks for a vote, and recorded where it does not', async () => {
    await aVoteRule(scenario.fixture.context)
    const { loanNumber } = await scenario.aLoan()
    const paper = { sha256: 'ab'.repeat(32) }
    const today = { agreedOn: dayOfLoan(3, 15) }
    await expect(scenario.restructure(loanNumber, paper, today)).rejects.toMatchObject({
      code: 'VOTE_MISSING',
    })
    await aVoteRule(scenario.fixture.context, { required: false })
    expect(await scenario.restructure(loanNumber, paper, today)).toMatchObject({ version: 2 })
    await aVoteRule(scenario.fixture.context)
  })

  test('VOTE-06 a payment after a vote has passed makes it useless, it lapses, and is called again for the new balance', async () => {
    await aVoteRule(scenario.fixture.context)
    const { loanNumber, lenders } = await scenario.aLoan()
    const called = await scenario.call(loanNumber)
    for (const lender of lenders) await scenario.vote(lender, called.voteId, true)
    scenario.fixture.travel('15 days')
    await moveOn(scenario.fixture.context)
    await scenario.pay(loanNumber, 112_000)
    await expect(scenario.restructure(loanNumber, called)).rejects.toMatchObject({
      code: 'VOTE_BALANCE_CHANGED',
    })
    await moveOn(scenario.fixture.context)
    expect(await scenario.stateOf(called.voteId)).toEqual(['LAPSED', 1, 1_200_000, 1_200_000])
    expect((await scenario.noticesOf(lenders[2])).slice(-1)).toEqual(['VOTE_ENDED'])
    expect(await scenario.call(loanNumber)).toMatchObject({ principal: 1_100_000 })
  })

  test('VOTE-06 a passed vote lapses when no restructuring uses it within 30 days of the day of its terms', async () => {
    await aVoteRule(scenario.fixture.context)
    const { loanNumber, lenders } = await scenario.aLoan()
    const called = await scenario.call(loanNumber)
    await scenario.vote(lenders[0], called.voteId, true)
    scenario.fixture.travel('15 days')
    await moveOn(scenario.fixture.context)
    scenario.fixture.travel('44 days')
    await moveOn(scenario.fixture.context)
    expect((await scenario.stateOf(called.voteId))[0]).toBe('PASSED')
    scenario.fixture.travel('46 days')
    await expect(scenario.restructure(loanNumber, called)).rejects.toMatchObject({ code: 'VOTE_MISSING' })
    await moveOn(scenario.fixture.context)
    expect((await scenario.stateOf(called.voteId))[0]).toBe('LAPSED')
  })
})

describe('a lender at a vote', () => {
  test('VOTE-02 VOTE-03 VOTE-05 a lender reads before and after, votes with the password, changes it, and downloads addendum and record', async () => {
    await aVoteRule(scenario.fixture.context)
    const { loanNumber, lenders } = await scenario.aLoan()
    await scenario.pay(loanNumber, 62_000)
    const called = await scenario.call(loanNumber, { keepInterest: false })
    const me = await scenario.loggedIn(lenders[0])
    const path = `/votes/one?id=${called.voteId}`
    const { json } = await me.get(path)
    expect(json).toMatchObject({
      ...{ loanNumber, state: 'OPEN', agrees: null, lenders: 3, lendersVoted: 0, voted: 0 },
      ...{ quorum: { part: 1, of: 2 }, majority: { part: 2, of: 3 } },
      before: { interest: 0.12, tenor: 12 },
      after: { interest: 0.06, tenor: 24 },
    })
    // The first installment is 112,000, of which the interest and 50,000 are paid: 60% of it is this lender's.
    expect(json.before.installments).toHaveLength(12)
    expect(json.before.installments[0]).toEqual({ dueDate: dayOfLoan(1), principal: 30_000, interest: 0 })
    expect(json.weight).toBe(690_000)
    const sums = (rows: { principal: number; interest: number }[]) =>
      rows.reduce((all, row) => [all[0] + row.principal, all[1] + row.interest] as [number, number], [
        0, 0,
      ] as [number, number])
    expect(sums(json.before.installments)).toEqual([690_000, 11 * 7_200])
    expect(sums(json.after.installments)).toEqual([690_000, 82_800])
    expect(json.interestWaived).toBeGreaterThan(0)
    // Against an independent implementation, the overdue installments on the record day.
    for (const { annualReturn, installments } of [json.before, json.after]) {
      const flows = [
        { amount: -690_000, when: new Date(json.recordDay) },
        ...installments.map(({ dueDate, principal, interest }: Record<string, string | number>) => ({
          amount: Number(principal) + Number(interest),
          when: new Date(String(dueDate) < json.recordDay ? json.recordDay : (dueDate ?? '')),
        })),
      ]
      expect(annualReturn).toBeCloseTo(independent(flows), 6)
    }
    expect(json.after.annualReturn).toBeGreaterThan(0)
    const cast = (agrees: unknown, password = goodPassword, more = {}) =>
      me.post('/votes/cast', { id: called.voteId, agrees, password, ...more })
    expect((await cast(true, 'Salah-Sekali-1')).json.code).toBe('VOTE_PASSWORD_WRONG')
    expect((await cast('ya')).status).toBe(400)
    expect((await cast(true, goodPassword, { weight: 9_999_999 })).status).toBe(400)
    expect((await cast(true)).json).toMatchObject({ agrees: true, voted: 690_000, lendersVoted: 1 })
    expect((await cast(false)).json).toMatchObject({ agrees: false, voted: 690_000, agreed: null })
    const pdf = async (url: string) => {
      const { status, bytes } = await me.post('/documents/download', { document_url: url })
      expect(status).toBe(200)
      return (await readPdf(bytes)).map((page) => page.text).join(' ')
    }
    const addendum = await pdf(json.addendum)
    for (const part of ['Semula', '12,000% per tahun', 'Menjadi', '6,000% per tahun', loanNumber])
      expect(addendum).toContain(part)
    scenario.fixture.travel('14 days 1 minute')
    await moveOn(scenario.fixture.context)
    // A session of today is over by then.
    const later = await scenario.loggedIn(lenders[0])
    const ended = (await later.get(path)).json
    expect(ended).toMatchObject({
      state: 'REFUSED',
      voted: 690_000,
      agreed: 0,
      before: json.before,
      after: json.after,
    })
    const { bytes } = await later.post('/documents/download', { document_url: ended.record })
    const record = (await readPdf(bytes)).map((page) => page.text).join(' ')
    for (const part of ['Tidak disetujui', 'lebih dari 1/2', 'Rp690.000', 'Tidak bersuara'])
      expect(record).toContain(part)
    expect(record).not.toContain('Pemberi Dana 82')
    expect((await later.get('/votes')).json.list[0]).toMatchObject({
      id: called.voteId,
      record: ended.record,
    })
    expect(
      (await later.post('/votes/cast', { id: called.voteId, agrees: true, password: goodPassword })).json
        .code,
    ).toBe('VOTE_ENDED')
  })

  test('VOTE-02 a lender of another loan finds neither the vote nor its papers', async () => {
    const [mine, theirs] = [await scenario.aLoan(), await scenario.aLoan()]
    const called = await scenario.call(theirs.loanNumber)
    const me = await scenario.loggedIn(mine.lenders[0])
    expect((await me.get(`/votes/one?id=${called.voteId}`)).json.code).toBe('NOT_FOUND')
    const cast = { id: called.voteId, agrees: true, password: goodPassword }
    expect((await me.post('/votes/cast', cast)).json.code).toBe('NOT_FOUND')
    const paper = { document_url: `/documents/${called.addendum}.pdf` }
    expect((await me.post('/documents/download', paper)).json.code).toBe('NOT_FOUND')
    expect((await me.get('/votes')).json.list).toEqual([])
    expect((await me.get(`/votes?loanNumber=${theirs.loanNumber}`)).json.list).toEqual([])
  })

  test('VOTE-02 one lender who votes from many devices at once has one weight, and the newest choice', async () => {
    const { loanNumber, lenders } = await scenario.aLoan()
    const { voteId } = await scenario.call(loanNumber)
    const choices = Array.from({ length: 12 }, (_, place) => place % 2 === 0)
    await Promise.all(choices.map((agrees) => scenario.vote(lenders[0], voteId, agrees)))
    const { ballots, newest, agrees } = await one<{ ballots: number; newest: boolean; agrees: boolean }>(
      scenario.fixture.context.db,
      'test.ballots',
      `select r.ballots, r.agrees, (select b.agrees from vote_ballot b where b.vote_id = r.vote_id order by b.no desc limit 1) as newest
         from vote_right r where r.vote_id = $1 and r.agrees is not null`,
      [voteId],
    )
    expect(ballots).toBeGreaterThan(0)
    expect(agrees).toBe(newest)
  })

  test('VOTE-02 a suspended lender cannot vote', async () => {
    const { loanNumber, lenders } = await scenario.aLoan()
    const { voteId } = await scenario.call(loanNumber)
    const { context } = scenario.fixture
    const input = { lenderId: lenders[0] ?? 0, reason: 'test' }
    await perform(context, suspendLender, { actor: operator, input })
    await expect(scenario.vote(lenders[0], voteId, true)).rejects.toMatchObject({ code: 'LENDER_SUSPENDED' })
  })
})

describe('calling a vote', () => {
  test('VOTE-01 terms that have no schedule, a consent of tomorrow, and lenders below a tenth are refused, and a dry run writes nothing', async () => {
    const { loanNumber, lenders } = await aVotableLoan(scenario.fixture.context, [1_000_000, 100_000])
    const tomorrow = { ...newTerms().consent, at: new Date(Date.now() + 86_400_000).toISOString() }
    for (const [changes, code] of [
      [{ tenor: 361 }, 'INPUT_INVALID'],
      [{ tenor: 0 }, 'INPUT_INVALID'],
      [{ interest: '2' }, 'INPUT_INVALID'],
      [{ interest: '-0.1' }, 'INPUT_INVALID'],
      [{ startsOn: '2025-01-01' }, 'INPUT_INVALID'],
      [{ agreedOn: dayOfLoan(24) }, 'DATE_AFTER_A_YEAR'],
      [{ agreedOn: dayOfLoan(0, -30) }, 'DATE_BEFORE_DISBURSEMENT'],
      [{ consent: tomorrow }, 'INPUT_INVALID'],
      [{ askedBy: 'LENDERS', askers: [] }, 'VOTE_ASKED_BY_TOO_FEW'],
      [{ askedBy: 'LENDERS', askers: [lenders[1] ?? 0, lenders[1] ?? 0] }, 'VOTE_ASKED_BY_TOO_FEW'],
      [{ askedBy: 'LENDERS', askers: [1, 2, 3] }, 'VOTE_ASKED_BY_TOO_FEW'],
    ] as const)
      await expect(scenario.call(loanNumber, changes as Partial<CallVote>)).rejects.toMatchObject({ code })
    const input = { loanNumber, ...newTerms() }
    expect(await performDryRun(scenario.fixture.context, callVote, { actor: operator, input })).toMatchObject(
      { lenders: 2 },
    )
    expect(await scenario.call(loanNumber, { askedBy: 'LENDERS', askers: [lenders[0] ?? 0] })).toMatchObject({
      lenders: 2,
    })
  })

  test('VOTE-01 of many calls at once on one loan exactly one opens', async () => {
    const { loanNumber } = await scenario.aLoan()
    const calls = await Promise.allSettled(Array.from({ length: 4 }, () => scenario.call(loanNumber)))
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
