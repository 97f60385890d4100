import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { perform } from '../../platform/commands/perform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { recordRepayment } from '../repayment/index.ts'
import { settleEarly, restructureLoan, writeOffLoan } from '../terms/index.ts'
import { addDays } from '@pematang/contract/format/business-date'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { measureNow, measureOn } from './measure.ts'

const operator = { kind: 'operator', name: 'test' } as const
let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

type Happening = {
  loan: number
  after: number
  what: 'pay' | 'restructure' | 'settle' | 'write off'
  size: number
}

const happenings: fc.Arbitrary<Happening[]> = fc.array(
  fc.record({
    loan: fc.nat(1),
    after: fc.nat(45),
    what: fc.oneof(
      { weight: 8, arbitrary: fc.constant('pay' as const) },
      { weight: 2, arbitrary: fc.constant('restructure' as const) },
      { weight: 1, arbitrary: fc.constant('settle' as const) },
      { weight: 1, arbitrary: fc.constant('write off' as const) },
    ),
    size: fc.integer({ min: 1, max: 400_000 }),
  }),
  { minLength: 1, maxLength: 9 },
)

let references = 0

/** Performs the event on a day; ignores refusals where the loan is not in a state for it. */
async function happen({ what, size }: Happening, loanNumber: string, on: string): Promise<void> {
  const { context } = fixture
  references += 1
  const payment = { loanNumber, reference: `LOOK-${references}`, paidOn: on, penalty: 0 }
  const doings = {
    pay: () => perform(context, recordRepayment, { actor: operator, input: { ...payment, amount: size } }),
    settle: () =>
      perform(context, settleEarly, { actor: operator, input: { ...payment, amount: 5_000_000 } }),
    restructure: () =>
      perform(context, restructureLoan, {
        actor: operator,
        input: {
          loanNumber,
          agreedOn: on,
          interest: '0.1',
          interestType: 'ANNUITY',
          tenor: 1 + (size % 9),
          tenorPeriod: 'MONTH',
          keepInterest: size % 2 === 0,
          agreement: { reference: `ADD-${references}`, sha256: 'ab'.repeat(32) },
        },
      }),
    'write off': () =>
      perform(context, writeOffLoan, {
        actor: operator,
        input: { loanNumber, writtenOffOn: on, reason: 'tidak tertagih' },
      }),
  }
  await doings[what]().catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

test('TKB-01 the credit quality of a past day ignores later payments, restructurings, settlements and write-offs', async () => {
  const { context } = fixture
  await fc.assert(
    fc.asyncProperty(happenings, async (all) => {
      const loans = [
        await aDisbursedLoan(context, [300_000, 100_001], {
          interest: '0.2',
          tenor: 6,
          disbursedOn: '2025-11-30',
        }),
        await aDisbursedLoan(context, [250_000], { interest: '0.1', tenor: 3, disbursedOn: '2025-12-15' }),
      ]
      let day = '2025-12-20'
      const seen = new Map<string, unknown>()
      for (const one of all) {
        const next = addDays(day, one.after)
        // Measures two days between the events, before the next event happens.
        for (const between of [day, addDays(day, Math.floor(one.after / 2))]) {
          if (between < next) seen.set(between, await measureOn(context.db, between))
        }
        day = next
        await happen(one, loans[one.loan]?.loanNumber ?? '', day)
      }
      for (const [past, figures] of seen) expect(await measureOn(context.db, past), past).toEqual(figures)
      const today = await measureNow(context.db)
      expect(await measureOn(context.db, '2999-12-31')).toMatchObject({
        total: today.total,
        loans: today.loans,
      })
    }),
    { numRuns: 12 },
  )
})
