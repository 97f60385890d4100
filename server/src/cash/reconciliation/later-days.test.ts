import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Line } from '../../outside/bank/testing/paying-bank.ts'
import { count } from '../../../testing/count.ts'
import { one } from '../../platform/db/database.ts'
import { referenceOf } from '../withdrawal/follow-transfer.ts'
import { aStatementScenario, type StatementScenario } from '../../../testing/reconciliation-scenario.ts'

let scenario: StatementScenario
beforeAll(async () => {
  scenario = await aStatementScenario()
})
afterAll(async () => {
  expect(await scenario.fixture.books()).toEqual([])
  await scenario.close()
})

/** A withdrawal that is paid today by books and statement, and another statement line of it some days later. */
async function paidAndThen(days: number, type: Line['type'], amount = 100_000) {
  const lender = await scenario.lender()
  const { id } = await lender.withdraw(100_000)
  await scenario.follow(0)
  expect(await scenario.compare(0)).toEqual({ found: [], open: [] })
  const later = { type, amount, at: scenario.instant(days), reference: referenceOf(id) }
  return { lender, id, later }
}

test.each([
  [1, 'DEBIT', 'TWICE'],
  [9, 'DEBIT', 'TWICE'],
  [1, 'CREDIT', 'GIVEN_BACK'],
  [9, 'CREDIT', 'GIVEN_BACK'],
] as const)(
  'FIX-09 a bank line %i days after a withdrawal was paid, a %s, is reported once as %s until another line offsets it',
  async (days, type, kind) => {
    const { id, later } = await paidAndThen(days, type)
    scenario.list(later)
    const difference = `${kind} withdrawal:${id}`
    for (let day = 1; day < days; day += 1) {
      expect(await scenario.compare(day)).toEqual({ found: [], open: [] })
    }
    expect(await scenario.compare(days)).toEqual({ found: [difference], open: [difference] })
    expect(await scenario.compare(days)).toEqual({ found: [], open: [difference] })
    expect(await scenario.compare(days + 1)).toEqual({ found: [], open: [difference] })
    const settling = { ...later, type: type === 'DEBIT' ? ('CREDIT' as const) : ('DEBIT' as const) }
    scenario.list({ ...settling, at: scenario.instant(days + 8) })
    expect(await scenario.compare(days + 8)).toEqual({ found: [], open: [] })
  },
)

test('FIX-09 a bank line is stored once however often it is listed, and two identical lines of one statement as two', async () => {
  const { id, later } = await paidAndThen(0, 'DEBIT')
  const lines = () => count(scenario.fixture, 'bank_line')
  const before = await lines()
  scenario.list(later, later)
  expect((await scenario.compare(0)).found).toEqual([`TWICE withdrawal:${id}`])
  expect(await lines()).toBe(before + 2)
  for (const day of [0, 1, 2]) await scenario.compare(day)
  expect(await lines()).toBe(before + 2)
  scenario.unlist(later, later)
  expect(await scenario.compare(0)).toEqual({ found: [], open: [] })
  expect(await lines()).toBe(before + 2)
})

test('FIX-09 a line that the bank backdates to an already reconciled day is found', async () => {
  const { id, later } = await paidAndThen(0, 'CREDIT')
  expect(await scenario.compare(1)).toEqual({ found: [], open: [] })
  scenario.list(later)
  expect((await scenario.compare(2)).found).toEqual([`GIVEN_BACK withdrawal:${id}`])
  scenario.unlist(later)
  expect(await scenario.compare(0)).toEqual({ found: [], open: [] })
})

test('FIX-09 a reconciliation difference that an operator resolved reappears only when its amounts change', async () => {
  const { id, later } = await paidAndThen(1, 'DEBIT')
  scenario.list(later)
  await scenario.compare(1)
  const [open] = await scenario.differences()
  expect(
    (await scenario.operator(['bank', 'resolve', open?.id ?? '', '--note', 'x', '--dry-run'])).exit,
  ).toBe(0)
  expect(await scenario.differences()).toHaveLength(1)
  const result = await scenario.operator([
    'bank',
    'resolve',
    open?.id ?? '',
    '--note',
    'the bank wrote it twice',
  ])
  expect([result.exit, result.out]).toEqual([0, `TWICE withdrawal:${id} diakhiri\n`])
  expect(await scenario.compare(1)).toEqual({ found: [], open: [] })
  expect(await scenario.compare(2)).toEqual({ found: [], open: [] })
  scenario.list(later)
  expect((await scenario.compare(1)).found).toEqual([`TWICE withdrawal:${id}`])
  scenario.unlist(later, later)
  expect(await scenario.compare(1)).toEqual({ found: [], open: [] })
})

test('FIX-09 a reconciliation difference that stays as it is is not written again on later days', async () => {
  const { id, later } = await paidAndThen(1, 'DEBIT')
  scenario.list(later)
  expect((await scenario.compare(1)).found).toEqual([`TWICE withdrawal:${id}`])
  const version = () =>
    one<{ xmin: string }>(
      scenario.fixture.context.db,
      'test.version',
      'select xmin::text from bank_difference where subject = $1',
      [`withdrawal:${id}`],
    )
  const before = await version()
  expect((await scenario.compare(2)).open).toContain(`TWICE withdrawal:${id}`)
  expect(await version()).toEqual(before)
  scenario.list({ ...later, type: 'CREDIT', at: scenario.instant(3) })
  await scenario.compare(3)
})
