import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { count } from '../../../testing/count.ts'
import { aStatementScenario, type StatementScenario } from '../../../testing/reconciliation-scenario.ts'
import { statesOf, type Withdrawer } from '../../../testing/withdrawal-scenario.ts'
import { referenceOf } from '../withdrawal/follow-transfer.ts'
import { listLines } from './lines.ts'

let scenario: StatementScenario
beforeAll(async () => {
  scenario = await aStatementScenario()
})
afterEach(async () => expect(await scenario.fixture.books()).toEqual([]))
afterAll(() => scenario.close())

/** A withdrawal of 100,000 with a fee of 2,500, of a lender who had 1,000,000, that the bank paid or refused. */
async function aWithdrawal(end: 'PAID' | 'RETURNED' = 'PAID'): Promise<{ lender: Withdrawer; id: string }> {
  const lender = await scenario.lender()
  scenario.bank.trouble = () => (end === 'PAID' ? 'none' : 'refuse')
  const { id } = await lender.withdraw(100_000)
  await scenario.follow(0)
  scenario.bank.trouble = () => 'none'
  return { lender, id }
}

/** Adds a line to the bank's statement, under our reference of this withdrawal or nameless. @returns its id */
async function listed(
  of: string | null,
  {
    type = 'CREDIT',
    amount = 100_000,
    days = 0,
  }: { type?: 'DEBIT' | 'CREDIT'; amount?: number; days?: number },
): Promise<string> {
  const transactionId = `B${Math.random()}`
  const reference = of === null ? null : referenceOf(of)
  scenario.list({ type, amount, at: scenario.instant(days), reference, transactionId })
  await scenario.compare(days)
  const all = { methodPayment: 1, day: null, withdrawalId: null, payment: null } as const
  const lines = await listLines(scenario.fixture.context.db, all)
  return lines.find(({ bankReference }) => bankReference === transactionId)?.id ?? ''
}

const said = (what: string, id: string, line: string, ...more: string[]) =>
  scenario.operator(['withdrawals', what, id, '--line', line, '--note', 'x', ...more])
const takeBack = (line: string, ...more: string[]) =>
  scenario.operator(['bank', 'take-back', line, '--reason', 'it was of another', ...more])
const stateOf = async (id: string) => (await statesOf(scenario.fixture)).get(id)
const open = async (id: string, line: string) =>
  (await scenario.differences())
    .filter(({ subject }) => subject === `withdrawal:${id}` || subject === `line:${line}`)
    .map(({ kind }) => kind)
const noticesOf = async (lender: Withdrawer) => JSON.stringify((await lender.get('/notices')).json)
const historyOf = async (lender: Withdrawer) =>
  (await lender.get('/transactions?type=6')).json['list'] as {
    amount: number
    status: string
    isCorrection: boolean
  }[]

test('VAL-09 a give-back that was wrong is taken back once: the cash leaves the lender again, with an entry in the history and a notice', async () => {
  const { lender, id } = await aWithdrawal()
  const line = await listed(null, { days: 1 })
  expect((await said('returned-by-bank', id, line, '--with-fee')).exit).toBe(0)
  expect(await lender.cash()).toBe(1_000_000)
  const transfers = await count(scenario.fixture, 'transfer')
  expect((await takeBack(line, '--dry-run')).exit).toBe(0)
  expect(await count(scenario.fixture, 'transfer')).toBe(transfers)

  const results = await Promise.all([takeBack(line), takeBack(line), takeBack(line)])
  expect(results.filter(({ exit }) => exit === 0)).toHaveLength(1)
  expect(results.map(({ err }) => err).join(' ')).toContain('Tidak ada keputusan')
  expect([await lender.cash(), await stateOf(id)]).toEqual([897_500, 'PAID'])
  expect(await open(id, line)).toEqual(['UNKNOWN_CREDIT'])
  const history = await historyOf(lender)
  const corrections = history.filter(({ isCorrection }) => isCorrection).map(({ amount }) => amount)
  expect(corrections.toSorted((a, b) => a - b)).toEqual([-100_000, -2_500])
  expect(history.reduce((sum, { amount }) => sum + amount, 0)).toBe(-102_500)
  expect(await noticesOf(lender)).toContain('Rp102.500 dipotong dari cash balance Anda.')

  const right = await aWithdrawal()
  expect((await said('returned-by-bank', right.id, line)).exit).toBe(0)
  expect([await right.lender.cash(), await lender.cash()]).toEqual([997_500, 897_500])
  expect(await open(id, line)).toEqual([])
})

test('VAL-09 what a lender has no longer is owed when a give-back is taken back, and a withdrawal is paid again when none of its give-backs stands', async () => {
  const { lender, id } = await aWithdrawal()
  const first = await listed(id, { amount: 40_000, days: 1 })
  await said('returned-by-bank', id, first)
  const second = await listed(id, { amount: 60_000, days: 2 })
  await said('returned-by-bank', id, second)
  await lender.withdraw(990_000)
  expect(await lender.cash()).toBe(5_000)

  expect((await takeBack(first)).out).toContain('35000 di antaranya menjadi kewajibannya')
  expect([await lender.cash(), await stateOf(id)]).toEqual([0, 'RETURNED GIVEN_BACK'])
  expect(await noticesOf(lender)).toContain(
    'Rp5.000 dipotong dari cash balance Anda. Rp35.000 lagi dipotong dari dana yang masuk berikutnya.',
  )
  expect((await takeBack(second)).exit).toBe(0)
  expect(await stateOf(id)).toBe('PAID')
  // The bank still lists both under our reference.
  expect(await open(id, first)).toEqual(['GIVEN_BACK'])
  for (const line of [first, second]) expect((await said('returned-by-bank', id, line)).exit).toBe(0)
  expect([await stateOf(id), await open(id, first)]).toEqual(['RETURNED GIVEN_BACK', []])
})

test('VAL-09 a charge by a wrong line is taken back once: amount and fee are the lender’s again, less what they still owed', async () => {
  const { lender, id } = await aWithdrawal('RETURNED')
  const line = await listed(null, { type: 'DEBIT' })
  expect((await said('charge', id, line)).exit).toBe(0)
  expect([await lender.cash(), await stateOf(id)]).toEqual([897_500, 'PAID'])
  expect((await takeBack(line)).exit).toBe(0)
  expect([await lender.cash(), await stateOf(id)]).toEqual([1_000_000, 'RETURNED CHARGE_TAKEN_BACK'])
  expect((await takeBack(line)).err).toContain('Tidak ada keputusan')
  expect(await open(id, line)).toEqual(['UNKNOWN_DEBIT'])
  expect((await historyOf(lender)).filter(({ status }) => status === 'Success')).toEqual([])
  expect(await noticesOf(lender)).toContain('Rp102.500 sudah kembali ke cash balance Anda.')

  // The right line charges it after all, and what they lack then is collected when that is taken back too.
  await lender.withdraw(940_000)
  const other = await listed(null, { type: 'DEBIT', days: 1 })
  expect((await said('charge', id, other)).out).toContain('tidak lagi memiliki 45000')
  expect(await lender.cash()).toBe(0)
  expect((await takeBack(other)).exit).toBe(0)
  expect(await lender.cash()).toBe(57_500)
})

test('VAL-09 a charge is not taken back while the bank lists the transfer under our reference, or after the bank gave it back', async () => {
  const { lender, id } = await aWithdrawal('RETURNED')
  const line = await listed(id, { type: 'DEBIT' })
  await said('charge', id, line)
  expect((await takeBack(line)).err).toContain('memuat 100000 dari penarikan dana')
  const given = await listed(id, { days: 1 })
  await said('returned-by-bank', id, given)
  expect((await takeBack(line)).err).toContain('batalkan itu dahulu')
  expect([await lender.cash(), await stateOf(id)]).toEqual([997_500, 'RETURNED GIVEN_BACK'])
})

test('VAL-09 a match to a withdrawal that was wrong is taken back, moves no money, and can be made again', async () => {
  const { lender, id } = await aWithdrawal()
  await listed(id, { type: 'DEBIT' })
  const line = await listed(null, { days: 2 })
  expect((await said('match', id, line)).exit).toBe(0)
  expect(await open(id, line)).toEqual([])
  const transfers = await count(scenario.fixture, 'transfer')
  expect((await takeBack(line)).out).toContain('tidak lagi dicocokkan dengan apa pun')
  expect((await open(id, line)).toSorted()).toEqual(['TWICE', 'UNKNOWN_CREDIT'])
  expect((await takeBack(line)).err).toContain('Tidak ada keputusan')
  expect((await said('match', id, line)).exit).toBe(0)
  expect(await open(id, line)).toEqual([])
  expect([await count(scenario.fixture, 'transfer'), await lender.cash()]).toEqual([transfers, 897_500])
})
