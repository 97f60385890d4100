import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { aVotableLoan, aVote, aVoteRule, dayOfLoan, moveOn, voteAs } from '../../../testing/votes.ts'
import { perform } from '../../platform/commands/perform.ts'
import { recordRepayment } from '../repayment/index.ts'
import { outcomeOf } from './count.ts'
import { findVote } from './store.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())

const anyPart = fc
  .tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 2, max: 1000 }))
  .filter(([part, of]) => part < of)
  .map(([part, of]) => ({ part, of }))
const anyMajority = anyPart.filter(({ part, of }) => 2 * part > of)

test('VOTE-02 VOTE-04 the outcome is that of fractions in whole numbers, also where a double is not exact, and silence never adds a yes', () => {
  const anyCount = fc
    .tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }))
    .map(([a, b, principal]) => {
      const voted = Math.floor(principal * (a / 2 ** 31))
      return { principal, voted, agreed: Math.floor(voted * (b / 2 ** 31)) }
    })
  fc.assert(
    fc.property(anyCount, anyPart, anyPart, anyMajority, (count, quorum, secondQuorum, majority) => {
      const rule = { quorum, secondQuorum, majority, required: true, days: 1, secondDays: 1 }
      const big = (value: number) => BigInt(value)
      const isQuorate = big(count.voted) * big(quorum.of) > big(count.principal) * big(quorum.part)
      const hasMajority = big(count.agreed) * big(majority.of) >= big(count.voted) * big(majority.part)
      const expected = isQuorate ? (hasMajority ? 'PASSED' : 'REFUSED') : 'NO_QUORUM'
      expect(outcomeOf(1, count, rule)).toBe(expected)
      // Another lender who says nothing makes the whole larger and turns nothing into a yes.
      const silent = { ...count, principal: Math.min(Number.MAX_SAFE_INTEGER, count.principal + 1_000) }
      if (expected !== 'PASSED') expect(outcomeOf(1, silent, rule)).not.toBe('PASSED')
    }),
  )
})

/** What happens to a vote, in days from its call. */
type Event = { day: number } & (
  | { kind: 'VOTE'; lender: number; agrees: boolean }
  | { kind: 'PAY' }
  | { kind: 'WORKER' }
)

type Choices = ReadonlyMap<number, boolean>

/** What a call of a vote comes to, by the choices of now: what voted and agreed, and the outcome. */
function countOf(choices: Choices, weights: readonly number[], call: number) {
  let [voted, yes] = [0, 0]
  for (const [lender, agrees] of choices) {
    voted += weights[lender] ?? 0
    if (agrees) yes += weights[lender] ?? 0
  }
  const total = weights.reduce((all, weight) => all + weight, 0)
  const isQuorate = call === 1 ? voted * 2 > total : voted * 3 >= total
  const state = yes * 3 >= voted * 2 ? 'PASSED' : 'REFUSED'
  return { sums: [voted, yes] as [number, number], state: isQuorate ? state : 'NO_QUORUM' }
}

/** A second program of a vote: it follows the events one after the other and knows nothing of the first. */
function expectedEnd(events: readonly Event[], weights: readonly number[]): [string, number, number, number] {
  const choices = new Map<number, boolean>()
  let [call, ends, state] = [1, 14, 'OPEN']
  let kept: [number, number] = [0, 0]
  let paidOn = Number.POSITIVE_INFINITY
  const work = (day: number) => {
    // The worker ends a vote in one run; that it lapses is seen by the next.
    if (state === 'PASSED' && paidOn <= day) state = 'LAPSED'
    if (state !== 'OPEN') return
    const { sums, state: outcome } = countOf(choices, weights, call)
    if (paidOn < ends && paidOn <= day) [state, kept] = ['VOID', sums]
    else if (day < ends) return
    else if (outcome === 'NO_QUORUM' && call === 1) [call, ends] = [2, day + 7]
    else [state, kept] = [outcome, sums]
  }
  for (const event of events) {
    if (event.kind === 'PAY') paidOn = Math.min(paidOn, event.day)
    else if (event.kind === 'WORKER') work(event.day)
    else if (state === 'OPEN' && event.day < ends) choices.set(event.lender, event.agrees)
  }
  return [state, call, ...kept]
}

test('VOTE-02 VOTE-04 VOTE-06 votes, payments and runs of the worker in any order end as a second program says, and the books are sound', async () => {
  await aVoteRule(fixture.context)
  const anyEvent = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('VOTE' as const),
        day: fc.integer({ min: 0, max: 24 }),
        lender: fc.nat({ max: 3 }),
        agrees: fc.boolean(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('PAY' as const), day: fc.integer({ min: 0, max: 24 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('WORKER' as const), day: fc.integer({ min: 0, max: 24 }) }),
    },
  )
  const anyWeights = fc.array(
    fc.integer({ min: 1, max: 9 }).map((n) => n * 100_000),
    { minLength: 4, maxLength: 4 },
  )
  let payments = 0
  await fc.assert(
    fc.asyncProperty(anyWeights, fc.array(anyEvent, { maxLength: 14 }), async (weights, some) => {
      fixture.travel(undefined)
      const { context } = fixture
      const { loanNumber, lenders } = await aVotableLoan(context, weights)
      const { voteId } = await aVote(context, loanNumber)
      // Half a day later, so that no event falls on the moment of an end.
      const events = [
        ...some,
        { kind: 'WORKER' as const, day: 30 },
        { kind: 'WORKER' as const, day: 40 },
      ].toSorted((a, b) => a.day - b.day)
      for (const event of events) {
        fixture.travel(`${event.day * 24 + 12} hours`)
        if (event.kind === 'WORKER') await moveOn(context)
        else if (event.kind === 'PAY') {
          payments += 1
          const input = {
            loanNumber,
            reference: `COUNT-${payments}`,
            paidOn: dayOfLoan(4, 1),
            amount: 1_000,
            penalty: 0,
          }
          await perform(context, recordRepayment, { actor: { kind: 'operator', name: 'test' }, input })
        } else
          await voteAs(context, lenders[event.lender] ?? 0, voteId, event.agrees).catch((error: unknown) =>
            expect(error).toMatchObject({ code: 'VOTE_ENDED' }),
          )
      }
      const vote = await findVote(context.db, voteId)
      expect([vote?.state, vote?.call, vote?.voted, vote?.agreed]).toEqual(
        expectedEnd(
          events.map((event) => ({ ...event, day: event.day + 0.5 })),
          weights,
        ),
      )
    }),
    { numRuns: 25 },
  )
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
}, 300_000)
