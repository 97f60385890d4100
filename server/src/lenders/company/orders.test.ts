import type { CompanyRole } from '@pematang/contract/lenders/company/rules'
import { companyRoles } from '@pematang/contract/lenders/company/rules'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type AccountFixture, makeAccountFixture } from '../../../testing/account.ts'
import { aCompany, join, loginAs, type Person } from '../../../testing/company.ts'
import { type Answer, givePassword } from '../../../testing/http.ts'
import { strategyBody } from '../../../testing/strategy-body.ts'
import { many } from '../../platform/db/database.ts'
import { type Act, CompanyModel, type Result } from './testing/model.ts'

/** So many of the newest proposals are acted on, and compared after each step. */
const newest = 5
const none = '1000000/60'

let fixture: AccountFixture
let company: Person & { lenderId: number }
let people: Person[]
let strategyIds: string[]
let model: CompanyModel

beforeAll(async () => {
  fixture = await makeAccountFixture({
    withoutFaults: 'compares each step with a model',
    settings: {
      SESSION_IDLE_SECONDS: '864000',
      SESSION_ABSOLUTE_SECONDS: '864000',
      LIMIT_MATCH_ADDRESS: none,
      LIMIT_LOGIN_ADDRESS: none,
      LIMIT_LOGIN_DEVICE: none,
      LIMIT_PASSWORD_DEVICE: none,
    },
  })
  company = await aCompany(fixture)
  strategyIds = []
  for (const name of ['A', 'B', 'C', 'D', 'E']) {
    await givePassword(company)
    const { json } = await company.act('/auto-funding/strategies', { ...strategyBody, name })
    strategyIds.push(json.strategyId)
  }
  const roles: CompanyRole[][] = [['MAKER'], ['MAKER', 'APPROVER'], ['APPROVER'], ['APPROVER']]
  people = [company]
  for (const held of roles) people.push(await join(fixture, company, held))
  model = new CompanyModel([companyRoles, ...roles])
})
afterAll(() => fixture.close())
afterEach(async () => {
  expect(await fixture.books()).toEqual([])
  await fixture.comeBack()
})

type Step =
  | { do: 'propose'; who: number; order: number }
  | { do: 'at once'; acts: Act[] }
  | { do: 'wait'; hours: number }
  | Act

const just = <Of extends string>(...some: Of[]) => fc.constantFrom(...some)
const who = fc.nat({ max: 4 })
const member = fc.integer({ min: 1, max: 4 })
const which = fc.nat({ max: newest - 1 })
const agree = fc.record({ do: just('agree'), who, which })
const end = fc.record({ do: just('refuse', 'withdraw'), who, which })
const change: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ do: just('suspend'), who: member }),
  fc.record({ do: just('rule'), deciders: fc.constantFrom(0, 1, 2, 2, 2) }),
)
const give: fc.Arbitrary<Act> = fc.record({
  do: just('roles'),
  who: member,
  roles: fc.constantFrom<readonly CompanyRole[]>(
    ['VIEWER'],
    ['MAKER'],
    ['APPROVER'],
    ['MAKER', 'APPROVER'],
    ['MAKER', 'APPROVER'],
  ),
})
const atOnce = fc
  .tuple(
    fc.nat({ max: 1 }),
    fc.array(agree, { minLength: 2, maxLength: 3 }),
    fc.option(end, { nil: undefined }),
  )
  .map(([of, decisions, other]): Act[] => [
    ...decisions.map((one) => ({ ...one, which: of })),
    ...(other === undefined ? [] : [other]),
  ])
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: just('propose'), who, order: fc.nat({ max: 119 }) }) },
  { weight: 7, arbitrary: agree },
  { weight: 2, arbitrary: end },
  { weight: 2, arbitrary: change },
  { weight: 3, arbitrary: give },
  { weight: 1, arbitrary: fc.record({ do: just('alone'), who }) },
  { weight: 2, arbitrary: atOnce.map((acts) => ({ do: 'at once' as const, acts })) },
  { weight: 1, arbitrary: fc.record({ do: just('wait'), hours: fc.constantFrom(1, 8, 25) }) },
)

const permutations = <Of>(all: readonly Of[]): Of[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((one, place) => permutations(all.toSpliced(place, 1)).map((rest) => [one, ...rest]))

const resultOf = ({ status, bytes }: Answer): Result => {
  if (status >= 500) throw new Error(bytes.toString())
  return status === 200 ? 'DONE' : status === 202 ? 'AGREED' : 'REFUSED'
}

const orders = new Map<number, string[]>()
const personAt = (place: number): Person => people[place] ?? company
const numberAt = (place: number): number => model.at(place)?.number ?? 0
const sort = (person: Person, order: string[] | undefined, proposal?: 'new' | number) =>
  person.act('/auto-funding/strategies/order', { strategyIds: order ?? strategyIds }, proposal, 'PUT')

async function manage(path: string, body: object): Promise<Answer> {
  await givePassword(company)
  return company.act(path, body)
}

/** Does it in the product. */
async function happen(asked: Act): Promise<Answer> {
  switch (asked.do) {
    case 'agree':
      return sort(personAt(asked.who), orders.get(numberAt(asked.which)), numberAt(asked.which) || 999_999)
    case 'refuse':
      return personAt(asked.who).post('/company/proposals/refuse', {
        number: numberAt(asked.which) || 999_999,
        reason: 'Tidak perlu',
      })
    case 'withdraw':
      return personAt(asked.who).post('/company/proposals/withdraw', {
        number: numberAt(asked.which) || 999_999,
      })
    case 'alone':
      return sort(personAt(asked.who), undefined)
    case 'rule': {
      const { deciders } = asked
      const rules = deciders === 0 ? [] : [{ subject: 'STRATEGY', from: null, deciders, hours: 24 }]
      return manage('/company/rules', { rules })
    }
    default: {
      const { memberId, phone } = personAt(asked.who)
      if (asked.do === 'suspend') return manage('/company/members/end', { memberId, how: 'SUSPEND' })
      const answer = await manage('/company/members/change', {
        memberId,
        roles: asked.roles,
        isSignatory: false,
      })
      if (model.roles[asked.who]?.length === 0) people[asked.who] = await loginAs(fixture, phone)
      return answer
    }
  }
}

async function propose({ who: by, order }: Step & { do: 'propose' }): Promise<void> {
  const asked = permutations(strategyIds)[order] ?? strategyIds
  const answer = await sort(personAt(by), asked, 'new')
  const expected = !model.mayPropose(by) ? 'REFUSED' : model.deciders === 0 ? 'DONE' : 'AGREED'
  expect(resultOf(answer)).toBe(expected)
  const number = answer.status === 202 ? (answer.json.proposal as number) : 0
  // The same proposal of the same maker that still waits is not made again.
  if (number === 0 || model.proposals.some((one) => one.number === number)) return
  orders.set(number, asked)
  const fresh = { number, maker: by, until: model.now + 24, agreed: [], ended: null, order: asked.join() }
  model.proposals = [...model.proposals, fresh]
}

/** Does several things at the same moment: some order of them must explain all results. */
async function atTheSameMoment(acts: readonly Act[]): Promise<void> {
  const results = (await Promise.all(acts.map(happen))).map(resultOf)
  const ended = acts.map((one, place) => ({ one, result: results[place] }))
  const [explained] = permutations(ended).flatMap((order) => {
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
    'test.company_proposals',
    `select p.number, p.ended, array(select d.member_id::text from company_decision d
                                      where d.proposal = p.number and d.verdict = 'AGREED' order by d.member_id) as agreed,
            (select count(*) from audit_event e where e.operation = 'orderStrategies' and e.outcome = 'done'
                and e.detail #>> '{authority,proposal}' = p.number::text) as runs
       from company_proposal p where p.number = any($1) order by 1`,
    [some.map(({ number }) => number)],
  )
  expect(rows).toEqual(
    some.map(({ number, ended, agreed }) => ({
      ...{ number, ended, runs: ended === 'DONE' ? 1 : 0 },
      agreed: agreed
        .map((one) => personAt(one).memberId)
        .toSorted((one, other) => one - other)
        .map(String),
    })),
  )
}

async function go(asked: Step): Promise<void> {
  if (asked.do === 'propose') await propose(asked)
  else if (asked.do === 'at once') await atTheSameMoment(asked.acts)
  else if (asked.do === 'wait') {
    fixture.travel(`${(model.now += asked.hours)} hours`)
    for (const [place, { phone }] of people.entries())
      if (model.roles[place]?.length) people[place] = await loginAs(fixture, phone)
    company = Object.assign(company, people[0])
  } else {
    const answer = resultOf(await happen(asked))
    expect([asked, answer]).toEqual([asked, model.apply(asked)])
  }
  await compare()
}

test('COM-02 COM-03 under random orders of propose, agree, refuse, withdraw, expire, suspend and change of roles and rules, several of them at once, a command of a company runs with the decisions that its rule asks for, once, and the books prove them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      for (const asked of steps) await go(asked)
    }),
    { numRuns: 30, endOnFailure: true },
  )
  const ends = model.proposals.map(({ ended }) => ended)
  for (const how of ['DONE', 'REFUSED', 'WITHDRAWN'] as const)
    expect([how, ends.filter((one) => one === how).length > 0]).toEqual([how, true])
}, 240_000)
