import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStage, cut, endsOf, play, remainsOf, scenarios } from '../../../testing/funding-scenario.ts'
import type { KeyedCall } from '../../platform/commands/command.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import type { FundLoan } from './fund-loan.ts'

let fixture: Fixture
let transactions = 0
beforeAll(async () => {
  fixture = await makeFixture({
    withoutFaults: 'counts transactions; the same requests meet faults in batch-parallel.test.ts',
    database: {
      beforeStatement(text) {
        if (text === 'begin') transactions += 1
      },
    },
  })
})
afterAll(() => fixture.close())

const nameOf = ({ actor, key }: KeyedCall<FundLoan>): string => JSON.stringify([actor, key])

/** How many of these batches contain an idempotency key that an earlier batch contains too. */
const withKnownKey = (batches: KeyedCall<FundLoan>[][]): number =>
  batches.filter((batch, place) => {
    const known = new Set(batches.slice(0, place).flat().map(nameOf))
    return batch.some((call) => known.has(nameOf(call)))
  }).length

test('I15 I17 funding requests give the same results in batches of any size as one after the other', async () => {
  const { context } = fixture
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(scenarios(24), fc.array(fc.integer({ min: 1, max: 8 })), async (scenario, sizes) => {
      const singly = await aStage(context, scenario)
      const expected = endsOf(
        await play(
          context,
          cut(
            singly.calls,
            singly.calls.map(() => 1),
          ),
        ),
      )
      const remains = await remainsOf(context, singly)
      for (const [place, end] of expected.entries()) {
        const again = end.startsWith('ok') && expected.indexOf(end) < place
        seen.add(again ? 'the same answer again' : (end.split(/[ ,]/)[0] ?? ''))
      }
      for (const parts of [[scenario.requests.length], sizes]) {
        const stage = await aStage(context, scenario)
        const batches = cut(stage.calls, parts)
        const before = transactions
        expect(endsOf(await play(context, batches))).toEqual(expected)
        // A failed batch would be repeated call by call with the same responses, so the number of transactions shows
        // that no batch failed. A batch with a known key needs one more transaction, which looks up the responses.
        expect(transactions - before).toBe(batches.length + withKnownKey(batches))
        expect(await remainsOf(context, stage)).toEqual(remains)
        // Running the same keys again in one batch gives the same answers and changes no data.
        expect(endsOf(await play(context, [stage.calls]))).toEqual(expected)
        expect(await remainsOf(context, stage)).toEqual(remains)
      }
    }),
    { numRuns: 30 },
  )
  expect(await fixture.books()).toEqual([])
  // The property is meaningful only if requests had each of these outcomes.
  expect([...seen].sort()).toEqual([
    'AGREEMENT_REQUIRED',
    'CASH_TOO_LOW',
    'FUNDING_ABOVE_OUTSTANDING',
    'FUNDING_BAD_REMAINDER',
    'FUNDING_BELOW_MINIMUM',
    'IDEMPOTENCY_KEY_REUSED',
    'LOAN_CLOSED',
    'LOAN_NOT_FOUND',
    'LOAN_NUMBER_MISMATCH',
    'LOAN_TAKEN',
    'ok',
    'the same answer again',
  ])
})
