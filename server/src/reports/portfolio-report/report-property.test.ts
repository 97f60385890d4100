import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, type BusinessDate } from '@pematang/contract/format/business-date'
import { one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { restructureLoan, writeOffLoan } from '../../loans/index.ts'
import {
  reverseDisbursement,
  reverseRepayment,
  reverseRestructuring,
  reverseWriteOff,
} from '../../loans/testing.ts'
import { listPortfolio } from '../portfolio/list.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { operator, servicingOf } from '../../../testing/loan-operations.ts'
import { aDisbursedLoan, type LentLoan, setTaxRate } from '../../../testing/servicing.ts'
import { positionsOn } from './positions.ts'

let fixture: Fixture
const { disburse, repay, settle } = servicingOf(() => fixture)

beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())

const steps = [
  ...([
    'pay',
    'pay',
    'pay',
    'pay',
    'late',
    'late',
    'settle',
    'reverse',
    'reverse again',
    'new terms',
  ] as const),
  ...(['new terms back', 'write off', 'write off back', 'disbursement back', 'disburse', 'tax'] as const),
] as const
const anyStep = fc.record({
  what: fc.constantFrom(...steps),
  /** The payment as a part of the loan, in thousandths. */
  part: fc.integer({ min: 1, max: 300 }),
  /** Days since the previous step. */
  after: fc.constantFrom(0, 0, 1, 3, 17, 40),
})
type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never

/** The facts about a funding that both the portfolio and its report show. */
type Told = Record<string, unknown>

const today = async (): Promise<BusinessDate> =>
  (await one<{ day: string }>(fixture.context.db, 'test.today', 'select business_day(app_now()) as day', []))
    .day

/** The current portfolio of a lender, as its web page shows it. */
async function shown(lenderId: number): Promise<Told[]> {
  const { list } = await listPortfolio(fixture.context, lenderId, { page: 1, limit: 100 })
  return (
    list
      .filter(({ statusName }) => statusName !== 'REPAID' && statusName !== 'REFUNDED')
      // What was written off and is recovered in whole is no position any more.
      .filter(({ statusName, principalLeft }) => statusName !== 'WRITTEN_OFF' || principalLeft !== 0)
      .map((item) => ({
        fundingId: item.propertyLenderId,
        status: item.statusName,
        principalLeft: item.principalLeft,
        daysLate: item.daysLate,
        nextDue: item.nextDueDate,
        nextAmount: item.nextDueAmount,
      }))
  )
}

async function reported(lenderId: number, day: BusinessDate): Promise<Told[]> {
  const all: Told[] = []
  for await (const one of positionsOn(fixture.context.db, lenderId, day)) {
    const { fundingId, status, principalLeft, daysLate, nextDue, nextAmount } = one
    all.push({ fundingId, status, principalLeft, daysLate, nextDue, nextAmount })
  }
  return all
}

/** Plays events on a loan over months, and remembers the portfolio of each lender at the end of each day. */
class Months {
  readonly loan: LentLoan
  readonly seen: { day: BusinessDate; lenderId: number; told: Told[] }[] = []
  readonly done = new Map<string, number>()
  readonly #references: string[] = []
  #recorded = 0
  #days: number

  constructor(loan: LentLoan, days: number) {
    this.loan = loan
    this.#days = days
  }

  get days(): number {
    return this.#days
  }

  async take({ what, part, after }: Step): Promise<void> {
    if (after > 0) {
      await this.look()
      this.#days += after
      fixture.travel(`${this.#days} days`)
    }
    try {
      await this.#act(what, part)
      this.done.set(what, (this.done.get(what) ?? 0) + 1)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }

  async look(): Promise<void> {
    const day = await today()
    for (const { lenderId } of this.loan.fundings) {
      this.seen.push({ day, lenderId, told: await shown(lenderId) })
    }
  }

  async #act(what: Step['what'], part: number): Promise<void> {
    const { loanNumber, fundings } = this.loan
    const { context } = fixture
    const day = await today()
    const input = { loanNumber, reason: 'recorded wrongly' }
    // The reference of a reversed payment is never reused, because the product refuses it.
    const reference = `${loanNumber}-${this.#recorded + 1}`
    const payment = { loanNumber, amount: 1_200 * part + 1_000, reference, paidOn: day }
    const acts: Record<Step['what'], () => Promise<unknown>> = {
      pay: () => this.#record(reference, repay(payment)),
      // A payment recorded late counts from its value date, but no report of a day before its recording includes it.
      late: () => this.#record(reference, repay({ ...payment, paidOn: addDays(day, -part) })),
      settle: () => this.#record(reference, settle({ ...payment, amount: 2_000_000 })),
      reverse: () => this.#reverse(-1),
      'reverse again': () => this.#reverse(-2),
      'new terms': () => perform(context, restructureLoan, newTerms(loanNumber, day, { reference, part })),
      'write off': () => perform(context, writeOffLoan, writtenOff(loanNumber, day)),
      tax: () => setTaxRate(context, fundings[0]?.lenderId ?? 0, part * 1_000),
      disburse: () => disburse(loanNumber, day),
      'new terms back': () => perform(context, reverseRestructuring, { actor: operator, input }),
      'write off back': () => perform(context, reverseWriteOff, { actor: operator, input }),
      'disbursement back': () => perform(context, reverseDisbursement, { actor: operator, input }),
    }
    await acts[what]()
  }

  async #record(reference: string, recording: Promise<unknown>): Promise<void> {
    await recording
    this.#recorded += 1
    this.#references.push(reference)
  }

  async #reverse(place: number): Promise<void> {
    const reference = this.#references.at(place)
    if (reference === undefined) return
    await perform(fixture.context, reverseRepayment, {
      actor: operator,
      input: { reference, reason: 'recorded wrongly' },
    })
    this.#references.splice(place, 1)
  }
}

const newTerms = (loanNumber: string, agreedOn: BusinessDate, more: { reference: string; part: number }) => ({
  actor: operator,
  input: {
    ...{ loanNumber, agreedOn, interest: '0.06', interestType: 'FLAT' as const, tenor: 6 },
    ...{ tenorPeriod: 'MONTH' as const, keepInterest: more.part % 2 === 0 },
    agreement: { reference: `ADD-${more.reference}`, sha256: 'ab'.repeat(32) },
  },
})

const writtenOff = (loanNumber: string, writtenOffOn: BusinessDate) => ({
  actor: operator,
  input: { loanNumber, writtenOffOn, reason: 'insolvent' },
})

describe('STM-04 the report of a past day', () => {
  const everyKind: [Step[]] = [
    [
      { what: 'disbursement back', part: 1, after: 1 },
      { what: 'disburse', part: 1, after: 3 },
      { what: 'pay', part: 30, after: 40 },
      { what: 'late', part: 20, after: 17 },
      { what: 'reverse again', part: 1, after: 1 },
      { what: 'tax', part: 300, after: 1 },
      { what: 'new terms', part: 2, after: 40 },
      { what: 'new terms back', part: 2, after: 1 },
      { what: 'new terms', part: 3, after: 1 },
      { what: 'pay', part: 100, after: 40 },
      { what: 'write off', part: 1, after: 40 },
      { what: 'write off back', part: 1, after: 1 },
      { what: 'settle', part: 1, after: 3 },
      { what: 'reverse', part: 1, after: 1 },
      { what: 'pay', part: 10, after: 1 },
    ],
  ]

  const recoveredInWhole: [Step[]] = [
    [
      { what: 'pay', part: 270, after: 1 },
      { what: 'pay', part: 180, after: 3 },
      { what: 'write off', part: 1, after: 3 },
      ...[260, 260, 260, 260].map((part) => ({ what: 'pay' as const, part, after: 3 as const })),
    ],
  ]

  test('STM-04 the report of a past day equals the portfolio at its end, also after later payments and reversals', async () => {
    const done = new Map<string, number>()
    let days = 0
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 14 }), async (all) => {
        fixture.travel(days === 0 ? undefined : `${days} days`)
        const loan = await aDisbursedLoan(fixture.context, [720_000, 300_000, 180_000], {
          ...{ interestType: 'FLAT', interest: '0.12', tenor: 12, tenorPeriod: 'MONTH' },
          disbursedOn: addDays(await today(), -50),
          taxRates: [150_000, 300_000, 0],
        })
        const months = new Months(loan, days)
        for (const step of all) await months.take(step)
        await months.take({ what: 'tax', part: 7, after: 1 })
        await months.look()
        days = months.days + 1
        for (const { day, lenderId, told } of months.seen) {
          expect({ day, told: await reported(lenderId, day) }).toEqual({ day, told })
        }
        for (const [what, times] of months.done) done.set(what, (done.get(what) ?? 0) + times)
        expect(await fixture.books()).toEqual([])
      }),
      { numRuns: fixture.faults ? 2 : 12, examples: [everyKind, recoveredInWhole] },
    )
    expect([...done.keys()].toSorted()).toEqual([...new Set(steps)].toSorted())
  })
})
