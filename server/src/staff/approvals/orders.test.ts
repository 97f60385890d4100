import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { creditTopUp } from '../../cash/index.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { aLender } from '../../../testing/people.ts'
import { aPerson, decidedBy, proposed } from '../../../testing/staff.ts'
import type { Right } from '../../platform/approvals/rights.ts'
import type { Authority } from '../../platform/audit/audit.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { setStaffRights, takeStaffRights } from '../people/index.ts'
import { expireProposals } from './expire-proposals.ts'
import { refuseProposal, withdrawProposal } from './proposals.ts'
import { setApprovalRules } from './rules.ts'
import { type Act, ApprovalModel, type Result, wholeRights } from './testing/model.ts'

const operator = { kind: 'operator', name: 'test' } as const
const names = ['Ani', 'Bayu', 'Cici', 'Dodi'] as const
/** The command of a proposal to this lender, who does not exist, refuses whenever it runs. */
const nobody = 987_654
/** So many of the newest proposals are acted on, and compared after each step. */
const newest = 6

let fixture: Fixture
let lenderId: number
let people: number[]
let payments = 0
let model: ApprovalModel
const inputs = new Map<number, ReturnType<typeof topUp>>()

beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'compares each step with a model' })
  lenderId = (await aLender(fixture.context)).lenderId
  people = []
  for (const name of names) people.push(await aPerson(fixture, name, ...wholeRights))
  model = new ApprovalModel(people.length)
})
afterAll(() => fixture.close())
afterEach(async () => expect(await fixture.books()).toEqual([]))

type Step =
  | { do: 'propose'; who: number; amount: number; isBroken: boolean }
  | { do: 'at once'; acts: Act[] }
  | { do: 'wait'; hours: number }
  | Act

const who = fc.nat({ max: names.length - 1 })
const which = fc.nat({ max: newest - 1 })
const just = <Of extends string>(...some: Of[]) => fc.constantFrom(...some)
const expire = fc.record({ do: just('expire') })
const agree = fc.record({ do: just('agree'), who, which, as: just('proposed') })
const end = fc.record({ do: just('refuse', 'withdraw'), who, which })
const take = fc.record({
  do: just('take'),
  who,
  rights: fc.constantFrom<readonly Right[]>(wholeRights, ['DECIDE'], ['WORK'], ['ADMIN', 'DECIDE']),
})
const rule = fc.record({
  do: just('rule'),
  rule: fc
    .record({ deciders: fc.constantFrom(0, 1, 1, 2), large: fc.constantFrom(null, 100) })
    .map(({ deciders, large }) => ({ deciders, large: deciders === 0 ? null : large })),
})
const forged = fc.record({ do: just('agree'), who, which, as: just('another input', 'another operation') })
const run = fc.record({ do: just('run'), as: just('nobody', 'proposal') })
const alone: fc.Arbitrary<Act> = fc.oneof(
  ...[end, take, rule, forged, run, expire].map((arbitrary) => ({ weight: 1, arbitrary })),
  { weight: 2, arbitrary: fc.record({ do: just('give'), who }) },
  { weight: 1, arbitrary: fc.record({ do: just('break glass'), who }) },
)
/** Mostly several decisions about one proposal, beside what changes whether they count. */
const atOnce: fc.Arbitrary<Act[]> = fc
  .tuple(
    fc.nat({ max: 1 }),
    fc.array(agree, { minLength: 2, maxLength: 3 }),
    fc.option(fc.oneof(take, rule, end, expire), { nil: undefined }),
  )
  .map(([of, decisions, other]) => [
    ...decisions.map((one) => ({ ...one, which: of })),
    ...(other === undefined ? [] : [other]),
  ])
const made = fc.record({
  do: just('propose'),
  who,
  amount: fc.constantFrom(10, 60, 200),
  isBroken: fc.constantFrom(false, false, false, true),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: made },
  { weight: 8, arbitrary: agree },
  { weight: 6, arbitrary: alone },
  { weight: 3, arbitrary: atOnce.map((acts) => ({ do: 'at once' as const, acts })) },
  { weight: 1, arbitrary: fc.record({ do: just('wait'), hours: fc.constantFrom(1, 8, 25) }) },
)

const topUp = (amount: number, to = lenderId) => ({
  bank: 'BNI' as const,
  paymentRequestId: `order-${(payments += 1)}`,
  lenderId: to,
  amount,
  reason: 'slip seen',
})

/** How a call ended. A command that fails has done nothing, as one that refuses. */
const resultOf = async (call: Promise<unknown>): Promise<Result> =>
  call.then(
    (answer) => (answer as { state?: Result } | undefined)?.state ?? 'DONE',
    (error: unknown) => {
      if (error instanceof Refusal || /nothing was proposed|Tidak ada Pemberi Dana/.test(String(error)))
        return 'REFUSED'
      throw error
    },
  )

const act = <Input>(verb: Parameters<typeof decidedBy<Input, unknown>>[1], input: Input) =>
  perform(fixture.context, verb, { actor: operator, input })
const runAs = (authority: Authority | undefined, name: string = operator.name) =>
  perform(fixture.context, creditTopUp, {
    actor: { ...operator, name, ...(authority && { authority }) },
    input: topUp(10),
  })

type Of<Kind extends Act['do']> = Extract<Act, { do: Kind }>

const personOf = (asked: { who: number }): number => people[asked.who] ?? 0
const nameOf = (asked: { who: number }): string => names[asked.who] ?? ''
const numberOf = (asked: { which: number }): number => model.at(asked.which)?.number ?? 0

function agreeTo(asked: Of<'agree'>): Promise<unknown> {
  const proposal = numberOf(asked)
  const kept = inputs.get(proposal) ?? topUp(1)
  const input = asked.as === 'another input' ? { ...kept, amount: kept.amount + 1 } : kept
  const verb = asked.as === 'another operation' ? { ...creditTopUp, operation: 'recordTopUp' } : creditTopUp
  return decidedBy(fixture, verb, personOf(asked), { proposal, input })
}

function changeRule({ rule: { deciders, large } }: Of<'rule'>): Promise<unknown> {
  const more = large === null ? null : deciders + 1
  const row = { operation: 'creditTopUp', deciders, largeFrom: large, largeDeciders: more, hours: 24 }
  return act(setApprovalRules, { rules: [row], reason: 'test' })
}

/** Where no rule asks, nobody has a reason to name a proposal, and the audit would find that it was not decided. */
function runUndecided({ as }: Of<'run'>): Promise<unknown> {
  const isNamed = as === 'proposal' && model.rule.deciders > 0
  return runAs(isNamed ? { proposal: numberOf({ which: 0 }), file: null } : undefined)
}

/** Does it in the product. */
function happen(asked: Act): Promise<unknown> {
  switch (asked.do) {
    case 'agree':
      return agreeTo(asked)
    case 'refuse':
      return act(refuseProposal, { number: numberOf(asked), staffId: personOf(asked), reason: 'no' })
    case 'withdraw':
      return act(withdrawProposal, { number: numberOf(asked), maker: personOf(asked) })
    case 'take':
      return act(takeStaffRights, { name: nameOf(asked), rights: [...asked.rights], reason: 'test' })
    case 'give':
      return act(setStaffRights, { name: nameOf(asked), rights: [...wholeRights], reason: 'test' })
    case 'rule':
      return changeRule(asked)
    case 'expire':
      return expireProposals(fixture.context)
    case 'run':
      return runUndecided(asked)
    default: {
      const authority = { breakGlass: fixture.context.random.uuid(), reason: 'nobody is there' }
      return runAs(authority, nameOf(asked))
    }
  }
}

async function propose({ who: by, amount, isBroken }: Step & { do: 'propose' }): Promise<void> {
  const input = topUp(amount, isBroken ? nobody : lenderId)
  let number = 0
  const call = proposed(fixture, creditTopUp, people[by] ?? 0, input).then((given) => void (number = given))
  expect(await resultOf(call)).toBe(model.mayPropose(by) ? 'DONE' : 'REFUSED')
  if (number === 0) return
  inputs.set(number, input)
  const fresh = { number, maker: by, amount, until: model.now + 24, agreed: [], ended: null, isBroken }
  model.proposals = [...model.proposals, fresh]
}

const orders = <Of>(all: readonly Of[]): Of[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((one, place) => orders(all.toSpliced(place, 1)).map((rest) => [one, ...rest]))

/** Does several things at the same moment: some order of them must explain all results. */
async function atTheSameMoment(acts: readonly Act[]): Promise<void> {
  const results = await Promise.all(acts.map((one) => resultOf(happen(one))))
  const ended = acts.map((one, place) => ({ one, result: results[place] }))
  const [explained] = orders(ended).flatMap((order) => {
    const copy = model.copy()
    return order.every(({ one, result }) => copy.apply(one) === result) ? [copy] : []
  })
  expect(explained, JSON.stringify(ended)).toBeDefined()
  model = explained ?? model
}

/** Compares the newest proposals with their ends, their decisions, and how often their commands ran. */
async function compare(): Promise<void> {
  const some = model.proposals.slice(-newest)
  const rows = await many(
    fixture.context.db,
    'test.proposals',
    `select p.number, p.ended, array(select d.staff_id::int from proposal_decision d
                                      where d.proposal = p.number and d.verdict = 'AGREED' order by 1) as agreed,
            (select count(*)::int from bank_payment b where b.payment_request_id = o.id) as runs
       from unnest($1::bigint[], $2::text[]) as o (number, id) join proposal p on p.number = o.number order by 1`,
    [some.map(({ number }) => number), some.map(({ number }) => inputs.get(number)?.paymentRequestId)],
  )
  const expected = some.map(({ number, ended, agreed }) => ({
    ...{ number, ended: ended?.how ?? null, runs: ended?.how === 'DONE' ? 1 : 0 },
    agreed: agreed.map((one) => people[one] ?? 0).toSorted((one, other) => one - other),
  }))
  expect(rows).toEqual(expected)
}

async function go(asked: Step): Promise<void> {
  if (asked.do === 'propose') await propose(asked)
  else if (asked.do === 'at once') await atTheSameMoment(asked.acts)
  else if (asked.do === 'wait') fixture.travel(`${(model.now += asked.hours)} hours`)
  else expect([asked, await resultOf(happen(asked))]).toEqual([asked, model.apply(asked)])
  await compare()
}

test('CON-01 CON-02 CON-03 CON-06 under random orders of propose, agree, refuse, withdraw, expire, suspend and change of rules, several of them at once, a command runs with the decisions that the rule asks for, once, and the books prove them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), async (steps) => {
      for (const asked of steps) await go(asked)
    }),
    { numRuns: 40, endOnFailure: true },
  )
  const ends = model.proposals.map(({ ended }) => ended?.how)
  for (const how of ['DONE', 'REFUSED', 'WITHDRAWN', 'EXPIRED'] as const)
    expect([how, ends.filter((one) => one === how).length > 3]).toEqual([how, true])
}, 240_000)
