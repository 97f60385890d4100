import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '@pematang/contract/format/business-date'
import { cashOf } from '../../books/index.ts'
import { one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { aPayingBank } from '../snap/testing/bank.ts'
import { runAllJobs } from '../../../testing/drain.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { jobs as withdrawalJobs } from '../withdrawal/follow.ts'
import { referenceOf } from '../withdrawal/follow-transfer.ts'
import { returnUnpaid } from '../withdrawal/index.ts'
import { heldWithdrawals } from '../../../testing/held-withdrawal.ts'
import { makeModelBank, type ModelBank } from './testing/model-bank.ts'
import { listDifferences } from './differences.ts'
import { listLines, type StoredLine } from './lines.ts'
import { reconcileDay } from './reconcile.ts'
import { chargeWithdrawal, returnedByBank } from './return-by-bank.ts'
import { settleByLine } from './settle-by-line.ts'

let fixture: Fixture
let bank: ModelBank
let seconds = 0
beforeAll(async () => {
  bank = makeModelBank(() => new Date(Date.now() + seconds * 1_000))
  fixture = await makeFixture({ overrides: { banks: [aPayingBank()], payers: new Map([[1, bank]]) } })
})
afterAll(() => fixture.close())

const amount = 200_000
const fee = 2_500
const actor = { kind: 'operator', name: 'test' } as const
const operatorActs = ['settle', 'return', 'charge', 'returned by bank'] as const
type Act = (typeof operatorActs)[number]

/** What the bank does with one withdrawal and says of it, and what operators try meanwhile. */
const anyStep = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('order' as const),
      mood: fc.constantFrom<ModelBank['orderMood']>(
        ...(['paid', 'paid, no answer', 'pending', 'refused', 'not taken'] as const),
        ...(['never arrives', 'arrives later'] as const),
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('status' as const),
      mood: fc.constantFrom<ModelBank['statusMood']>(
        'true',
        'away',
        'not found',
        'under way',
        'other amount',
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('bank' as const),
      does: fc.constantFrom('pays', 'fails', 'pays again', 'gives back'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('wait' as const),
      seconds: fc.constantFrom(0, 30, 1_000, 90_000),
      workers: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('reconcile' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('operator' as const),
      act: fc.constantFrom(...operatorActs),
      line: fc.nat(3),
    }),
  },
)
type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never

/** Ways through all that is counted below: each act of an operator, and each end. */
const everyKind: [Step[]][] = [
  [
    [
      { what: 'order', mood: 'paid, no answer' },
      { what: 'status', mood: 'other amount' },
      { what: 'wait', seconds: 0, workers: 2 },
      { what: 'reconcile' },
      { what: 'operator', act: 'settle', line: 0 },
    ],
  ],
  [
    [
      { what: 'order', mood: 'never arrives' },
      { what: 'status', mood: 'away' },
      { what: 'wait', seconds: 0, workers: 1 },
      { what: 'wait', seconds: 1_000, workers: 1 },
      { what: 'operator', act: 'return', line: 0 },
    ],
  ],
  // Lost, and paid after all: the operator charges it at the end.
  [
    [
      { what: 'order', mood: 'arrives later' },
      { what: 'wait', seconds: 0, workers: 1 },
      { what: 'wait', seconds: 1_000, workers: 1 },
      { what: 'bank', does: 'pays' },
    ],
  ],
  // Paid, and given back: the operator credits it at the end.
  [
    [
      { what: 'wait', seconds: 0, workers: 1 },
      { what: 'bank', does: 'gives back' },
    ],
  ],
]

/** How often each act of an operator was done, and each state was the last one. */
type Seen = Record<Act | 'PAID' | 'RETURNED' | 'given back', number>

class Walk {
  readonly id: string
  readonly lenderId: number
  readonly #seen: Seen

  constructor(id: string, lenderId: number, seen: Seen) {
    this.id = id
    this.lenderId = lenderId
    this.#seen = seen
  }

  async take(step: Step): Promise<void> {
    if (step.what === 'order') bank.orderMood = step.mood
    else if (step.what === 'status') bank.statusMood = step.mood
    else if (step.what === 'bank') this.#bank(step.does)
    else if (step.what === 'wait') await this.wait(step.seconds, step.workers)
    else if (step.what === 'reconcile') await this.reconcile()
    else await this.#try(step.act, step.line)
  }

  #bank(does: string): void {
    const reference = referenceOf(this.id)
    if (does === 'pays') bank.decide(reference, 'paid')
    else if (does === 'fails') bank.decide(reference, 'failed')
    else if (does === 'pays again') bank.payAgain(reference)
    else bank.returnMoney(reference)
  }

  async wait(more: number, workers = 1): Promise<void> {
    seconds += more
    fixture.travel(`${seconds} seconds`)
    const jobs = withdrawalJobs(fixture.context)
    const silent = { error: () => {}, warn: () => {} }
    await Promise.all(Array.from({ length: workers }, () => runAllJobs(fixture.context, jobs, silent)))
  }

  async reconcile(): Promise<void> {
    const { today } = await one<{ today: string }>(
      fixture.context.db,
      'test.today',
      'select business_day(app_now())::text as today',
    )
    for (const day of [today, addDays(today, 1)])
      await reconcileDay(fixture.context, { methodPayment: 1, day, actor: { kind: 'system' } })
  }

  async #lines(): Promise<StoredLine[]> {
    const all = { methodPayment: 1, day: null, withdrawalId: this.id, payment: null } as const
    return (await listLines(fixture.context.db, all)).filter(({ isGone }) => !isGone)
  }

  /** @returns whether the act was done; a refused one must change nothing */
  async #try(act: Act, place: number): Promise<boolean> {
    const lines = await this.#lines()
    const line = lines[place % Math.max(1, lines.length)]
    return act === 'return' ? this.act(act) : line ? this.act(act, line.id) : false
  }

  async act(act: Act, lineId = ''): Promise<boolean> {
    const { context } = fixture
    const before = await this.state()
    const input = { withdrawalId: this.id, lineId, note: 'test' }
    try {
      const done = {
        settle: async () => (await perform(context, settleByLine, { actor, input })).settled,
        return: async () =>
          (await perform(context, returnUnpaid, { actor, input: { id: this.id, note: 'test' } })).returned,
        charge: async () => (await perform(context, chargeWithdrawal, { actor, input })).charged,
        'returned by bank': async () =>
          (await perform(context, returnedByBank, { actor, input: { ...input, withFee: false } })).returned,
      }[act]
      if (await done()) this.#seen[act] += 1
      return true
    } catch (error) {
      // An error of the database, or of the ledger, is no refusal.
      if (!/^(Penarikan dana|Mutasi|Bank) /.test((error as Error).message)) throw error
      expect(await this.state()).toEqual(before)
      return false
    }
  }

  state = () =>
    one<{ state: string; reason: string | null; hold: string; cash: number; held: number }>(
      fixture.context.db,
      'test.withdrawal_state',
      `select w.state, w.end_reason as reason, h.state as hold, a.balance as cash, a.held
         from withdrawal w join hold h on h.id = w.id join account a on a.id = h.account_id where w.id = $1`,
      [this.id],
    )

  /** The bank says the truth, and the operator follows docs/operating/day.md until nothing differs. */
  async finish(): Promise<void> {
    bank.statusMood = 'true'
    if (bank.orderMood === 'not taken') bank.orderMood = 'paid'
    await this.wait(100)
    bank.decide(referenceOf(this.id), 'paid')
    for (const more of [400, 1_000, 4_000, 90_000]) await this.wait(more)
    for (let tries = 0; tries < 6; tries += 1) {
      await this.reconcile()
      const open = await this.#openKinds()
      if (open.length === 0) return
      await this.#settle(open)
    }
    throw new Error(`still open: ${(await this.#openKinds()).join(', ')}`)
  }

  async #openKinds(): Promise<string[]> {
    const all = await listDifferences(fixture.context.db, { methodPayment: 1, all: false })
    return all.filter(({ subject }) => subject === `withdrawal:${this.id}`).map(({ kind }) => kind)
  }

  async #settle(kinds: string[]): Promise<void> {
    const lines = await this.#lines()
    const of = (type: string) => lines.filter((line) => line.type === type)
    if (kinds.includes('PAID_AFTER_RETURN')) {
      for (const { id } of of('DEBIT')) if (await this.act('charge', id)) return
      // The lender already has what came back, or the bank sent it twice: the bank takes the last transfer back.
      bank.returnMoney(referenceOf(this.id))
    } else if (kinds.includes('GIVEN_BACK'))
      for (const { id } of of('CREDIT')) if (await this.act('returned by bank', id)) return
    if (kinds.includes('TWICE')) bank.returnMoney(referenceOf(this.id))
  }
}

test('I9 whatever the bank does and says of a withdrawal, in any order, it is ordered once, ends once, and can be brought to what the bank has sent', async () => {
  const seen: Seen = {
    ...{ settle: 0, return: 0, charge: 0, 'returned by bank': 0 },
    ...{ PAID: 0, RETURNED: 0, 'given back': 0 },
  }
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 14 }), async (steps) => {
      bank.orderMood = 'paid'
      bank.statusMood = 'true'
      seconds += 1
      fixture.travel(`${seconds} seconds`)
      const { lenderId, cash, held } = await heldWithdrawals(fixture.context, [amount])
      const walk = new Walk(held[0]?.id ?? '', lenderId, seen)
      for (const step of steps) await walk.take(step)
      await walk.finish()
      const end = await walk.state()
      expect(['PAID', 'RETURNED']).toContain(end.state)
      expect(end.held).toBe(0)
      expect(bank.received(referenceOf(walk.id))).toBeLessThanOrEqual(1)
      // The fee stays with the bank for a transfer that it made, also where it gave the money back.
      const wasPaid = end.state === 'PAID' || end.reason === 'GIVEN_BACK'
      const sent = bank.net(referenceOf(walk.id))
      expect(sent).toBe(end.state === 'PAID' ? amount : 0)
      const { available } = await cashOf(fixture.context.db, lenderId)
      expect(available).toBe(cash - sent - (wasPaid ? fee : 0))
      seen[end.state as 'PAID' | 'RETURNED'] += 1
      seen['given back'] += end.reason === 'GIVEN_BACK' ? 1 : 0
      expect(await fixture.books()).toEqual([])
    }),
    { numRuns: fixture.faults ? 6 : 20, examples: everyKind, plugins: [fc.interruptAfterTimeLimit(200_000)] },
  )
  for (const [kind, times] of Object.entries(seen)) expect(times, kind).toBeGreaterThan(0)
})
