import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { damage } from '../../../testing/damage.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { localXignature } from '../../../testing/mandates.ts'
import { aLender, aLoan, reserveFunding } from '../../../testing/people.ts'
import type { Context } from '../../context.ts'
import { revokeMandateOf } from '../mandate/index.ts'
import { EsignRefused } from '../../outside/esign/port.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many } from '../../platform/db/database.ts'
import { suspendLender } from '../../lenders/testing.ts'
import { holdDueRound, holdRound, replayRound } from './index.ts'
import { getStrategyRun, listStrategyRuns } from './runs.ts'
import { listStrategies, setStrategyState } from './strategies.ts'
import { anInvestor, aRound, drain, fundingsOf, type Investor } from '../../../testing/auto-rounds.ts'

let fixture: Fixture
let context: Context
/** Signers whose signatures the provider refuses. */
const refused = new Set<string>()
beforeAll(async () => {
  fixture = await makeFixture({
    settings: { AUTO_FUNDING_HAND_PERCENT: '40', AUTO_FUNDING_HAND_HOURS: '24' },
    overrides: {
      xignature: {
        sign(input) {
          if (refused.has(input.reference)) throw new EsignRefused('SIGNER_UNKNOWN', 422, 'a test refuses')
          return localXignature.sign(input)
        },
      },
    },
  })
  context = fixture.context
})
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await fixture.close()
})
let tests = 0
/** Each test uses its own rating, so that its strategies see no loans of other tests. */
let grade = ''
beforeEach(async () => {
  tests += 1
  grade = `Uji ${tests}`
  await many(context.db, 'test.pause', `update auto_strategy set state = 'PAUSED' where state = 'ACTIVE'`)
})
const investor = (options: Parameters<typeof anInvestor>[1] = {}) =>
  anInvestor(context, { filters: { grade }, ...options })
const offer = (overrides: Parameters<typeof aLoan>[1] = {}) => aLoan(context, { grade, ...overrides })

const runOf = async ({ lenderId, strategyId }: Investor) => {
  const { list } = await listStrategyRuns(context, lenderId, { strategyId, page: 1, limit: 1 })
  return getStrategyRun(context, lenderId, { strategyId, roundNumber: list[0]?.roundNumber ?? 0 })
}

test('AUT-01 AUT-08 a strategy funds a new loan: the order is allocated, signed by hash with both agreements, and notified', async () => {
  const one = await investor()
  const { loanId, loanNumber } = await offer()
  const { decisions, amount, number } = await aRound(context)
  expect([decisions, amount]).toEqual([1, 300_000])
  await drain(context)
  expect(await fundingsOf(context, [one.lenderId])).toMatchObject([
    { loanId, amount: 300_000, state: 'SETTLED' },
  ])
  expect((await listStrategies(context, one.lenderId)).list).toMatchObject([
    {
      placed: 300_000,
      fundings: 1,
      lastRun: { roundNumber: number, funded: 1, fundedAmount: 300_000, notFunded: 0 },
    },
  ])
  expect((await runOf(one)).loans).toMatchObject([
    { loanNumber, wanted: 300_000, amount: 300_000, place: 1, lineLength: 1, state: 'SETTLED', reason: null },
  ])
  const documents = await many<{ kind: string }>(
    context.db,
    'test.kinds',
    'select kind from document where agreement_id = (select id from funding where lender_id = $1) order by kind',
    [one.lenderId],
  )
  expect(documents.map(({ kind }) => kind)).toEqual(['PP', 'PPFP', 'PPFP_SIGNED', 'PP_SIGNED'])
  // The lender's amount in this loan has reached the strategy's amount per loan, so the next round adds nothing.
  expect(await holdRound(context)).toMatchObject({ held: true, decisions: 0 })
  expect((await runOf(one)).loans).toMatchObject([{ amount: 0, reason: { code: 'ALREADY_FUNDED' } }])
})

test('AUT-10 automatic funding allocates nothing to a lender without a mandate in force, and shows the reason', async () => {
  const [none, ended] = [await investor({ mandate: null }), await investor()]
  await perform(context, revokeMandateOf, {
    actor: { kind: 'operator', name: 'test' },
    input: { lenderId: ended.lenderId, reason: 'test' },
  })
  await offer()
  expect(await aRound(context)).toMatchObject({ decisions: 0 })
  for (const investor of [none, ended])
    expect(await runOf(investor)).toMatchObject({ funded: 0, loans: [], reason: { code: 'NO_MANDATE' } })
})

test('AUT-05 the share of a loan reserved for manual funding is allocated automatically once its time is over', async () => {
  const investors = [await investor({ perLoan: { kind: 'FIXED', amount: 1_000_000 } })]
  investors.push(await investor({ perLoan: { kind: 'FIXED', amount: 1_000_000 } }))
  const { loanId } = await offer({ totalLoan: 1_000_000, minimumFunding: 100_000 })
  await aRound(context)
  await drain(context)
  const mine = investors.map(({ lenderId }) => lenderId)
  const funded = async () => (await fundingsOf(context, mine)).filter((funding) => funding.loanId === loanId)
  expect((await funded()).map(({ amount }) => amount)).toEqual([300_000, 300_000])
  fixture.travel('25 hours')
  try {
    await aRound(context)
    await drain(context)
    expect((await funded()).reduce((sum, { amount }) => sum + amount, 0)).toBe(1_000_000)
  } finally {
    fixture.travel(undefined)
  }
})

test('AUT-08 an automatic order whose loan or strategy changed is refused with the reason, and the others are funded', async () => {
  const [taken, poor, suspended, revoked, fine] = [
    await investor({ filters: { grade: 'Penuh' } }),
    await investor({ cash: 300_000 }),
    await investor(),
    await investor(),
    await investor(),
  ]
  const other = await aLender(context, { cash: 50_000_000 })
  const filled = await offer({ grade: 'Penuh' })
  await offer()
  const { decisions } = await aRound(context)
  expect(decisions).toBe(5)
  await reserveFunding(context, { lenderId: other.lenderId, ...filled, amount: 10_000_000 })
  const elsewhere = await offer({ grade: 'Z' })
  await reserveFunding(context, { lenderId: poor.lenderId, ...elsewhere, amount: 300_000 })
  const operator = { kind: 'operator', name: 'test' } as const
  await perform(context, suspendLender, {
    actor: operator,
    input: { lenderId: suspended.lenderId, reason: 'test' },
  })
  await perform(context, revokeMandateOf, {
    actor: operator,
    input: { lenderId: revoked.lenderId, reason: 'test' },
  })
  await drain(context)
  const reasons = async (investor: Investor) =>
    (await runOf(investor)).loans.map(({ reason, state }) => reason?.code ?? state)
  expect(await reasons(taken)).toEqual(['LOAN_TAKEN'])
  expect(await reasons(poor)).toEqual(['CASH_TOO_LOW'])
  expect(await reasons(suspended)).toEqual(['LENDER_SUSPENDED'])
  expect(await reasons(revoked)).toEqual(['MANDATE_MISSING'])
  expect(await reasons(fine)).toEqual(['SETTLED'])
})

test('AUT-08 an automatic funding whose signature the provider refuses returns the money, and the strategy shows the refusal', async () => {
  const one = await investor()
  await offer()
  await aRound(context)
  const [decision] = await many<{ id: string }>(
    context.db,
    'test.decided',
    'select funding_id as id from auto_decision where lender_id = $1',
    [one.lenderId],
  )
  refused.add(decision?.id ?? '')
  await drain(context)
  expect(await fundingsOf(context, [one.lenderId])).toMatchObject([
    { state: 'REJECTED', endReason: 'SIGNER_UNKNOWN' },
  ])
  expect((await runOf(one)).loans).toMatchObject([
    { amount: 300_000, state: 'REJECTED', reason: { code: 'SIGNER_UNKNOWN' } },
  ])
  expect((await listStrategies(context, one.lenderId)).list).toMatchObject([{ placed: 0, fundings: 0 }])
})

test('AUT-06 a budget without reinvestment counts all amounts ever funded; a paused or ended strategy gets no allocation', async () => {
  const once = await investor({ budget: 300_000, reinvest: false })
  const paused = await investor()
  await perform(context, setStrategyState, {
    actor: { kind: 'lender', lenderId: paused.lenderId },
    input: { strategyId: paused.strategyId, state: 'PAUSED' },
  })
  await offer()
  expect(await aRound(context)).toMatchObject({ decisions: 1 })
  await drain(context)
  await offer()
  expect(await aRound(context)).toMatchObject({ decisions: 0 })
  // The budget is used up, so no loan is considered, neither the new one nor the funded one.
  expect((await runOf(once)).reasons).toMatchObject([{ code: 'BUDGET', loans: 2 }])
  expect(await fundingsOf(context, [paused.lenderId])).toEqual([])
})

test('AUT-06 manual fundings concurrent with a round of automatic funding never overfund the loan', async () => {
  const investors = []
  for (let count = 0; count < 4; count += 1)
    investors.push(await investor({ perLoan: { kind: 'FIXED', amount: 200_000 } }))
  const loan = await offer({ totalLoan: 1_000_000 })
  expect((await aRound(context)).amount).toBe(600_000)
  const hands = []
  for (let count = 0; count < 6; count += 1) hands.push(await aLender(context, { cash: 1_000_000 }))
  const byHand = await Promise.allSettled([
    drain(context),
    ...hands.map(({ lenderId }) => reserveFunding(context, { lenderId, ...loan, amount: 100_000 })),
  ])
  await drain(context)
  const all = await fundingsOf(
    context,
    [...investors, ...hands].map(({ lenderId }) => lenderId),
  )
  const sum = all.reduce((total, { amount }) => total + amount, 0)
  expect(byHand[0]?.status).toBe('fulfilled')
  expect(sum).toBeLessThanOrEqual(1_000_000)
  expect(all.length).toBeGreaterThan(5)
  expect(await fixture.books()).toEqual([])
})

test('AUT-07 replaying a stored round gives the same allocation, and reports stored decisions that were tampered with', async () => {
  for (let count = 0; count < 3; count += 1) await investor({ perLoan: { kind: 'SHARE', basisPoints: 700 } })
  await offer({ totalLoan: 800_000 })
  await offer()
  const { number, decisions, roundId } = await aRound(context)
  expect(await replayRound(context, number)).toMatchObject({ decisions, differences: [] })
  await drain(context)
  expect(await replayRound(context, number)).toMatchObject({ decisions, differences: [] })
  expect(await replayRound(context, 999_999)).toBeUndefined()
  const place = (to: number) =>
    damage(fixture, 'update auto_decision set line_length = $1 where no = 1 and round_id = $2', [to, roundId])
  await place(9)
  expect((await replayRound(context, number))?.differences).toEqual(['keputusan 1 berbeda'])
  await place(3)
})

test('AUT-04 a round of automatic funding is due once loans were published or its interval has passed', async () => {
  await investor()
  const rounds = async () =>
    (await many<{ number: number }>(context.db, 'test.rounds', 'select number from auto_round')).length
  await holdDueRound(context)
  await drain(context)
  const before = await rounds()
  await holdDueRound(context)
  expect(await rounds()).toBe(before)
  await offer()
  await holdDueRound(context)
  expect(await rounds()).toBe(before + 1)
  expect(await holdRound(context)).toEqual({ held: false, because: 'ROUND_OPEN' })
  // What is published meanwhile is due as soon as the open round has ended.
  await offer()
  await holdDueRound(context)
  expect(await rounds()).toBe(before + 1)
  await drain(context)
  await holdDueRound(context)
  expect(await rounds()).toBe(before + 2)
  await drain(context)
  fixture.travel('10 minutes')
  try {
    await holdDueRound(context)
    expect(await rounds()).toBe(before + 3)
    // The round allocated nothing, so another one on the same input is not stored.
    expect(await holdRound(context)).toEqual({ held: false, because: 'NOTHING_NEW' })
  } finally {
    fixture.travel(undefined)
  }
})
