import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { goodPassword, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { aVotableLoan, aVote, aVoteRule, moveOn, newTerms, voteAs } from '../../../testing/votes.ts'
import { readPdf } from '../../documents/testing.ts'
import { recordEstate } from '../../cash/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { performDryRun } from '../../platform/commands/dry-run.ts'
import { many, one, run } from '../../platform/db/database.ts'
import { recordRepayment } from '../repayment/index.ts'
import { reverseRepayment } from '../reversals/index.ts'
import { restructureLoan, writeOffLoan } from '../terms/index.ts'
import type { CalledVote, CallVote } from './call-vote.ts'
import { recordHeirsVote } from './cast-vote.ts'
import { withdrawVote } from './end-vote.ts'
import { findVote } from './store.ts'

const operator = { kind: 'operator', name: 'test' } as const
let fixture: Fixture
let app: TestApp
beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture.context)
})
afterEach(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

const amounts = [720_000, 300_000, 180_000]
const aLoan = () => aVotableLoan(fixture.context, amounts)
const call = (loanNumber: string, changes: Partial<CallVote> = {}) => aVote(fixture.context, loanNumber, changes)
const vote = (lenderId: number | undefined, voteId: string, agrees: boolean) =>
  voteAs(fixture.context, lenderId ?? 0, voteId, agrees)
const stateOf = async (voteId: string) => {
  const found = await findVote(fixture.context.db, voteId)
  return [found?.state, found?.call, found?.voted, found?.agreed]
}
const restructure = (loanNumber: string, { sha256 }: Pick<CalledVote, 'sha256'>, changes: object = {}) => {
  const { reason: _, askedBy: __, consent: ___, ...terms } = newTerms()
  return perform(fixture.context, restructureLoan, {
    actor: operator,
    input: { loanNumber, ...terms, agreement: { reference: `ADD-${loanNumber}`, sha256 }, ...changes },
  })
}
let payments = 0
const pay = (loanNumber: string, amount: number) => {
  payments += 1
  return perform(fixture.context, recordRepayment, {
    actor: operator,
    input: { loanNumber, reference: `VOTE-${payments}`, paidOn: '2026-03-01', amount, penalty: 0 },
  })
}
const noticesOf = async (lenderId: number | undefined) =>
  (
    await many<{ kind: string }>(
      fixture.context.db,
      'test.vote_notices',
      `select kind from notice where lender_id = $1 and kind like 'VOTE%' order by created_at, id`,
      [lenderId],
    )
  ).map(({ kind }) => kind)
/** Lets a lender of the crowd log in. */
async function loggedIn(lenderId: number | undefined) {
  const { context } = fixture
  const { phone } = await one<{ phone: string }>(
    context.db,
    'test.voter',
    'update lender set password_hash = $2 where id = $1 returning phone',
    [lenderId, await context.passwords.hash(goodPassword)],
  )
  return logIn(app, phone)
}

describe('a vote that passes', () => {
  test('VOTE-01 VOTE-06 a vote is called with its addendum, passes, and its terms are used once, for the balance voted on', async () => {
    await aVoteRule(fixture.context)
    const { loanNumber, lenders } = await aLoan()
    const called = await call(loanNumber)
    expect(called).toMatchObject({ lenders: 3, principal: 1_200_000 })
    await expect(call(loanNumber)).rejects.toMatchObject({ code: 'VOTE_STANDING' })
    await expect(restructure(loanNumber, called, { agreedOn: '2026-05-15' })).rejects.toMatchObject({
      code: 'VOTE_OPEN',
    })
    await vote(lenders[0], called.voteId, true)
    await vote(lenders[1], called.voteId, false)
    fixture.travel('14 days 1 minute')
    await moveOn(fixture.context)
    // 720,000 of the 1,020,000 that voted is more than two thirds.
    expect(await stateOf(called.voteId)).toEqual(['PASSED', 1, 1_020_000, 720_000])
    await expect(call(loanNumber)).rejects.toMatchObject({ code: 'VOTE_STANDING' })
    fixture.travel('15 days')
    for (const [changes, code] of [
      [{ tenor: 23 }, 'VOTE_OTHER_TERMS'],
      [{ interest: '0.061' }, 'VOTE_OTHER_TERMS'],
      [{ keepInterest: false }, 'VOTE_OTHER_TERMS'],
      [{ agreement: { reference: 'X', sha256: 'ab'.repeat(32) } }, 'VOTE_OTHER_TERMS'],
    ] as const)
      await expect(restructure(loanNumber, called, changes)).rejects.toMatchObject({ code })
    const done = await restructure(loanNumber, called)
    expect(done).toMatchObject({ version: 2, principal: 1_200_000, installments: 24 })
    expect(await stateOf(called.voteId)).toEqual(['USED', 1, 1_020_000, 720_000])
    expect(await restructure(loanNumber, called)).toEqual({ ...done, repeated: true })
    const again = { agreement: { reference: 'ADD-AGAIN', sha256: called.sha256 } }
    await expect(restructure(loanNumber, called, again)).rejects.toMatchObject({ code: 'VOTE_MISSING' })
  })

  test('VOTE-06 without a vote new terms are refused where the rule asks for one, and taken where it does not', async () => {
    await aVoteRule(fixture.context)
    const { loanNumber } = await aLoan()
    const paper = { sha256: 'ab'.repeat(32) }
    const today = { agreedOn: '2026-05-15' }
    await expect(restructure(loanNumber, paper, today)).rejects.toMatchObject({ code: 'VOTE_MISSING' })
    await aVoteRule(fixture.context, { required: false })
    expect(await restructure(loanNumber, paper, today)).toMatchObject({ version: 2 })
    await aVoteRule(fixture.context)
  })

  test('VOTE-06 a payment after a vote has passed makes it useless, it lapses, and is called again for the new balance', async () => {
    await aVoteRule(fixture.context)
    const { loanNumber, lenders } = await aLoan()
    const called = await call(loanNumber)
    for (const lender of lenders) await vote(lender, called.voteId, true)
    fixture.travel('15 days')
    await moveOn(fixture.context)
    await pay(loanNumber, 112_000)
    await expect(restructure(loanNumber, called)).rejects.toMatchObject({ code: 'VOTE_BALANCE_CHANGED' })
    await moveOn(fixture.context)
    expect(await stateOf(called.voteId)).toEqual(['LAPSED', 1, 1_200_000, 1_200_000])
    expect((await noticesOf(lenders[2])).slice(-1)).toEqual(['VOTE_ENDED'])
    expect(await call(loanNumber)).toMatchObject({ principal: 1_100_000 })
  })

  test('VOTE-06 a vote that nobody uses within thirty days of its terms lapses', async () => {
    await aVoteRule(fixture.context)
    const { loanNumber, lenders } = await aLoan()
    const called = await call(loanNumber)
    await vote(lenders[0], called.voteId, true)
    fixture.travel('15 days')
    await moveOn(fixture.context)
    fixture.travel('44 days')
    await moveOn(fixture.context)
    expect((await stateOf(called.voteId))[0]).toBe('PASSED')
    fixture.travel('46 days')
    await expect(restructure(loanNumber, called)).rejects.toMatchObject({ code: 'VOTE_MISSING' })
    await moveOn(fixture.context)
    expect((await stateOf(called.voteId))[0]).toBe('LAPSED')
  })
})

describe('a lender at a vote', () => {
  test('VOTE-02 VOTE-03 VOTE-05 a lender reads before and after, votes with the password, changes it, and downloads addendum and record', async () => {
    await aVoteRule(fixture.context)
    const { loanNumber, lenders } = await aLoan()
    await pay(loanNumber, 62_000)
    const called = await call(loanNumber, { keepInterest: false })
    const me = await loggedIn(lenders[0])
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
    expect(json.before.installments[0]).toEqual({ dueDate: '2026-02-28', principal: 30_000, interest: 0 })
    expect(json.weight).toBe(690_000)
    const sums = (rows: { principal: number; interest: number }[]) =>
      rows.reduce((all, row) => [all[0] + row.principal, all[1] + row.interest] as [number, number], [0, 0] as [number, number])
    expect(sums(json.before.installments)).toEqual([690_000, 11 * 7_200])
    expect(sums(json.after.installments)).toEqual([690_000, 82_800])
    expect(json.interestWaived).toBeGreaterThan(0)
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
    for (const part of ['Semula', '12% per tahun', 'Menjadi', '6% per tahun', loanNumber])
      expect(addendum).toContain(part)
    fixture.travel('14 days 1 minute')
    await moveOn(fixture.context)
    // A session of today is over by then.
    const later = await loggedIn(lenders[0])
    const ended = (await later.get(path)).json
    expect(ended).toMatchObject({ state: 'REFUSED', voted: 690_000, agreed: 0, before: json.before, after: json.after })
    const { bytes } = await later.post('/documents/download', { document_url: ended.record })
    const record = (await readPdf(bytes)).map((page) => page.text).join(' ')
    for (const part of ['Tidak disetujui', 'lebih dari 1/2', 'Rp690.000', 'Tidak bersuara'])
      expect(record).toContain(part)
    expect(record).not.toContain('Pemberi Dana 82')
    expect((await later.get('/votes')).json.list[0]).toMatchObject({ id: called.voteId, record: ended.record })
    expect((await later.post('/votes/cast', { id: called.voteId, agrees: true, password: goodPassword })).json.code).toBe(
      'VOTE_ENDED',
    )
  })

  test('VOTE-02 a lender of another loan finds neither the vote nor its papers', async () => {
    const [mine, theirs] = [await aLoan(), await aLoan()]
    const called = await call(theirs.loanNumber)
    const me = await loggedIn(mine.lenders[0])
    expect((await me.get(`/votes/one?id=${called.voteId}`)).json.code).toBe('NOT_FOUND')
    const cast = { id: called.voteId, agrees: true, password: goodPassword }
    expect((await me.post('/votes/cast', cast)).json.code).toBe('NOT_FOUND')
    const paper = { document_url: `/documents/${called.addendum}.pdf` }
    expect((await me.post('/documents/download', paper)).json.code).toBe('NOT_FOUND')
    expect((await me.get('/votes')).json.list).toEqual([])
    expect((await me.get(`/votes?loanNumber=${theirs.loanNumber}`)).json.list).toEqual([])
  })

  test('VOTE-02 one lender who votes from many devices at once has one weight, and the newest choice', async () => {
    const { loanNumber, lenders } = await aLoan()
    const { voteId } = await call(loanNumber)
    const choices = Array.from({ length: 12 }, (_, place) => place % 2 === 0)
    await Promise.all(choices.map((agrees) => vote(lenders[0], voteId, agrees)))
    const { ballots, newest, agrees } = await one<{ ballots: number; newest: boolean; agrees: boolean }>(
      fixture.context.db,
      'test.ballots',
      `select r.ballots, r.agrees, (select b.agrees from vote_ballot b where b.vote_id = r.vote_id order by b.no desc limit 1) as newest
         from vote_right r where r.vote_id = $1 and r.agrees is not null`,
      [voteId],
    )
    expect(ballots).toBeGreaterThan(0)
    expect(agrees).toBe(newest)
  })

  test('VOTE-02 a suspended lender cannot vote', async () => {
    const { loanNumber, lenders } = await aLoan()
    const { voteId } = await call(loanNumber)
    await run(fixture.context.db, 'test.suspend', `update lender set state = 'SUSPENDED' where id = $1`, [lenders[0]])
    await expect(vote(lenders[0], voteId, true)).rejects.toMatchObject({ code: 'LENDER_SUSPENDED' })
    await run(fixture.context.db, 'test.suspend', `update lender set state = 'ACTIVE' where id = $1`, [lenders[0]])
  })
})

describe('every other end of a vote', () => {
  test('VOTE-04 below the quorum a second call of seven days follows, by its own quorum and with the rule of the call', async () => {
    await aVoteRule(fixture.context)
    const { loanNumber, lenders } = await aLoan()
    const { voteId } = await call(loanNumber)
    // A later rule changes nothing of it.
    await aVoteRule(fixture.context, { secondQuorum: { part: 9, of: 10 }, secondDays: 1, majority: { part: 1, of: 1 } })
    await vote(lenders[1], voteId, true)
    fixture.travel('14 days 1 minute')
    await moveOn(fixture.context)
    expect(await stateOf(voteId)).toEqual(['OPEN', 2, null, null])
    fixture.travel('20 days')
    await vote(lenders[2], voteId, true)
    fixture.travel('21 days 2 minutes')
    await moveOn(fixture.context)
    // 480,000 of 1,200,000 is at least a third; the vote of the first call counts.
    expect(await stateOf(voteId)).toEqual(['PASSED', 2, 480_000, 480_000])
    expect(await noticesOf(lenders[0])).toEqual([
      'VOTE_OPENED',
      'VOTE_SECOND_CALL',
      'VOTE_ENDED',
    ])
    await aVoteRule(fixture.context)
  })

  test('VOTE-04 exactly half is no quorum, and a second call without a third ends in none', async () => {
    const { loanNumber, lenders } = await aVotableLoan(fixture.context, [600_000, 600_000])
    const { voteId } = await call(loanNumber)
    await vote(lenders[0], voteId, true)
    fixture.travel('14 days 1 minute')
    await moveOn(fixture.context)
    expect((await stateOf(voteId)).slice(0, 2)).toEqual(['OPEN', 2])
    const other = await aLoan()
    const silent = await call(other.loanNumber)
    fixture.travel('60 days')
    await moveOn(fixture.context)
    fixture.travel('70 days')
    await moveOn(fixture.context)
    expect(await stateOf(silent.voteId)).toEqual(['NO_QUORUM', 2, 0, 0])
    expect(await call(other.loanNumber, { agreedOn: '2027-03-01' })).toMatchObject({ lenders: 3 })
  })

  test('VOTE-04 a quorum of 0, of the whole or above it, a majority of half and a vote of no days are refused', async () => {
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
      await expect(aVoteRule(fixture.context, changes)).rejects.toMatchObject({ code: 'VOTE_RULE_INVALID' })
  })

  test('VOTE-04 reminders go half-way and a day before the end, once each, to who has not voted', async () => {
    const { loanNumber, lenders } = await aLoan()
    const { voteId } = await call(loanNumber)
    await vote(lenders[0], voteId, true)
    await moveOn(fixture.context)
    expect(await noticesOf(lenders[1])).toEqual(['VOTE_OPENED'])
    for (const day of [8, 9, 13.1, 13.5]) {
      fixture.travel(`${day * 24} hours`)
      await moveOn(fixture.context)
      await moveOn(fixture.context)
    }
    expect(await noticesOf(lenders[0])).toEqual(['VOTE_OPENED'])
    expect(await noticesOf(lenders[1])).toEqual(['VOTE_OPENED', 'VOTE_REMINDER', 'VOTE_REMINDER'])
  })

  test('VOTE-08 a loan paid, repaid or written off meanwhile ends its vote, with a notice and a record', async () => {
    const loans = [await aLoan(), await aLoan(), await aLoan()]
    const votes = []
    for (const { loanNumber } of loans) votes.push((await call(loanNumber)).voteId)
    const [paid, repaid, lost] = loans.map(({ loanNumber }) => loanNumber)
    await pay(paid ?? '', 20_000)
    await pay(repaid ?? '', 3_000_000)
    await perform(fixture.context, writeOffLoan, {
      actor: operator,
      input: { loanNumber: lost ?? '', writtenOffOn: '2026-05-01', reason: 'x' },
    })
    await moveOn(fixture.context)
    for (const [place, voteId] of votes.entries()) {
      expect((await stateOf(voteId))[0]).toBe('VOID')
      expect(await noticesOf(loans[place]?.lenders[0])).toEqual(['VOTE_OPENED', 'VOTE_ENDED'])
      expect((await findVote(fixture.context.db, voteId))?.record).toEqual(expect.any(String))
      await expect(vote(loans[place]?.lenders[0], voteId, true)).rejects.toMatchObject({ code: 'VOTE_ENDED' })
    }
  })

  test('VOTE-08 a payment that is taken back before the worker comes changes no vote', async () => {
    const { loanNumber, lenders } = await aLoan()
    const { voteId } = await call(loanNumber)
    await pay(loanNumber, 62_000)
    await perform(fixture.context, reverseRepayment, {
      actor: operator,
      input: { reference: `VOTE-${payments}`, loanNumber, reason: 'x' },
    })
    await moveOn(fixture.context)
    expect((await stateOf(voteId))[0]).toBe('OPEN')
    await vote(lenders[0], voteId, true)
    // A payment after the end does not change the count, even where the worker comes later.
    fixture.travel('14 days 1 hour')
    await pay(loanNumber, 62_000)
    await moveOn(fixture.context)
    expect((await stateOf(voteId))[0]).toBe('LAPSED')
    expect((await stateOf(voteId)).slice(2)).toEqual([720_000, 720_000])
  })

  test('VOTE-08 a vote is withdrawn while it is open or unused, once, with a reason that lenders read', async () => {
    const { loanNumber, lenders } = await aLoan()
    const { voteId } = await call(loanNumber)
    const withdraw = (reason: string) =>
      perform(fixture.context, withdrawVote, { actor: operator, input: { voteId, reason } })
    await expect(withdraw('')).rejects.toMatchObject({ code: 'INPUT_INVALID' })
    expect(await withdraw('Penerima Dana membayar.')).toMatchObject({ state: 'WITHDRAWN', changed: true })
    expect(await withdraw('Penerima Dana membayar.')).toMatchObject({ state: 'WITHDRAWN', changed: false })
    expect(await noticesOf(lenders[0])).toEqual(['VOTE_OPENED', 'VOTE_ENDED'])
    const again = await call(loanNumber)
    await vote(lenders[0], again.voteId, true)
    fixture.travel('15 days')
    await moveOn(fixture.context)
    const passed = { voteId: again.voteId, reason: 'Penerima Dana berubah pikiran.' }
    expect(
      await perform(fixture.context, withdrawVote, { actor: operator, input: passed }),
    ).toMatchObject({ state: 'WITHDRAWN' })
    await moveOn(fixture.context)
    expect((await findVote(fixture.context.db, again.voteId))?.record).toEqual(expect.any(String))
  })

  test('VOTE-08 the heirs of a dead lender vote by a document that the operator records', async () => {
    const { loanNumber, lenders } = await aLoan()
    const { voteId } = await call(loanNumber)
    const input = { voteId, lenderId: lenders[0] ?? 0, agrees: true, document: { name: 'SKW 7', sha256: 'ef'.repeat(32) } }
    const record = () => perform(fixture.context, recordHeirsVote, { actor: operator, input })
    await expect(record()).rejects.toMatchObject({ code: 'ESTATE_MISSING' })
    await perform(fixture.context, recordEstate, {
      actor: operator,
      input: {
        ...{ lenderId: input.lenderId, document: { name: 'SKW 6', sha256: 'ee'.repeat(32) }, reason: 'x' },
        heirs: [
          { accountName: 'Ahli Waris', accountNumber: '8800000001', bankCode: '014', share: { numerator: 1, denominator: 1 } },
        ],
      },
    })
    await expect(vote(input.lenderId, voteId, true)).rejects.toMatchObject({ code: 'LENDER_SUSPENDED' })
    expect(await record()).toEqual({ agrees: true, changed: true })
    fixture.travel('15 days')
    await moveOn(fixture.context)
    expect(await stateOf(voteId)).toEqual(['PASSED', 1, 720_000, 720_000])
    await expect(record()).rejects.toMatchObject({ code: 'VOTE_ENDED' })
  })
})

describe('calling a vote', () => {
  test('VOTE-01 terms that have no schedule, a consent of tomorrow, and lenders below a tenth are refused, and a dry run writes nothing', async () => {
    const { loanNumber, lenders } = await aVotableLoan(fixture.context, [1_000_000, 100_000])
    const tomorrow = { ...newTerms().consent, at: new Date(Date.now() + 86_400_000).toISOString() }
    for (const [changes, code] of [
      [{ tenor: 361 }, 'INPUT_INVALID'],
      [{ tenor: 0 }, 'INPUT_INVALID'],
      [{ interest: '2' }, 'INPUT_INVALID'],
      [{ interest: '-0.1' }, 'INPUT_INVALID'],
      [{ startsOn: '2025-01-01' }, 'INPUT_INVALID'],
      [{ agreedOn: '2028-12-31' }, 'DATE_IN_FUTURE'],
      [{ agreedOn: '2026-01-01' }, 'DATE_BEFORE_DISBURSEMENT'],
      [{ consent: tomorrow }, 'INPUT_INVALID'],
      [{ askedBy: 'LENDERS', askers: [] }, 'VOTE_ASKED_BY_TOO_FEW'],
      [{ askedBy: 'LENDERS', askers: [lenders[1] ?? 0, lenders[1] ?? 0] }, 'VOTE_ASKED_BY_TOO_FEW'],
      [{ askedBy: 'LENDERS', askers: [1, 2, 3] }, 'VOTE_ASKED_BY_TOO_FEW'],
    ] as const)
      await expect(call(loanNumber, changes as Partial<CallVote>)).rejects.toMatchObject({ code })
    const { callVote } = await import('./call-vote.ts')
    const input = { loanNumber, ...newTerms() }
    expect(await performDryRun(fixture.context, callVote, { actor: operator, input })).toMatchObject({ lenders: 2 })
    expect(await call(loanNumber, { askedBy: 'LENDERS', askers: [lenders[0] ?? 0] })).toMatchObject({ lenders: 2 })
  })

  test('VOTE-01 of many calls at once on one loan exactly one opens', async () => {
    const { loanNumber } = await aLoan()
    const calls = await Promise.allSettled(Array.from({ length: 4 }, () => call(loanNumber)))
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
