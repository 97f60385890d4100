import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aLoan, reserveFunding, signFunding, passwordGiven } from '../../../testing/people.ts'
import type { Context } from '../../context.ts'
import { perform } from '../../platform/commands/perform.ts'
import { one } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { holdRound, prepareRound, storeRound } from './index.ts'
import { runRound } from './run-round.ts'
import { changeStrategy, setStrategyState } from './strategies.ts'
import { lockStrategies } from './strategy-store.ts'
import { makeRoundFixture, type RoundFixture } from './testing/fixture.ts'
import { aRound, drain, fundingsOf, type Investor, usualTerms } from '../../../testing/auto-rounds.ts'

let fixture: RoundFixture
let context: Context
beforeAll(async () => {
  fixture = await makeRoundFixture()
  context = fixture.context
})
beforeEach(() => fixture.separate())
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await fixture.close()
})

const turn = async ({ lenderId, strategyId }: Investor, state: 'ACTIVE' | 'PAUSED' | 'ENDED') =>
  perform(context, setStrategyState, {
    actor: { kind: 'lender', lenderId, ...(await passwordGiven(context, lenderId)) },
    input: { strategyId, state },
  })
const change = async ({ lenderId, strategyId }: Investor, terms: Partial<typeof usualTerms>) =>
  perform(context, changeStrategy, {
    actor: { kind: 'lender', lenderId, ...(await passwordGiven(context, lenderId)) },
    input: { strategyId, ...usualTerms, ...terms },
  })

test('AUT-06 orders of a strategy that was paused, ended or changed since the allocation are refused, and the others are funded', async () => {
  const [paused, ended, lowered, resumed, fine] = [
    await fixture.investor(),
    await fixture.investor(),
    await fixture.investor(),
    await fixture.investor(),
    await fixture.investor(),
  ]
  await fixture.offer()
  expect(await aRound(context)).toMatchObject({ decisions: 5 })
  await turn(paused, 'PAUSED')
  await turn(ended, 'ENDED')
  await change(lowered, { budget: 300_000, perLoan: { kind: 'FIXED', amount: 100_000 } })
  await turn(resumed, 'PAUSED')
  await turn(resumed, 'ACTIVE')
  await drain(context)
  const all = [paused, ended, lowered, resumed, fine]
  expect(await Promise.all(all.map((each) => fixture.endsOf(each)))).toEqual([
    ['STOPPED'],
    ['STOPPED'],
    ['CHANGED'],
    ['SETTLED'],
    ['SETTLED'],
  ])
  const funded = await fundingsOf(
    context,
    all.map(({ lenderId }) => lenderId),
  )
  expect(funded.map(({ lenderId }) => lenderId)).toEqual([resumed.lenderId, fine.lenderId])
  for (const stopped of [paused, lowered])
    expect((await fixture.runOf(stopped)).loans[0]?.reason?.message).toMatch(/^Strategi ini/)
})

test('AUT-06 an automatic order that would exceed its strategy’s limit because of a manual funding in the meantime is refused', async () => {
  const cash = await fixture.investor({ cash: 1_000_000, cashToKeep: 500_000 })
  const borrower = await fixture.investor({ mostPerBorrower: 400_000 })
  const perLoan = await fixture.investor()
  const within = await fixture.investor({ cash: 1_000_000, cashToKeep: 500_000, mostPerBorrower: 500_000 })
  const loan = await fixture.offer()
  expect(await aRound(context)).toMatchObject({ decisions: 4 })
  const elsewhere = await aLoan(context)
  const byHand = async ({ lenderId }: Investor, to: { loanId: number; loanNumber: string }, amount: number) =>
    signFunding(context, (await reserveFunding(context, { lenderId, ...to, amount })).fundingId)
  await byHand(cash, elsewhere, 300_000)
  await byHand(borrower, loan, 200_000)
  await byHand(perLoan, loan, 100_000)
  await byHand(within, elsewhere, 200_000)
  await drain(context)
  const all = [cash, borrower, perLoan, within]
  expect(await Promise.all(all.map((each) => fixture.endsOf(each)))).toEqual([
    ['CASH'],
    ['BORROWER'],
    ['ALREADY_FUNDED'],
    ['SETTLED'],
  ])
  expect((await fixture.runOf(cash)).loans[0]?.reason?.message).toMatch(/dana siaga/)
})

test('AUT-06 each automatic order counts against the limits of its strategy, also within one batch', async () => {
  const investor = await fixture.investor({ cash: 1_300_000, cashToKeep: 300_000 })
  for (const _ of [1, 2, 3]) await fixture.offer()
  expect(await aRound(context)).toMatchObject({ decisions: 3 })
  const { lenderId } = investor
  const elsewhere = await aLoan(context)
  await reserveFunding(context, { lenderId, ...elsewhere, amount: 200_000 })
  await drain(context)
  expect((await fixture.endsOf(investor)).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    'CASH',
    'SETTLED',
    'SETTLED',
  ])
})

test('AUT-06 an automatic order waits for a concurrent change of its strategy and then follows the new terms', async () => {
  const one = await fixture.investor()
  await fixture.offer()
  const { roundId } = await aRound(context)
  let ordered: Promise<unknown> = Promise.resolve()
  await inTransaction(context.db, { repeatable: false }, async (tx) => {
    await lockStrategies(tx, one.lenderId)
    await tx.query({
      text: `update auto_strategy set state = 'PAUSED' where lender_id = $1`,
      values: [one.lenderId],
    })
    ordered = runRound(context, { roundId })
    await context.clock.sleep(1_500)
  })
  await ordered
  expect(await fixture.endsOf(one)).toEqual(['STOPPED'])
  expect(await fundingsOf(context, [one.lenderId])).toEqual([])
})

test('AUT-06 a strategy funds nothing after its pause was confirmed, although orders run concurrently', async () => {
  const investors: Investor[] = []
  for (let count = 0; count < 6; count += 1) investors.push(await fixture.investor())
  await fixture.offer()
  const { roundId } = await aRound(context)
  const ids = investors.map(({ lenderId }) => lenderId)
  const fundedThen: number[] = []
  const ordering = runRound(context, { roundId })
  for (const investor of investors) {
    await turn(investor, 'PAUSED')
    fundedThen.push((await fundingsOf(context, [investor.lenderId])).length)
  }
  await ordering
  await drain(context)
  for (const [place, lenderId] of ids.entries())
    expect(await fundingsOf(context, [lenderId])).toHaveLength(fundedThen[place] ?? 0)
})

test('AUT-04 a round prepared before another round was stored is discarded, even when the stored one has ended', async () => {
  const one = await fixture.investor()
  await fixture.offer()
  const stale = await prepareRound(context)
  if ('because' in stale) throw new Error(`no round was prepared: ${stale.because}`)
  await aRound(context)
  const keep = () => perform(context, storeRound, { actor: { kind: 'system' }, input: stale })
  expect(await keep()).toEqual({ held: false, because: 'ROUND_OPEN' })
  await drain(context)
  expect(await keep()).toEqual({ held: false, because: 'OUTDATED' })
  await drain(context)
  expect(await fundingsOf(context, [one.lenderId])).toHaveLength(1)
})

test('AUT-04 only one of several concurrent rounds of automatic funding is stored', async () => {
  await fixture.investor()
  await fixture.offer()
  const before = await rounds()
  const held = await Promise.all(Array.from({ length: 4 }, () => holdRound(context)))
  expect(held.filter((each) => each.held)).toHaveLength(1)
  expect(await rounds()).toBe(before + 1)
  await drain(context)
})

const rounds = async () =>
  (
    await one<{ count: number }>(
      context.db,
      'test.rounds',
      'select count(*)::integer as count from auto_round',
      [],
    )
  ).count
