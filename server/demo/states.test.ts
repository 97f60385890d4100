import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMonths } from '@pematang/contract/format/business-date'
import { companyRoles } from '@pematang/contract/lenders/company/rules'
import { aBank, withdrawalJobs } from '../src/cash/testing.ts'
import { countHourlyFigures, loadTodayLines, readToday } from '../src/main/testing.ts'
import { autoFundingJobs, holdRound, mandateJobs } from '../src/funding/testing.ts'
import { expireProposals } from '../src/lenders/testing.ts'
import { moveVotesOn } from '../src/loans/index.ts'
import { startPayingBank, type TestBank } from '../src/outside/bank/testing/paying-bank.ts'
import { many, one } from '../src/platform/db/database.ts'
import { findStatements } from '../src/reports/testing.ts'
import { runAllJobs } from '../testing/drain.ts'
import { type Fixture, makeFixture } from '../testing/fixture.ts'
import { type TestApp, startApp } from '../testing/http.ts'
import { localXignature } from '../testing/mandates.ts'
import { fillDemo } from './fill.ts'
import { password, people } from './people.ts'
import { addPresent } from './present.ts'

const actor = { kind: 'operator', name: 'demo' } as const
const sample = join(import.meta.dirname, '../../sample')

let fixture: Fixture
let bank: TestBank
let app: TestApp
beforeAll(async () => {
  bank = await startPayingBank('009')
  fixture = await makeFixture({
    withoutFaults: 'thousands of statements; its verbs meet faults in their own tests',
    overrides: { banks: [{ ...aBank(1).bank, outbound: bank.outbound }, aBank(2).bank] },
  })
  const { context } = fixture
  await fillDemo(context, sample)
  await addPresent(context, actor)
  app = await startApp(fixture)
  // What the worker does after the start.
  await expireProposals(context)
  await moveVotesOn(context)
  const silent = { error: () => {}, warn: () => {} }
  const bySandbox = { ...context, xignature: localXignature }
  const jobs = () => ({
    ...withdrawalJobs(context),
    ...mandateJobs(bySandbox),
    ...autoFundingJobs(bySandbox),
  })
  await runAllJobs(context, jobs(), silent)
  await holdRound(context)
  await runAllJobs(context, jobs(), silent)
})
afterAll(async () => {
  await app.close()
  await fixture.close()
  await bank.close()
})

/** Columns of states, with those that are not in the demo and why. */
const absent: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'loan_position.status': {},
  'funding.state': {
    REJECTED: 'is said by the e-signature provider',
    EXPIRED: 'comes by itself from the one that waits, if nobody signs it in time',
  },
  'loan_vote.state': {},
  'company_proposal.ended': {},
  'company_decision.verdict': {},
  'proposal.ended': {
    DONE: 'moves money, which only a person decides with their passkey',
    EXPIRED: 'comes by itself from those that wait, if nobody decides them in time',
  },
  'withdrawal.state': {
    SENT: 'lasts for a moment, until the bank has answered',
    RETURNED: 'comes from the sandbox bank, which refuses one of the amounts after the start',
    HELD: 'lasts until the worker orders it',
  },
  'repayment_record.standing': {},
  'lender.state': {},
  'auto_strategy.state': {},
  'offer_end.decision': {
    PAID_OUT: 'needs lenders who have signed for most of a loan on the provider’s page',
  },
  'call_back.state': {
    PAUSED: 'comes by itself: nobody answers the address for three days',
    GONE: 'is an answer 410 of the address',
  },
  'bank_account_request.state': {
    ACCEPTED: 'would send the withdrawals of the demo to another account than its people have',
    STOPPED: 'stops the account of the lender, and each of the demo with a login is for trying it',
    EXPIRED: 'comes by itself from the one that waits, if nobody decides it in time',
  },
  'bulk_product.status': {},
}

test.each(Object.entries(absent))(
  'POR-03 the demo has every %s that the database allows, except those that cannot be made at its start',
  async (name, reasons) => {
    const { db } = fixture.context
    const [table = '', column = ''] = name.split('.')
    const checks = await many<{ definition: string }>(
      db,
      'test.checks',
      `select pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'c' and conrelid = $1::regclass`,
      [table],
    )
    const allowed = new Set(
      checks
        .filter(({ definition }) => definition.startsWith(`CHECK ((${column} = ANY (ARRAY[`))
        .flatMap(({ definition }) =>
          [...definition.matchAll(/'([A-Z_]+)'::text/g)].map(([, value = '']) => value),
        ),
    )
    const found = await many<{ value: string }>(
      db,
      `test.found_${table}`,
      `select distinct ${column} as value from ${table} where ${column} is not null`,
    )
    const missing = allowed.difference(new Set(found.map(({ value }) => value)))
    expect(allowed.size).toBeGreaterThan(1)
    expect([...missing].toSorted()).toEqual(Object.keys(reasons).toSorted())
  },
)

test('COM-01 the companies of the demo have people of every role and state, who log in with the printed password', async () => {
  const held = await many<{ roles: string[] }>(
    fixture.context.db,
    'test.roles',
    'select distinct on (member_id) roles from company_roles order by member_id, version desc',
  )
  expect(new Set(held.flatMap(({ roles }) => roles))).toEqual(new Set(companyRoles))
  const get = async (phoneNumber: string, path: string) => {
    const { json } = await app.post('/auth/login', { phoneNumber, password, type: 'lender' })
    return (await app.get(path, { token: json.token })).json
  }
  const { people: seen, rules } = await get('81234567904', '/company')
  expect(new Set(seen.map(({ state }: { state: string }) => state))).toEqual(
    new Set(['ACTIVE', 'INVITED', 'SUSPENDED']),
  )
  expect(rules.map(({ subject }: { subject: string }) => subject).toSorted()).toEqual([
    'FUNDING',
    'PEOPLE',
    'WITHDRAWAL',
  ])
  expect(await get('81234567903', '/company/proposals/count')).toEqual({ waiting: 1 })
  const { list } = await get('81234567901', '/company/proposals?for=all&limit=50')
  expect(new Set(list.map(({ state }: { state: string }) => state))).toEqual(
    new Set(['WAITING', 'DONE', 'REFUSED', 'WITHDRAWN', 'EXPIRED']),
  )
  const second = '81234567896'
  expect((await get(second, '/keys')).list).toMatchObject([{ right: 'READ' }])
  expect((await get(second, '/calls-back')).callBack).toMatchObject({ state: 'ACTIVE' })
  expect((await get(second, '/lender/bank-account/request')).request).toMatchObject({ state: 'ASKED' })
  expect(await get(second, '/mandate')).toMatchObject({ inForce: { placed: 4_000_000 }, waiting: null })
  const strategies = await get(second, '/auto-funding/strategies')
  expect(strategies.list[0]).toMatchObject({ fundings: 2, lastRun: { fundedAmount: 4_000_000 } })
  expect(await fixture.books()).toEqual([])
})

test('OPS-01 the morning list of the demo is that of an ordinary day, with the books checked: only idle cash is red', async () => {
  const { context } = fixture
  const lines = await loadTodayLines()
  await countHourlyFigures(context, lines)
  const today = await readToday(context, lines)
  expect(today.lines.filter(({ red }) => red).map(({ name }) => name)).toEqual(['idleCash'])
})

test('SRV-01 the demo has a transferred holding, tax slips and strategies, and filling it again on the same day adds nothing', async () => {
  const { context } = fixture
  const counts = () =>
    many<Record<string, number>>(
      context.db,
      'test.counts',
      `select (select count(*) from lender) as lenders, (select count(*) from company_proposal) as proposals,
              (select count(*) from company_roles) as roles, (select count(*) from loan_vote) as votes,
              (select count(*) from partner_key) as keys, (select count(*) from withdrawal) as withdrawals,
              (select count(*) from holding_transfer) as transfers, (select count(distinct lender_id) from tax_slip) as slips,
              (select count(*) from auto_strategy) as strategies, (select count(*) from offer_end) as ends,
              (select count(*) from funding) as fundings, (select count(*) from notice) as notices,
              (select count(*) from session) as sessions, (select count(*) from loan) as loans`,
    )
  const before = await counts()
  expect(before).toMatchObject([{ transfers: 1, strategies: 3, ends: 3, slips: 2 }])
  await fillDemo(context, sample)
  expect(await counts()).toEqual(before)
})

test('STM-01 NTF-01 the first two logins of the demo have a statement with movements of each of the last twelve months, of which only the last ones are new', async () => {
  const { db } = fixture.context
  const { month } = await one<{ month: string }>(
    db,
    'test.month',
    `select date_trunc('month', business_day(app_now()))::date as month`,
  )
  for (const { phone } of people.slice(0, 2)) {
    const { id } = await one<{ id: number }>(db, 'test.id', 'select id from lender where phone = $1', [phone])
    const { statements } = await findStatements(db, { lenderId: id, year: null, page: 1, limit: 20 })
    expect(statements.map((statement) => statement.month)).toEqual(
      Array.from({ length: 12 }, (_, ago) => addMonths(month, -1 - ago)),
    )
    for (const [place, { figures }] of statements.entries()) {
      expect(figures.movements).toBeGreaterThan(0)
      if (place > 0) expect(statements[place - 1]?.figures.opening).toBe(figures.closing)
    }
    const unread = await many(
      db,
      'test.unread',
      `select from notice where lender_id = $1 and kind = 'STATEMENT_READY' and read_at is null`,
      [id],
    )
    expect([2, 3]).toContain(unread.length)
  }
})
