import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  assignSuspense,
  creditTopUp,
  listSuspense,
  recordPayment,
  returnSuspense,
  reverseTopUp,
  type SuspenseItem,
} from '../deposit/index.ts'
import { cashOf } from '../../books/index.ts'
import { perform } from '../../platform/commands/perform.ts'
import { performBatch } from '../../platform/commands/perform-batch.ts'
import { Refusal } from '../../platform/refusal.ts'
import { aBank } from '../snap/testing/bank.ts'
import { aDepositor } from '../../../testing/snap-scenario.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { creditFromStatement } from './payment-line.ts'
import { listed } from './testing/line.ts'

type Who = 'A' | 'B'
type Depositor = Awaited<ReturnType<typeof aDepositor>>

let fixture: Fixture
let lenders: Record<Who, Depositor>
beforeAll(async () => {
  fixture = await makeFixture({ overrides: { banks: [aBank(1).bank] } })
  lenders = { A: await aDepositor(fixture, [1]), B: await aDepositor(fixture, [1]) }
})
afterAll(() => fixture.close())

const amount = 90_000
const actor = { kind: 'operator', name: 'test' } as const
const anyone = fc.constantFrom<Who>('A', 'B')

/** What the bank and the operators can do about one payment into the virtual account of lender A. */
const anyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('notify' as const),
      /** The notice may contradict an earlier one: another number, or one rupiah more. */
      to: fc.constantFrom('A', 'A', 'A', 'B', 'nobody'),
      more: fc.constantFrom(0, 0, 0, 0, 1),
      isRetry: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('record' as const),
      to: anyone,
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('credit the line' as const) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('reverse' as const) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('assign' as const), to: anyone }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('send back' as const) }) },
)
type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never

/**
 * What the operators have of the payment in one run: the bank's id of it, the reference number of the slip, or both. Two
 * records under names that nobody has connected yet are two payments for everybody.
 */
const anySlip = fc.constantFrom('id' as const, 'reference' as const, 'both' as const)
type Slip = typeof anySlip extends fc.Arbitrary<infer One> ? One : never

/** How often each kind of step was done and not refused. */
type Seen = Record<Step['what'] | 'to the right lender', number>

let payments = 0

/** One payment with everything that is reported, recorded and corrected about it. */
class Payment {
  readonly #name = `ORDER-${(payments += 1)}`
  readonly #reference = `SLIP-${payments}`
  readonly #seen: Seen
  readonly #slip: Slip
  #before = { A: 0, B: 0 }
  #lineId = ''
  #returns = 0

  constructor(slip: Slip, seen: Seen) {
    this.#slip = slip
    this.#seen = seen
  }

  async begin(): Promise<void> {
    this.#before = { A: await cashOfLender('A'), B: await cashOfLender('B') }
    this.#lineId = await listed(fixture.context, {
      type: 'CREDIT',
      amount,
      bankReference: this.#reference,
      paymentRequestId: this.#name,
      number: lenders.A.numbers[1],
    })
  }

  /** Where the money is: with a lender, or in suspense. Empty while it was never reported, or after it was sent back. */
  async places(): Promise<Record<string, number>> {
    const waiting = await this.#waiting()
    const all = {
      A: (await cashOfLender('A')) - this.#before.A,
      B: (await cashOfLender('B')) - this.#before.B,
      suspense: waiting.reduce((sum, one) => sum + one.amount, 0),
    }
    return Object.fromEntries(Object.entries(all).filter(([, sum]) => sum !== 0))
  }

  /** @returns whether the step was done; a refused one must change nothing */
  async take(step: Step): Promise<boolean> {
    const before = await this.places()
    try {
      if (await this.#do(step)) this.#seen[step.what] += 1
      return true
    } catch (error) {
      // Anything else than a refusal, e.g. an error of the database, is a failure of the test.
      if (!(error instanceof Refusal) && (error as Error).constructor !== Error) throw error
      expect(await this.places()).toEqual(before)
      return false
    }
  }

  async #do(step: Step): Promise<boolean> {
    const { context } = fixture
    if (step.what === 'notify') return this.#notify(step)
    if (step.what === 'record') {
      const { lenderId } = lenders[step.to]
      const names = {
        id: { paymentRequestId: this.#name },
        reference: { paymentRequestId: this.#reference },
        both: { paymentRequestId: this.#name, referenceNo: this.#reference },
      }[this.#slip]
      const input = { bank: 'BNI' as const, ...names, lenderId, amount, reason: 'test' }
      return (await perform(context, creditTopUp, { actor, input })).credited
    }
    if (step.what === 'credit the line') {
      const input = { lineId: this.#lineId, note: 'no notice' }
      return (await perform(context, creditFromStatement, { actor, input })).credited
    }
    if (step.what === 'reverse') {
      const reverse = (payment: string) =>
        perform(context, reverseTopUp, { actor, input: { payment, reason: 'test' } })
      await reverse(this.#name).catch((error: Error) => {
        if (!error.message.startsWith('Tidak ada pembayaran')) throw error
        return reverse(this.#reference)
      })
      return true
    }
    const [item] = await this.#waiting()
    if (!item) return false
    const { paymentId } = item
    if (step.what === 'assign') {
      const input = { paymentId, lenderId: lenders[step.to].lenderId, note: 'slip' }
      return (await perform(context, assignSuspense, { actor, input })).assigned
    }
    const reference = `${this.#reference}-BACK-${(this.#returns += 1)}`
    const input = { paymentId, reference, note: 'nobody asks for it' }
    return (await perform(context, returnSuspense, { actor, input })).returned
  }

  async #notify({ to, more, isRetry }: Step & { what: 'notify' }): Promise<boolean> {
    const number = to === 'nobody' ? '988009999999999' : lenders[to as Who].numbers[1]
    const callId = fixture.context.random.uuid()
    const [outcome] = await performBatch(fixture.context, recordPayment, [
      {
        actor: { kind: 'system' },
        key: callId,
        input: {
          bank: 'BNI',
          callId,
          externalId: fixture.context.random.digits(12),
          paymentRequestId: this.#name,
          virtualAccountNo: number,
          amount: amount + more,
          referenceNo: this.#reference,
          isRetry,
        },
      },
    ])
    if (!outcome || !('answer' in outcome)) throw outcome?.error
    return outcome.answer === 'RECORDED'
  }

  async #waiting(): Promise<SuspenseItem[]> {
    const all = await listSuspense(fixture.context.db)
    return all.filter(
      ({ paymentRequestId, referenceNo }) =>
        paymentRequestId.startsWith(`${this.#name}#`) ||
        paymentRequestId.startsWith(`${this.#reference}#`) ||
        [this.#name, this.#reference].includes(paymentRequestId) ||
        referenceNo === this.#reference,
    )
  }

  /** Corrects whatever was recorded with the commands of the operator, until the money is with lender A. */
  async correct(): Promise<Record<string, number>> {
    for (let tries = 0; tries < 4; tries += 1) {
      const places = await this.places()
      if (places['A']) break
      if (places['suspense']) await this.take({ what: 'assign', to: 'A' })
      else if (!(await this.take({ what: 'reverse' }))) await this.take({ what: 'record', to: 'A' })
    }
    this.#seen['to the right lender'] += 1
    return this.places()
  }
}

const cashOfLender = async (who: Who): Promise<number> =>
  (await cashOf(fixture.context.db, lenders[who].lenderId)).available

test('I12 I13 one payment is in one place, in whatever order bank, statement and operators report and correct it, and can be corrected to its lender', async () => {
  const seen: Seen = {
    ...{ notify: 0, record: 0, 'credit the line': 0, reverse: 0, assign: 0, 'send back': 0 },
    'to the right lender': 0,
  }
  await fc.assert(
    fc.asyncProperty(anySlip, fc.array(anyStep, { minLength: 2, maxLength: 9 }), async (slip, steps) => {
      const payment = new Payment(slip, seen)
      await payment.begin()
      for (const step of steps) {
        await payment.take(step)
        const places = await payment.places()
        expect(Object.keys(places).length, JSON.stringify(places)).toBeLessThanOrEqual(1)
        for (const sum of Object.values(places)) expect([amount, amount + 1]).toContain(sum)
      }
      const [place, ...others] = Object.keys(await payment.correct())
      expect([place, others]).toEqual(['A', []])
      expect(await fixture.books()).toEqual([])
    }),
    { numRuns: fixture.faults ? 5 : 40, plugins: [fc.interruptAfterTimeLimit(200_000)] },
  )
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(0)
})
