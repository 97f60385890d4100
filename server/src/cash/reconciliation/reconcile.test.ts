import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { many, one } from '../../platform/db/database.ts'
import { addDays } from '@pematang/contract/format/business-date'
import { operatorOn } from '../../../testing/operator.ts'
import { Metrics } from '../../platform/metrics/metrics.ts'
import { referenceOf } from '../withdrawal/follow-transfer.ts'
import { watch as watchWithdrawals } from '../withdrawal/metrics.ts'
import { aWithdrawalScenario, type WithdrawalScenario } from '../../../testing/withdrawal-scenario.ts'
import type { StoredDifference } from './differences.ts'
import { reconcileDay, reconcileDueDays } from './reconcile.ts'

let scenario: WithdrawalScenario
let today: string
beforeAll(async () => {
  scenario = await aWithdrawalScenario()
  const row = await one<{ today: string }>(
    scenario.fixture.context.db,
    'test.today',
    'select business_day(app_now())::text as today',
  )
  today = row.today
})
beforeEach(() => {
  scenario.bank.lines = null
  scenario.bank.trouble = () => 'none'
})
afterAll(async () => {
  expect(await scenario.fixture.books()).toEqual([])
  await scenario.close()
})

const compare = async () => {
  const { differences, open, ...rest } = await reconcileDay(scenario.fixture.context, {
    methodPayment: 1,
    day: today,
    actor: { kind: 'system' },
  })
  const named = ({ kind, subject, theirs }: StoredDifference) =>
    subject.startsWith('line:') ? `${kind} ${theirs}` : `${kind} ${subject.replace('withdrawal:', '')}`
  return { ...rest, found: new Set(differences.map(named)), open: new Set(open.map(named)) }
}

test('I9 reconciling a day of paid withdrawals reports missing, additional, changed and returned bank lines', async () => {
  const lender = await scenario.lender({ cash: 5_000_000 })
  const ids: string[] = []
  for (const amount of [100_000, 200_000, 300_000, 400_000]) ids.push((await lender.withdraw(amount)).id)
  await scenario.follow(0)
  const agreed = await compare()
  const sums = { transfers: 4, amount: 1_000_000, payments: 0, received: 0, disbursed: 0 }
  expect(agreed).toEqual({ methodPayment: 1, day: today, ...sums, found: new Set(), open: new Set() })
  const [a = '', b = '', c = '', d = ''] = ids
  scenario.bank.lines = (own) => [
    ...own.flatMap((line) => {
      if (line.reference === referenceOf(a)) return []
      if (line.reference === referenceOf(b)) return [{ ...line, amount: line.amount + 1_000 }]
      if (line.reference === referenceOf(c)) return [line, line]
      return line.reference === referenceOf(d) ? [line, { ...line, type: 'CREDIT' as const }] : [line]
    }),
    { type: 'DEBIT', amount: 77_000, at: new Date(), reference: 'somebody-else' },
    { type: 'DEBIT', amount: 5_000, at: new Date(), reference: null },
    { type: 'CREDIT', amount: 9_000_000, at: new Date(), reference: null },
  ]
  const { found } = await compare()
  const named = [`MISSING ${a}`, `AMOUNT ${b}`, `TWICE ${c}`, `GIVEN_BACK ${d}`]
  const unknown = ['UNKNOWN_DEBIT 77000', 'UNKNOWN_DEBIT 5000', 'UNKNOWN_CREDIT 9000000']
  expect(found).toEqual(new Set([...named, ...unknown]))
  scenario.bank.lines = null
  expect(await compare()).toMatchObject({ found: new Set(), open: new Set() })
})

test('I9 a transfer paid by the bank is reported when its withdrawal was returned to the lender or is still in progress', async () => {
  const lender = await scenario.lender()
  scenario.bank.trouble = () => 'refuse'
  const returned = await lender.withdraw(150_000)
  await scenario.follow(0)
  scenario.bank.trouble = () => 'hang-paid'
  const open = await lender.withdraw(160_000)
  await scenario.follow(0)
  scenario.bank.lines = (own) => [
    ...own,
    { type: 'DEBIT', amount: 150_000, at: new Date(), reference: referenceOf(returned.id) },
  ]
  const named = [`PAID_AFTER_RETURN ${returned.id}`, `PAID_BUT_OPEN ${open.id}`]
  expect((await compare()).found).toEqual(new Set(named))
  await scenario.followAll()
  scenario.bank.lines = null
  expect(await compare()).toMatchObject({ found: new Set(), open: new Set() })
})

test('I9 the metrics show withdrawals in progress and open reconciliation differences', async () => {
  const metrics = new Metrics()
  watchWithdrawals({ db: scenario.fixture.context.db, metrics })
  const lender = await scenario.lender()
  await lender.withdraw(100_000)
  scenario.bank.lines = (own) => own.slice(1)
  await compare()
  const text = await metrics.text()
  expect(text).toContain('pematang_withdrawals{state="held"} 1\n')
  expect(text).toMatch(/pematang_withdrawals_oldest_seconds \d+(\.\d+)?\n/)
  expect(text).toContain('pematang_bank_differences 1\n')
  await scenario.followAll()
})

test('I9 the operator’s command lists the reconciliation differences and exits with 1', async () => {
  const operator = operatorOn(scenario.fixture)
  const good = await operator(['--json', 'withdrawals', 'reconcile', '--on', today, '--method', '1'])
  expect([good.exit, good.json.open]).toEqual([0, []])
  scenario.bank.lines = (own) => own.slice(1)
  const result = await operator(['withdrawals', 'reconcile', '--on', today, '--method', '1'])
  expect(result.exit).toBe(1)
  expect(result.out).toMatch(/MISSING withdrawal:[0-9a-f-]{36}: pembukuan \d00000, bank tidak ada/)
})

test('I9 the worker reconciles each finished day once per bank, and retries an unavailable bank later', async () => {
  const { context } = scenario.fixture
  const days = async () =>
    (
      await many<{ day: string; method: number }>(
        context.db,
        'test.days',
        'select day::text, method_payment as method from bank_reconciliation where day > $1 order by 2, 1',
        [addDays(today, -1)],
      )
    ).map(({ day, method }) => `${method} ${day}`)
  // An operator compares a day that is not over, and the next day, before the worker does.
  for (const day of [today, addDays(today, 1)]) {
    await reconcileDay(context, { methodPayment: 1, day, actor: { kind: 'operator', name: 'test' } })
  }
  scenario.fixture.travel('3 days 12 hours')
  scenario.bank.offline = true
  expect(await reconcileDueDays(context)).toBe(0)
  scenario.bank.offline = false
  expect(await reconcileDueDays(context)).toBeGreaterThanOrEqual(3)
  const done = await days()
  expect(done.slice(0, 3)).toEqual([`1 ${today}`, `1 ${addDays(today, 1)}`, `1 ${addDays(today, 2)}`])
  expect(await reconcileDueDays(context)).toBe(0)
  scenario.fixture.travel(undefined)
})
