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
  | { do: 'agree'; who: number; which: number }
  | { do: 'refuse' | 'withdraw'; who: number; which: number }
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

type Of<Kind extends Step['do']> = Extract<Step, { do: Kind }>

const nameOf = (asked: { who: number }): (typeof names)[number] => names[asked.who] ?? 'Ani'
const personOf = (asked: { who: number }): number => people[asked.who] ?? 0
const chosen = (model: Model, asked: { which: number }) => model.proposals.at(-1 - asked.which)
const act = async <Input>(verb: Parameters<typeof decidedBy<Input, unknown>>[1], input: Input) =>
  isDone(perform(fixture.context, verb, { actor: operator, input }))

async function asksFor(model: Model, asked: Of<'propose'>): Promise<void> {
  const maker = personOf(asked)
  const input = topUp(asked.amount)
  const may = model.rule.deciders > 0 && !model.suspended.has(maker)
  let number = 0
  const made = proposed(fixture, creditTopUp, maker, input).then((given) => (number = given))
  expect(await isDone(made)).toBe(may)
  const open = { until: now + 24, agreed: new Set<number>(), ended: null, isDone: false }
  if (may) model.proposals.push({ number, maker, input, ...open })
}

async function agrees(model: Model, asked: Of<'agree'>): Promise<void> {
  const proposal = chosen(model, asked)
  if (!proposal) return
  const { number, input, agreed } = proposal
  const may = model.mayDecide(proposal, personOf(asked))
  const call = decidedBy(fixture, creditTopUp, personOf(asked), { proposal: number, input })
  expect(await isDone(call)).toBe(may)
  if (may) agreed.add(personOf(asked))
  const counting = [...agreed].filter((person) => !model.suspended.has(person)).length
  if (may && counting >= model.needed(proposal)) Object.assign(proposal, { ended: now, isDone: true })
  expect(await runs(input.paymentRequestId)).toBe(proposal.isDone ? 1 : 0)
}

async function refusesOrWithdraws(model: Model, asked: Of<'refuse' | 'withdraw'>): Promise<void> {
  const proposal = chosen(model, asked)
  if (!proposal) return
  const { number, ended, until, maker } = proposal
  const person = personOf(asked)
  const isOwn = ended === null && now < until && maker === person
  const may = asked.do === 'withdraw' ? isOwn : model.mayDecide(proposal, person)
  const did =
    asked.do === 'withdraw'
      ? await act(withdrawProposal, { number, maker: person })
      : await act(refuseProposal, { number, staffId: person, reason: 'no' })
  expect(did).toBe(may)
  if (may) proposal.ended = now
}

async function changesRights(model: Model, asked: Of<'suspend' | 'restore'>): Promise<void> {
  const person = personOf(asked)
  const input = { name: nameOf(asked), rights: [...whole], reason: 'test' }
  if (asked.do === 'restore') {
    expect(await act(setStaffRights, input)).toBe(true)
    model.suspended.delete(person)
    return
  }
  const may = model.suspended.has(person) || names.length - model.suspended.size > 2
  expect(await act(takeStaffRights, input)).toBe(may)
  if (may) model.suspended.add(person)
}

async function changesRule(model: Model, { deciders, large: asked }: Of<'rule'>): Promise<void> {
  const large = deciders === 0 ? null : asked
  const more = large === null ? null : deciders + 1
  const rule = { operation: 'creditTopUp', deciders, largeFrom: large, largeDeciders: more, hours: 24 }
  const may = (more ?? deciders) <= names.length - model.suspended.size
  expect(await act(setApprovalRules, { rules: [rule], reason: 'test' })).toBe(may)
  if (may) model.rule = { deciders, large }
}

async function take(model: Model, asked: Step): Promise<void> {
  switch (asked.do) {
    case 'propose':
      return asksFor(model, asked)
    case 'agree':
      return agrees(model, asked)
    case 'refuse':
    case 'withdraw':
      return refusesOrWithdraws(model, asked)
    case 'suspend':
    case 'restore':
      return changesRights(model, asked)
    case 'rule':
      return changesRule(model, asked)
    case 'run':
      return expect(await act(creditTopUp, topUp(10))).toBe(model.rule.deciders === 0)
    case 'wait':
      now += asked.hours
      return fixture.travel(`${now} hours`)
  }
}

test('CON-01 CON-02 CON-03 CON-06 under random orders of propose, agree, refuse, withdraw, expire, suspend and change of rules a command runs with the decisions that the rule asks for, once, and the books prove them', async () => {
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
