import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { listLines } from './lines.ts'
import { aStatementScenario, type StatementScenario } from '../../../testing/reconciliation-scenario.ts'
import { referenceOf } from '../withdrawal/follow-transfer.ts'

let scenario: StatementScenario
beforeAll(async () => {
  scenario = await aStatementScenario()
})
afterEach(async () => expect(await scenario.fixture.books()).toEqual([]))
afterAll(() => scenario.close())

const lineOf = async (reference: string): Promise<string> => {
  const all = { methodPayment: 1, day: null, withdrawalId: null, payment: null } as const
  const lines = await listLines(scenario.fixture.context.db, all)
  return lines.find((line) => line.reference === reference)?.id ?? ''
}
const enter = (line: string, phone: string, ...more: string[]) =>
  scenario.operator(['--json', 'withdrawals', 'enter', line, '--phone', phone, '--note', 'restored', ...more])

/** A transfer that the bank lists under our reference, and the books do not know. */
async function unknownTransfer(amount: number, more: object = {}) {
  const id = randomUUID()
  const reference = referenceOf(id)
  const at = scenario.instant(0)
  scenario.list({ type: 'DEBIT', amount, at, reference, transactionId: `T-${reference}`, ...more })
  await scenario.compare(0)
  return { id, line: await lineOf(reference) }
}

test('VAL-09 a withdrawal that the bank lists and the restored books lack is entered from its line, once: cash, ledger, history and reconciliation are right', async () => {
  const lender = await scenario.lender()
  const { id, line } = await unknownTransfer(200_000)
  expect((await scenario.differences()).map(({ kind }) => kind)).toContain('UNKNOWN_DEBIT')
  expect((await enter(line, lender.phone, '--dry-run')).exit).toBe(0)
  expect(await lender.cash()).toBe(1_000_000)
  const done = await Promise.all([enter(line, lender.phone), enter(line, lender.phone)])
  expect(done.filter(({ json }) => json.entered === true)).toHaveLength(1)
  expect(done[0]?.json).toMatchObject({ withdrawalId: id, amount: 200_000, fee: 2_500, owed: 0 })
  expect(await lender.cash()).toBe(797_500)
  expect(await scenario.differences()).toEqual([])
  expect((await scenario.compare(1)).open).toEqual([])
  expect(JSON.stringify((await lender.get('/notices')).json)).toContain('Rp202.500 dipotong')
})

test('VAL-09 what the lender’s cash does not cover of an entered withdrawal is owed', async () => {
  const lender = await scenario.lender({ cash: 150_000 })
  const { line } = await unknownTransfer(300_000)
  expect((await enter(line, lender.phone)).json).toMatchObject({ entered: true, owed: 152_500 })
  expect(await lender.cash()).toBe(0)
})

test('VAL-09 a line is not entered where it is no transfer of ours, the books have it, or its amount cannot be a withdrawal', async () => {
  const lender = await scenario.lender()
  const nameless = await unknownTransfer(200_000, { reference: null, transactionId: 'T-nameless' })
  expect(nameless.line).toBe('')
  const all = { methodPayment: 1, day: null, withdrawalId: null, payment: null } as const
  const lines = await listLines(scenario.fixture.context.db, all)
  const line = lines.find(({ bankReference }) => bankReference === 'T-nameless')?.id ?? ''
  expect((await enter(line, lender.phone)).err).toContain('bukan transfer')
  const small = await unknownTransfer(50_000)
  expect((await enter(small.line, lender.phone)).err).toContain('paling sedikit 100000')
  const { id } = await lender.withdraw(200_000)
  await scenario.followAll()
  await scenario.compare(0)
  const other = await scenario.lender()
  expect((await enter(await lineOf(referenceOf(id)), other.phone)).err).toContain(
    'Pembukuan memuat penarikan dana',
  )
  expect((await enter(await lineOf(referenceOf(id)), lender.phone)).json).toMatchObject({ entered: false })
  expect(await lender.cash()).toBe(797_500)
})
