import { checkFundingAmount } from '@pematang/contract/funding/single/rules'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import { hashInput } from '../../platform/commands/idempotency.ts'
import { required } from '../../platform/refusal.ts'
import {
  aStage,
  endsOf,
  play,
  remainsOf,
  type Scenario,
  scenarios,
  type FundingRequest,
} from '../../../testing/funding-scenario.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { Database } from '../../platform/db/database.ts'
import { makeFundingBatcher } from './index.ts'

let fixture: Fixture
/** Two processes on one database: each context has its own connections and batcher. */
let processes: readonly [Context, Context]
beforeAll(async () => {
  fixture = await makeFixture()
  processes = [aProcess(), aProcess()]
})
afterAll(async () => {
  for (const { db } of processes) await db.close()
  await fixture.close()
})

/**
 * A process that pauses between deciding and writing. Without the locks, two processes would then decide on the same
 * figures.
 */
function aProcess(): Context {
  const { options } = fixture.context.db
  const db = new Database({
    ...options,
    async beforeStatement(text, client) {
      if (text.includes('insert into hold')) await fixture.context.clock.sleep(3)
      await options.beforeStatement?.(text, client)
    },
  })
  return { ...fixture.context, db }
}

/**
 * Which process handles each request. `by lender` sends each lender to one process, so that they compete only for the
 * loans, not for the cash.
 */
const ways = fc.oneof(fc.constant('by lender' as const), fc.array(fc.boolean(), { minLength: 12 }))
const batcherOf = (way: 'by lender' | boolean[], { requests }: Scenario, place: number): 0 | 1 =>
  (way === 'by lender' ? (requests[place]?.lender ?? 0) > 0 : way[place]) ? 1 : 0

/**
 * Runs a scenario in two processes concurrently, compares the answers with the model, and then repeats every request.
 */
async function race(scenario: Scenario, way: 'by lender' | boolean[]): Promise<string[]> {
  const stage = await aStage(fixture.context, scenario)
  const lanes = processes.map(makeFundingBatcher)
  const outcomes = await Promise.all(
    stage.calls.map((call, place) =>
      required(lanes[batcherOf(way, scenario, place)], 'INTERNAL')
        .fund(call)
        .then(
          (answer) => ({ answer }),
          (error: unknown) => ({ error }),
        ),
    ),
  )
  const ends = endsOf(outcomes)
  expect(fitsSomeOrder(scenario, ends), JSON.stringify({ scenario, ends })).toBe(true)
  const remains = await remainsOf(fixture.context, stage)
  expect(endsOf(await play(processes[0], [stage.calls]))).toEqual(ends)
  expect(await remainsOf(fixture.context, stage)).toEqual(remains)
  return ends
}

test('I15 I17 two server processes answer concurrent funding requests as some serial order would, and the books balance', async () => {
  await fc.assert(
    fc.asyncProperty(scenarios(12), ways, async (scenario, way) => {
      await race(scenario, way)
    }),
    // A run with fault injection (FAULTS) breaks each statement repeatedly, so fewer runs are enough there.
    { numRuns: fixture.faults ? 8 : 40 },
  )
  expect(await fixture.books()).toEqual([])
})

test('I7 of two fundings at two processes that together exceed the remainder only one succeeds', async () => {
  const request: FundingRequest = {
    lender: 0,
    loan: 0,
    amount: 200_000,
    loanNumber: 'right',
    key: 1,
    shown: true,
  }
  for (let i = 0; i < 5; i += 1) {
    // Either request alone fits into the remaining 500,000. Both together would leave 99,999, which is below the
    // minimum but violates no database constraint.
    const ends = await race(
      {
        cash: [1_000_000, 1_000_000, 0],
        loans: [{ total: 500_000, minimum: 100_000, state: 'open' }],
        requests: [request, { ...request, lender: 1, amount: 200_001 }],
      },
      'by lender',
    )
    expect(ends.filter((end) => end.startsWith('ok'))).toHaveLength(1)
    expect(ends.filter((end) => end === 'FUNDING_BAD_REMAINDER 100000')).toHaveLength(1)
  }
  expect(await fixture.books()).toEqual([])
})

test('the test helper that searches a serial order finds none for contradictory responses', () => {
  const request: FundingRequest = {
    lender: 0,
    loan: 0,
    amount: 200_000,
    loanNumber: 'none',
    key: 1,
    shown: true,
  }
  const scenario: Scenario = {
    cash: [200_000, 0, 0],
    loans: [{ total: 500_000, minimum: 100_000, state: 'open' }],
    requests: [request, { ...request, key: 2 }],
  }
  expect(fitsSomeOrder(scenario, ['CASH_TOO_LOW 0', 'ok'])).toBe(true)
  expect(fitsSomeOrder(scenario, ['ok', 'ok'])).toBe(false)
  expect(fitsSomeOrder(scenario, ['CASH_TOO_LOW 0', 'CASH_TOO_LOW 0'])).toBe(false)
  expect(fitsSomeOrder(scenario, ['CASH_TOO_LOW 200000', 'ok'])).toBe(false)
})

type State = {
  cash: number[]
  left: number[]
  agreements: Map<string, number>
  keys: Map<string, { end: string; input: string }>
}

const purpose = ({ lender, loan, amount }: FundingRequest) => `${lender} ${loan} ${amount}`

function startOf({ cash, loans, requests }: Scenario): State {
  const agreements = new Map<string, number>()
  for (const request of requests)
    if (request.shown) agreements.set(purpose(request), (agreements.get(purpose(request)) ?? 0) + 1)
  const left = loans.map(({ state, total, minimum }) => (state === 'nearly' ? minimum : total))
  return { cash: [...cash], left, agreements, keys: new Map() }
}

/** The reference model: an independent implementation of the outcome of one request in a given state. */
function modelEnd({ loans }: Scenario, state: State, request: FundingRequest): string {
  const loan = loans[request.loan]
  const left = state.left[request.loan] ?? 0
  const cash = state.cash[request.lender] ?? 0
  if (!loan) return 'LOAN_NOT_FOUND'
  if (loan.state === 'later') return 'LOAN_CLOSED'
  if (left === 0) return 'LOAN_TAKEN'
  const breach = checkFundingAmount({
    amount: request.amount,
    cashBalance: cash,
    minimumFunding: loan.minimum,
    outstandingFunding: left,
  })
  if (breach) return `${breach.code} ${breach.amount}`
  if (!state.agreements.get(purpose(request))) return 'AGREEMENT_REQUIRED'
  return request.loanNumber === 'wrong' ? 'LOAN_NUMBER_MISMATCH' : 'ok'
}

/** The state after this request ended with `end`, or null if the rules do not allow that outcome here. */
function after(scenario: Scenario, state: State, request: FundingRequest, end: string): State | null {
  const name = `${request.lender} ${request.key}`
  const input = hashInput([request.loan, request.amount, request.loanNumber]).toString('hex')
  const known = state.keys.get(name)
  if (known) return end === (known.input === input ? known.end : 'IDEMPOTENCY_KEY_REUSED') ? state : null
  const model = modelEnd(scenario, state, request)
  if (model !== end.split(',')[0]) return null
  const next: State = { ...state, keys: new Map(state.keys).set(name, { end, input }) }
  if (model !== 'ok') return next
  const take = (list: number[], place: number) =>
    list.map((value, i) => (i === place ? value - request.amount : value))
  next.cash = take(state.cash, request.lender)
  next.left = take(state.left, request.loan)
  next.agreements = new Map(state.agreements).set(
    purpose(request),
    (state.agreements.get(purpose(request)) ?? 0) - 1,
  )
  return next
}

/** Whether the outcomes of all requests are possible in some sequential order. */
function fitsSomeOrder(scenario: Scenario, ends: readonly string[]): boolean {
  const all = 2 ** scenario.requests.length - 1
  const dead = new Set<string>()
  const search = (state: State, done: number): boolean => {
    if (done === all) return true
    const mark = `${done} ${[...state.keys]
      .map(([key, { input }]) => key + input.slice(0, 8))
      .sort()
      .join()}`
    if (dead.has(mark)) return false
    for (const [place, request] of scenario.requests.entries()) {
      if (done & (1 << place)) continue
      const next = after(scenario, state, request, ends[place] ?? '')
      if (next && search(next, done | (1 << place))) return true
    }
    dead.add(mark)
    return false
  }
  return search(startOf(scenario), 0)
}
