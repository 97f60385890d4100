import type { RefusalCode } from '@pematang/contract/catalogue'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cashOf } from '../../books/index.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { perform } from '../../platform/commands/perform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { aLoan, reserveFunding } from '../../../testing/people.ts'
import { aDisbursedLoan, type LentLoan } from '../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { quoteLoan } from '../terms/index.ts'
import type { Repayment } from '../repayment/decide.ts'
import { reverseRepayment } from './reverse-repayment.ts'
import { addDays } from '@pematang/contract/format/business-date'
import { operator, servicingOf } from '../../../testing/loan-operations.ts'
import { loanStateOf } from '../../../testing/loan-state.ts'

let fixture: Fixture
const { balanceOf, repay, settle } = servicingOf(() => fixture)

beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())

const disbursedOn = '2025-01-31'
const lastDay = 330

type Recorded = Omit<Repayment, 'loanNumber' | 'again'> & { settles: boolean }

const anyPick = fc.nat(1_000)
const anyDay = fc.integer({ min: 0, max: lastDay - 30 })
const anyStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('pay' as const),
      day: anyDay,
      /** The payment as a part of the loan, in thousandths. */
      part: fc.integer({ min: 1, max: 400 }),
      fee: fc.constantFrom(0, 0, 1_500),
      penalty: fc.constantFrom(undefined, undefined, undefined, 0),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('settle' as const),
      day: anyDay,
      /** Whole rupiah paid above the settlement price. */
      more: fc.constantFrom(0, 3, 400_000, 5_000_000),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('reverse' as const),
      pick: anyPick,
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('again' as const), pick: anyPick }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('spend' as const), pick: anyPick, all: fc.boolean() }),
  },
)
type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never

const anyTerms = fc.record({
  interest: fc.integer({ min: 1, max: 300 }).map((rate) => String(rate / 1_000)),
  interestType: fc.constantFrom('ANNUITY' as const, 'FLAT' as const, 'BULLET' as const),
  tenor: fc.integer({ min: 1, max: 9 }),
  tenorPeriod: fc.constantFrom('WEEK' as const, 'MONTH' as const),
})

const repaymentRefusals: RefusalCode[] = [
  ...(['PENALTY_NOT_DUE', 'PENALTY_ABOVE_LIMIT', 'REPAYMENT_PARTS_TOO_LARGE'] as const),
  ...(['SETTLEMENT_TOO_LOW', 'LOAN_ENDED', 'DATE_BEFORE_LAST_EVENT', 'DATE_BEFORE_CHANGE'] as const),
]

/**
 * Runs the work.
 * @returns its answer, or null when it is refused with one of these codes
 */
async function unless<Answer>(
  codes: readonly RefusalCode[],
  verb: () => Promise<Answer>,
): Promise<Answer | null> {
  try {
    return await verb()
  } catch (error) {
    if (error instanceof Refusal && codes.includes(error.code)) return null
    throw error
  }
}

const recordOn = (
  { loanNumber }: LentLoan,
  { settles, penalty, ...payment }: Recorded,
  more: { again?: boolean } = {},
) =>
  (settles ? settle : repay)({
    ...payment,
    ...more,
    loanNumber,
    ...(penalty === undefined ? {} : { penalty }),
  })

type Seen = Record<'reversed' | 'behind' | 'settlements' | 'owed', number>

/** A loan on which payments are recorded and reversed, with the payments that should be in force on it. */
class Walk {
  readonly loan: LentLoan
  readonly standing: Recorded[] = []
  readonly reversed: Recorded[] = []
  /** What each lender funded on another loan, by index of the lender. */
  readonly spent: number[]
  readonly #other: { loanId: number; loanNumber: string }
  readonly #seen: Seen
  #references = 0

  constructor(loan: LentLoan, other: { loanId: number; loanNumber: string }, seen: Seen) {
    this.loan = loan
    this.#other = other
    this.#seen = seen
    this.spent = loan.fundings.map(() => 0)
  }

  async take(step: Step): Promise<void> {
    if (step.what === 'pay') await this.#pay(step)
    else if (step.what === 'settle') await this.#settle(step)
    else if (step.what === 'reverse') await this.#reverse(step)
    else if (step.what === 'again') await this.#recordAgain(step.pick)
    else await this.#spend(step)
  }

  async #record(payment: Recorded, more: { again?: boolean } = {}): Promise<void> {
    const done = await unless(repaymentRefusals, () => recordOn(this.loan, payment, more))
    if (done) this.standing.push(payment)
  }

  #pay({ day, part, fee, penalty }: Step & { what: 'pay' }): Promise<void> {
    const total = this.loan.fundings.reduce((sum, { amount }) => sum + amount, 0)
    return this.#record({
      ...{ reference: this.#newReference(), settles: false, paidOn: addDays(disbursedOn, day), fee },
      amount: Math.floor((total * part) / 1_000) + 2_200,
      ...(penalty === undefined ? {} : { penalty }),
    })
  }

  async #settle({ day, more }: Step & { what: 'settle' }): Promise<void> {
    const paidOn = addDays(disbursedOn, day)
    const quote = await unless(repaymentRefusals, () =>
      inTransaction(fixture.context.db, { repeatable: true }, (tx) =>
        quoteLoan(tx, this.loan.loanNumber, paidOn),
      ),
    )
    if (quote === null) return
    await this.#record({ reference: this.#newReference(), settles: true, paidOn, amount: quote.price + more })
  }

  async #reverse({ pick }: Step & { what: 'reverse' }): Promise<void> {
    // One reversal in ten is of a payment that is reversed already.
    const from = pick % 10 === 0 ? this.reversed : this.standing
    const wanted = from[pick % Math.max(1, from.length)]
    if (!wanted) return
    const { reference } = wanted
    const reverse = () =>
      perform(fixture.context, reverseRepayment, {
        actor: operator,
        input: { reference, reason: 'recorded on the wrong loan' },
      })
    const place = this.standing.indexOf(wanted)
    if (place === -1) return expectRefusal('REVERSED_BEFORE', reverse)
    if (this.standing.slice(place + 1).some(({ settles }) => settles))
      return expectRefusal('LOAN_CHANGED_SINCE', reverse)
    const done = await reverse()
    expect(done.amount).toBe(wanted.amount)
    this.standing.splice(place, 1)
    this.reversed.push(wanted)
    this.#seen.reversed += 1
    this.#seen.behind += done.moved.length
    this.#seen.settlements += wanted.settles ? 1 : 0
    this.#seen.owed += done.owed
  }

  async #recordAgain(pick: number): Promise<void> {
    const [one] = this.reversed.splice(pick % Math.max(1, this.reversed.length), 1)
    if (!one) return
    const before = this.standing.length
    await this.#record(one, { again: true })
    if (this.standing.length === before) this.reversed.push(one)
  }

  async #spend({ pick, all }: Step & { what: 'spend' }): Promise<void> {
    const place = pick % this.loan.fundings.length
    const lenderId = this.loan.fundings[place]?.lenderId ?? 0
    const { available } = await cashOf(fixture.context.db, lenderId)
    const amount = all ? available : Math.floor(available / 2)
    if (amount < 1_000) return
    await reserveFunding(fixture.context, { lenderId, ...this.#other, amount })
    this.spent[place] = (this.spent[place] ?? 0) + amount
  }

  #newReference(): string {
    this.#references += 1
    return `${this.loan.loanNumber}-${String(this.#references).padStart(2, '0')}`
  }

  /** The payments by value date and reference; an early settlement ends what was recorded before it. */
  get inOrder(): Recorded[] {
    let era = 0
    const placed = this.standing.map((one) => ({ one, era: one.settles ? era++ : era }))
    const keyOf = ({ one, era: of }: (typeof placed)[number]) =>
      [of, one.settles ? 1 : 0, one.paidOn, one.reference].join(' ')
    return placed.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).map(({ one }) => one)
  }
}

const expectRefusal = (code: RefusalCode, verb: () => Promise<unknown>): Promise<void> =>
  expect(verb()).rejects.toMatchObject({ code })

/** Returns a function that reads how the platform's balances of tax and fees have changed since now. */
async function platformSince(): Promise<() => Promise<number[]>> {
  const read = () => Promise.all([balanceOf('TAX_PAYABLE', 0), balanceOf('PLATFORM_FEE', 0)])
  const before = await read()
  return async () => (await read()).map((balance, place) => balance - (before[place] ?? 0))
}

describe('FIX-14 VAL-01 repayments recorded and reversed in random order', () => {
  const rates = [150_000, 300_000, 0]
  /**
   * A fixed example with every kind of step: reversing an earlier payment after a lender spent the money, and reversing
   * a settlement.
   */
  const everyKind: [number[], typeof anyTerms extends fc.Arbitrary<infer Terms> ? Terms : never, Step[]] = [
    [700_000, 300_000, 200_000],
    { interest: '0.12', interestType: 'FLAT', tenor: 6, tenorPeriod: 'MONTH' },
    [
      { what: 'pay', day: 20, part: 200, fee: 0, penalty: undefined },
      { what: 'pay', day: 40, part: 250, fee: 1_500, penalty: undefined },
      { what: 'spend', pick: 0, all: true },
      { what: 'reverse', pick: 12 },
      { what: 'settle', day: 100, more: 5_000_000 },
      { what: 'reverse', pick: 11 },
    ],
  ]

  test('FIX-14 after random repayments and reversals the books are as if the reversed repayments had never been recorded', async () => {
    /** Sums over all runs, to check that each kind occurred. */
    const seen: Seen = { reversed: 0, behind: 0, settlements: 0, owed: 0 }
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 100_000, max: 3_000_000 }), { minLength: 2, maxLength: 3 }),
        anyTerms,
        fc.array(anyStep, { minLength: 6, maxLength: 16 }),
        async (amounts, terms, steps) => {
          const options = { ...terms, disbursedOn, taxRates: rates.slice(0, amounts.length) }
          const other = await aLoan(fixture.context, { totalLoan: 100_000_000, minimumFunding: 1_000 })
          const walk = new Walk(await aDisbursedLoan(fixture.context, amounts, options), other, seen)
          const twin = await aDisbursedLoan(fixture.context, amounts, options)
          const last: Recorded = {
            ...{ reference: 'last', settles: false, paidOn: addDays(disbursedOn, lastDay) },
            amount: Math.floor(amounts.reduce((sum, one) => sum + one, 0) / 2),
          }

          const ofWalk = await platformSince()
          for (const step of steps) await walk.take(step)
          const platform = await ofWalk()

          const ofTwin = await platformSince()
          for (const one of walk.inOrder) await recordOn(twin, { ...one, reference: `twin-${one.reference}` })
          expect(platform).toEqual(await ofTwin())
          expect(await loanStateOf(fixture, walk.loan, walk.spent)).toEqual(await loanStateOf(fixture, twin))

          // A further payment also has the same result: the overdue amount, its penalty, and the part of each lender.
          for (const loan of [walk.loan, twin])
            await recordOn(loan, { ...last, reference: `${loan.loanNumber}-last` })
          expect(await loanStateOf(fixture, walk.loan, walk.spent)).toEqual(await loanStateOf(fixture, twin))
          expect(await fixture.books()).toEqual([])
        },
      ),
      { numRuns: fixture.faults ? 3 : 12, examples: [everyKind] },
    )
    for (const times of Object.values(seen)) expect(times).toBeGreaterThan(0)
  })
})
