import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aClass, incomeAlone, limitsInForce } from '../../../testing/limits.ts'
import { aLender, reserveFunding, passwordGiven } from '../../../testing/people.ts'
import type { Context } from '../../context.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many } from '../../platform/db/database.ts'
import { reactivateLender, suspendLender } from '../../lenders/testing.ts'
import { findRounds, holdRound, replayRound } from './index.ts'
import { listStrategyRuns } from './runs.ts'
import { changeStrategy, listStrategies } from './strategies.ts'
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

const operator = { kind: 'operator', name: 'test' } as const
const reasonOf = async (investor: Investor) => (await fixture.runOf(investor)).reason
const figuresOf = async ({ lenderId, strategyId }: Investor) => {
  const [{ list: runs }, { list }] = await Promise.all([
    listStrategyRuns(context, lenderId, { strategyId, page: 1, limit: 1 }),
    listStrategies(context, lenderId),
  ])
  const [run, strategy] = [runs[0], list.find((one) => one.strategyId === strategyId)]
  expect(strategy?.lastRun).toEqual(run)
  return { funded: run?.funded, amount: run?.fundedAmount, notFunded: run?.notFunded, pending: run?.pending }
}
async function refuseSignature({ lenderId }: Investor): Promise<void> {
  const decided = await many<{ id: string }>(
    context.db,
    'test.decided',
    'select funding_id as id from auto_decision where lender_id = $1',
    [lenderId],
  )
  for (const { id } of decided) fixture.refusedSignatures.add(id)
}

test('AUT-08 the figures of an automatic funding round count fundings that wait or are signed, not refused or expired ones', async () => {
  const [signed, refused, unsigned] = [
    await fixture.investor(),
    await fixture.investor({ cash: 300_000 }),
    await fixture.investor(),
  ]
  await fixture.offer()
  const elsewhere = await fixture.offer({ grade: 'Z' })
  const { number } = await aRound(context)
  expect(await figuresOf(signed)).toEqual({ funded: 0, amount: 0, notFunded: 0, pending: 1 })
  await reserveFunding(context, { lenderId: refused.lenderId, ...elsewhere, amount: 300_000 })
  await refuseSignature(unsigned)
  await drain(context)
  expect(await figuresOf(signed)).toEqual({ funded: 1, amount: 300_000, notFunded: 0, pending: 0 })
  for (const none of [refused, unsigned]) {
    expect(await figuresOf(none)).toEqual({ funded: 0, amount: 0, notFunded: 1, pending: 0 })
    expect((await listStrategies(context, none.lenderId)).list).toMatchObject([{ placed: 0, fundings: 0 }])
  }
  const [round] = await findRounds(context.db, { limit: 1 })
  expect(round).toMatchObject({ number, decisions: 3, funded: 1, refused: 1, unsigned: 1, waiting: 0 })
})

test('AUT-04 a lender whose automatic funding the provider refused to sign counts as not served and keeps their queue position', async () => {
  const [first, second] = [await fixture.investor(), await fixture.investor()]
  const offer = () => fixture.offer({ totalLoan: 200_000 })
  // 60% of each loan is one step of Rp100,000, so each serves one lender.
  const firstLoan = await offer()
  await aRound(context)
  expect(await given()).toEqual([[first.lenderId, firstLoan.loanId]])
  await refuseSignature(first)
  await drain(context)
  // Funded by hand, which does not change the lender's place in the queue.
  const { lenderId } = await aLender(context, { cash: 1_000_000 })
  await reserveFunding(context, { lenderId, ...firstLoan, amount: 200_000 })
  for (const served of [first, second]) {
    const { loanId } = await offer()
    await aRound(context)
    expect(await given()).toContainEqual([served.lenderId, loanId])
    await drain(context)
  }
})

const given = async () =>
  (
    await many<{ lenderId: number; loanId: number }>(
      context.db,
      'test.given',
      `select lender_id as "lenderId", loan_id as "loanId" from auto_decision
        where round_id = (select id from auto_round order by number desc limit 1) order by no`,
    )
  ).map(({ lenderId, loanId }) => [lenderId, loanId])

test('AUT-08 a loan whose automatic order was refused is not ordered again for a day, and the lender sees why', async () => {
  const [unsigned, poor, fine] = [
    await fixture.investor(),
    await fixture.investor({ cash: 300_000 }),
    await fixture.investor({ perLoan: { kind: 'FIXED', amount: 100_000 } }),
  ]
  await fixture.offer()
  const elsewhere = await fixture.offer({ grade: 'Z' })
  await aRound(context)
  const held = await reserveFunding(context, { lenderId: poor.lenderId, ...elsewhere, amount: 300_000 })
  await refuseSignature(unsigned)
  await drain(context)
  expect([await fixture.endsOf(unsigned), await fixture.endsOf(poor), await fixture.endsOf(fine)]).toEqual([
    ['SIGNER_UNKNOWN'],
    ['CASH_TOO_LOW'],
    ['SETTLED'],
  ])
  expect(held).toBeDefined()
  fixture.refusedSignatures.clear()
  const again = await aRound(context)
  expect(again).toMatchObject({ decisions: 0 })
  for (const refused of [unsigned, poor]) {
    expect(await fixture.endsOf(refused)).toEqual(['REFUSED_LATELY'])
    expect((await fixture.runOf(refused)).reasons).toMatchObject([{ code: 'REFUSED_LATELY', loans: 1 }])
  }
  expect(await replayRound(context, again.number)).toMatchObject({ differences: [] })
  // Nothing has changed, so no further round is stored.
  expect(await holdRound(context)).toEqual({ held: false, because: 'NOTHING_NEW' })
  // A loan that has not refused the strategy can be allocated, and a strategy with changed terms may try again.
  await fixture.offer()
  expect(await aRound(context)).toMatchObject({ decisions: 2 })
  await drain(context)
  await perform(context, changeStrategy, {
    actor: {
      kind: 'lender',
      lenderId: unsigned.lenderId,
      ...(await passwordGiven(context, unsigned.lenderId)),
    },
    input: {
      strategyId: unsigned.strategyId,
      ...usualTerms,
      filters: { grade: await gradeOf(unsigned) },
      perLoan: { kind: 'FIXED', amount: 400_000 },
    },
  })
  expect(await aRound(context)).toMatchObject({ decisions: 2 })
  await drain(context)
})

const gradeOf = async ({ lenderId }: Investor) =>
  (await listStrategies(context, lenderId)).list[0]?.filters.grade ?? ''

test('AUT-08 a loan whose automatic order was refused is ordered again after a day', async () => {
  const one = await fixture.investor()
  await fixture.offer()
  await aRound(context)
  await refuseSignature(one)
  await drain(context)
  fixture.refusedSignatures.clear()
  fixture.travel('23 hours')
  try {
    expect(await aRound(context)).toMatchObject({ decisions: 0 })
    fixture.travel('25 hours')
    expect(await aRound(context)).toMatchObject({ decisions: 1 })
    await drain(context)
    expect((await fundingsOf(context, [one.lenderId])).map(({ state }) => state)).toEqual([
      'REJECTED',
      'SETTLED',
    ])
  } finally {
    fixture.travel(undefined)
  }
})

test('AUT-08 a suspended lender sees why nothing is funded, and automatic funding resumes in the round after the suspension', async () => {
  const one = await fixture.investor()
  await fixture.offer()
  await aRound(context)
  const input = { lenderId: one.lenderId, reason: 'test' }
  await perform(context, suspendLender, { actor: operator, input })
  await drain(context)
  expect(await fixture.endsOf(one)).toEqual(['LENDER_SUSPENDED'])
  expect(await aRound(context)).toMatchObject({ decisions: 0 })
  expect(await reasonOf(one)).toEqual({
    code: 'LENDER_SUSPENDED',
    message: expect.stringContaining('ditangguhkan'),
  })
  await perform(context, reactivateLender, { actor: operator, input })
  expect(await aRound(context)).toMatchObject({ decisions: 1 })
  await drain(context)
  expect(await fixture.endsOf(one)).toEqual(['SETTLED'])
})

test('AUT-08 when a manual funding made an automatic order fail, the next round orders the remainder of the loan', async () => {
  const one = await fixture.investor()
  const other = await aLender(context, { cash: 50_000_000 })
  const loan = await fixture.offer({ totalLoan: 1_000_000 })
  await aRound(context)
  await reserveFunding(context, { lenderId: other.lenderId, ...loan, amount: 800_000 })
  await drain(context)
  expect(await fixture.endsOf(one)).toEqual(['FUNDING_ABOVE_OUTSTANDING'])
  expect(await aRound(context)).toMatchObject({ decisions: 1, amount: 200_000 })
  await drain(context)
  expect(await fixture.endsOf(one)).toEqual(['SETTLED'])
})

// Must be the last test: limits stay in force, and cannot start on a day before existing fundings.
test('AUT-08 a loan refused by a funding limit is shown with its amount, and in later rounds as recently refused', async () => {
  const one = await fixture.investor()
  await fixture.offer()
  fixture.travel('2 days')
  await aClass(context, one.lenderId, { kind: 'INDIVIDUAL', yearlyIncome: 800_000 })
  await limitsInForce(context, incomeAlone)
  await aRound(context)
  await drain(context)
  expect(await fixture.endsOf(one)).toEqual(['FUNDING_ABOVE_INCOME_LIMIT'])
  for (let round = 0; round < 3; round += 1) {
    await holdRound(context)
    expect(await fixture.endsOf(one)).toEqual(['REFUSED_LATELY'])
  }
  expect((await fixture.runOf(one)).loans[0]?.reason?.message).toContain('sehari')
  fixture.travel(undefined)
})
