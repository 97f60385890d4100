import { afterAll, beforeAll, expect, test } from 'vitest'
import { theirAgreements } from '../../../testing/crowd.ts'
import { aClass, incomeAlone, limitsInForce, roomNow } from '../../../testing/limits.ts'
import type { Context } from '../../context.ts'
import { makeFundingBatcher } from '../single/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { prepareAgreements } from './prepare-agreements.ts'
import { waitingDecisions } from './round-store.ts'
import { runRound } from './run-round.ts'
import { makeRoundFixture, type RoundFixture } from './testing/fixture.ts'
import { provedSessions } from '../../../testing/proved-sessions.ts'
import { aRound, drain, fundingsOf } from '../../../testing/auto-rounds.ts'

const million = 1_000_000
/** Ten percent of a yearly income of twenty million rupiah. */
const limit = 2 * million
const [automatic, byHand] = [300_000, 150_000]

let fixture: RoundFixture
let context: Context
beforeAll(async () => {
  fixture = await makeRoundFixture()
  context = fixture.context
  await limitsInForce(context, incomeAlone)
})
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await fixture.close()
})

test.each([
  ['at the same moment', 0],
  ['while the orders of a round run', 40],
])(
  'LIM-02 automatic and manual fundings never exceed the limit of a lender when made %s',
  async (_, handsAfter) => {
    await fixture.separate()
    const { lenderId } = await fixture.investor({ cash: 100 * million })
    await aClass(context, lenderId, { kind: 'INDIVIDUAL', yearlyIncome: 10 * limit })
    for (let count = 0; count < 6; count += 1) await fixture.offer({ totalLoan: 20 * million })
    const loan = await fixture.offer({ totalLoan: 100 * million, grade: 'Pilihan sendiri' })
    const hands = Array.from({ length: 60 }, () => ({ lenderId, ...loan, amount: byHand }))
    await theirAgreements(context, hands)
    const sessions = await provedSessions(context, lenderId, hands.length)
    const { roundId } = await aRound(context)
    const decisions = await waitingDecisions(context.db, roundId, { without: [], limit: 100 })
    expect(decisions).toHaveLength(6)
    await prepareAgreements(context, decisions)

    const batcher = makeFundingBatcher(context)
    const fundByHand = async () => {
      await context.clock.sleep(handsAfter)
      return Promise.all(
        sessions.map((session) =>
          batcher
            .fund({
              actor: { kind: 'lender', lenderId, session },
              input: { ...loan, amount: byHand },
              key: context.random.uuid(),
            })
            .then(
              () => byHand,
              (error: unknown) => {
                if (error instanceof Refusal && error.code === 'FUNDING_ABOVE_INCOME_LIMIT') return 0
                throw error
              },
            ),
        ),
      )
    }
    const [answered] = await Promise.all([fundByHand(), runRound(context, { roundId })])
    await drain(context)

    const stored = await fundingsOf(context, [lenderId])
    const sumOf = (wanted: number) =>
      stored.reduce((sum, { amount }) => (amount === wanted ? sum + amount : sum), 0)
    const taken = sumOf(automatic) + sumOf(byHand)
    expect(sumOf(byHand)).toBe(answered.reduce((sum, amount) => sum + amount, 0))
    expect(taken).toBe(stored.reduce((sum, { amount }) => sum + amount, 0))
    // The hand-picked fundings alone would exceed the limit, so at the end less than one further funding fits.
    expect(taken).toBeLessThanOrEqual(limit)
    expect(limit - taken).toBeLessThan(automatic)
    expect(await roomNow(context, lenderId)).toBe(limit - taken)
    expect(await fixture.books()).toEqual([])
  },
)
