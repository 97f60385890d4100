import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { creditTopUp } from '../../cash/index.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { aLender } from '../../../testing/people.ts'
import { aPerson, decidedBy, proposed } from '../../../testing/staff.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { setStaffRights, takeStaffRights } from '../people/index.ts'
import { refuseProposal, withdrawProposal } from './proposals.ts'
import { setApprovalRules } from './rules.ts'

const operator = { kind: 'operator', name: 'test' } as const
const names = ['Ani', 'Bayu', 'Cici', 'Dodi'] as const
const whole = ['LOOK', 'WORK', 'DECIDE', 'ADMIN'] as const

let fixture: Fixture
let lenderId: number
let people: number[]
/** Hours after the start; the clock of the test only goes forward. */
let now = 0
let payments = 0

beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'compares each step with a model' })
  lenderId = (await aLender(fixture.context)).lenderId
  people = []
  for (const name of names) people.push(await aPerson(fixture, name, ...whole))
})
afterAll(() => fixture.close())
afterEach(async () => expect(await fixture.books()).toEqual([]))

type Step =
  | { do: 'propose'; who: number; amount: number }
  | { do: 'agree' | 'refuse' | 'withdraw'; who: number; which: number }
  | { do: 'run' }
  | { do: 'suspend' | 'restore'; who: number }
  | { do: 'rule'; deciders: number; large: number | null }
  | { do: 'wait'; hours: number }

const who = fc.nat({ max: names.length - 1 })
const which = fc.nat({ max: 5 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('propose' as const), who, amount: fc.constantFrom(10, 60, 200) }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('agree' as const), who, which }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('refuse' as const, 'withdraw' as const), who, which }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'run' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('suspend' as const, 'restore' as const), who }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('rule' as const),
      deciders: fc.constantFrom(0, 1, 1, 2),
      large: fc.constantFrom(null, 100),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 8, 25) }) },
)

type ModelProposal = {
  number: number
  maker: number
  input: ReturnType<typeof topUp>
  until: number
  agreed: Set<number>
  ended: number | null
  isDone: boolean
}

const topUp = (amount: number) => ({
  bank: 'BNI' as const,
  paymentRequestId: `order-${(payments += 1)}`,
  lenderId,
  amount,
  reason: 'slip seen',
})

/** What the rules say, written a second time: plain lists, no transactions. */
class Model {
  readonly proposals: ModelProposal[] = []
  readonly suspended = new Set<number>()
  rule: { deciders: number; large: number | null } = { deciders: 0, large: null }

  /** Whether this person may decide this proposal now. */
  mayDecide({ maker, until, agreed, ended }: ModelProposal, by: number): boolean {
    return (
      ended === null &&
      now < until &&
      maker !== by &&
      !agreed.has(by) &&
      !this.suspended.has(by) &&
      !this.suspended.has(maker)
    )
  }

  needed({ maker, input }: ModelProposal): number {
    if (this.rule.deciders === 0) return 1
    const sum = this.proposals
      .filter((one) => one.isDone && one.maker === maker && (one.ended ?? 0) > now - 24)
      .reduce((total, one) => total + one.input.amount, input.amount)
    return this.rule.large !== null && sum >= this.rule.large ? this.rule.deciders + 1 : this.rule.deciders
  }
}

/** Whether it was done; false where it was refused. */
const isDone = async (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal || String(error).includes('nothing was proposed')) return false
      throw error
    },
  )

const runs = async (paymentRequestId: string): Promise<number> =>
  (
    await many(
      fixture.context.db,
      'test.runs',
      `select 1 as one from bank_payment where payment_request_id = $1`,
      [paymentRequestId],
    )
  ).length

async function take(model: Model, asked: Step): Promise<void> {
  const { context } = fixture
  const nth = 'which' in asked ? model.proposals.at(-1 - asked.which) : undefined
  const person = 'who' in asked ? (people[asked.who] ?? 0) : 0
  const name = 'who' in asked ? (names[asked.who] ?? 'Ani') : 'Ani'
  switch (asked.do) {
    case 'propose': {
      const input = topUp(asked.amount)
      const may = model.rule.deciders > 0 && !model.suspended.has(person)
      let number = 0
      const made = isDone(proposed(fixture, creditTopUp, person, input).then((one) => (number = one)))
      expect(await made).toBe(may)
      if (may)
        model.proposals.push({
          number,
          maker: person,
          input,
          until: now + 24,
          agreed: new Set(),
          ended: null,
          isDone: false,
        })
      return
    }
    case 'agree': {
      if (!nth) return
      const may = model.mayDecide(nth, person)
      const call = decidedBy(fixture, creditTopUp, person, { proposal: nth.number, input: nth.input })
      expect(await isDone(call)).toBe(may)
      if (may) nth.agreed.add(person)
      const counting = [...nth.agreed].filter((one) => !model.suspended.has(one)).length
      if (may && counting >= model.needed(nth)) Object.assign(nth, { ended: now, isDone: true })
      return expect(await runs(nth.input.paymentRequestId)).toBe(nth.isDone ? 1 : 0)
    }
    case 'refuse': {
      if (!nth) return
      const may = model.mayDecide(nth, person)
      const input = { number: nth.number, staffId: person, reason: 'no' }
      expect(await isDone(perform(context, refuseProposal, { actor: operator, input }))).toBe(may)
      if (may) nth.ended = now
      return
    }
    case 'withdraw': {
      if (!nth) return
      const may = nth.ended === null && now < nth.until && nth.maker === person
      const input = { number: nth.number, maker: person }
      expect(await isDone(perform(context, withdrawProposal, { actor: operator, input }))).toBe(may)
      if (may) nth.ended = now
      return
    }
    case 'run': {
      const call = { actor: operator, input: topUp(10) }
      expect(await isDone(perform(context, creditTopUp, call))).toBe(model.rule.deciders === 0)
      return
    }
    case 'suspend': {
      const input = { name, rights: [...whole], reason: 'test' }
      const may = model.suspended.has(person) || names.length - model.suspended.size > 2
      expect(await isDone(perform(context, takeStaffRights, { actor: operator, input }))).toBe(may)
      if (may) model.suspended.add(person)
      return
    }
    case 'restore': {
      const input = { name, rights: [...whole], reason: 'test' }
      await perform(context, setStaffRights, { actor: operator, input })
      model.suspended.delete(person)
      return
    }
    case 'rule': {
      const { deciders } = asked
      const large = deciders === 0 ? null : asked.large
      const rule = {
        operation: 'creditTopUp',
        deciders,
        largeFrom: large,
        largeDeciders: large === null ? null : deciders + 1,
        hours: 24,
      }
      const may = deciders + (large === null ? 0 : 1) <= names.length - model.suspended.size
      const input = { rules: [rule], reason: 'test' }
      expect(await isDone(perform(context, setApprovalRules, { actor: operator, input }))).toBe(may)
      if (may) model.rule = { deciders, large }
      return
    }
    case 'wait': {
      now += asked.hours
      return fixture.travel(`${now} hours`)
    }
  }
}

test('CON-01 CON-02 CON-03 under random orders of propose, agree, refuse, withdraw, expire, suspend and change of rules a command runs with the decisions that the rule asks for, and once', async () => {
  const model = new Model()
  let done = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), async (steps) => {
      for (const asked of steps) await take(model, asked)
      done = model.proposals.filter((one) => one.isDone).length
    }),
    { numRuns: 40, endOnFailure: true },
  )
  expect(done).toBeGreaterThan(5)
}, 240_000)
