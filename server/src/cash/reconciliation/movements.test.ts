import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aStatementScenario, type StatementScenario } from '../../../testing/reconciliation-scenario.ts'
import { amounts, flat, servicingOf } from '../../../testing/loan-operations.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { performBatch } from '../../platform/commands/perform-batch.ts'
import { many } from '../../platform/db/database.ts'
import { listSuspense, recordPayment } from '../deposit/index.ts'

let scenario: StatementScenario
let serial = 0
const { repay } = servicingOf(() => scenario.fixture)
beforeAll(async () => {
  scenario = await aStatementScenario()
})
afterEach(async () => expect(await scenario.fixture.books()).toEqual([]))
afterAll(() => scenario.close())

const aLent = () => aDisbursedLoan(scenario.fixture.context, amounts, { ...flat, disbursedOn: '2026-01-31' })
const line = (type: 'DEBIT' | 'CREDIT', amount: number, transactionId: string, more = {}) => ({
  ...{ type, amount, transactionId, reference: null, at: scenario.instant(0) },
  ...more,
})
async function aListedLoan() {
  const loan = await aLent()
  serial += 1
  const transactionId = `OUT-${serial}`
  scenario.list(line('DEBIT', 1_200_000, transactionId, { remark: `Pencairan ${loan.loanNumber}, dana` }))
  return { ...loan, transactionId }
}

test('VAL-07 a disbursement and its repayments agree with the lines that have their references and amounts', async () => {
  const { loanNumber } = await aListedLoan()
  await repay({ loanNumber, amount: 112_000, reference: 'BNI-IN-1' })
  scenario.list(line('CREDIT', 112_000, 'bni-in-1 '))
  expect(await scenario.compare(0)).toEqual({ found: [], open: [] })
  for (const days of [1, 3, 4]) expect(await scenario.compare(days)).toEqual({ found: [], open: [] })
  expect((await scenario.operator(['bank', 'lines', '--on', today(0)])).out).toContain(
    `transfer ${loanNumber}, dicocokkan secara manual, "Pencairan ${loanNumber}, dana"`,
  )
})

test('VAL-07 a recorded repayment that never came and a disbursement that never left are named after the days of grace', async () => {
  const { loanNumber } = await aLent()
  await repay({ loanNumber, amount: 112_000, reference: 'NEVER-1' })
  expect((await scenario.compare(2)).open).toEqual([])
  const expected = [`NOT_RECEIVED transfer:NEVER-1`, `NOT_SENT transfer:${loanNumber}`]
  expect((await scenario.compare(3)).found.toSorted()).toEqual(expected)
  // A repayment that was taken back need not be listed, and a line that comes late settles its difference.
  await scenario.operator(['repayments', 'reverse', 'NEVER-1', '--reason', 'it never came'])
  scenario.list(line('DEBIT', 1_200_000, loanNumber, { at: scenario.instant(4) }))
  expect((await scenario.compare(4)).open).toEqual([])
})

test('VAL-07 two loans in one transfer are one line with parts; a part that is missing is named by its amount', async () => {
  const [first, second] = [await aListedLoan(), await aListedLoan()]
  await repay({ loanNumber: first.loanNumber, amount: 112_000, reference: 'BOTH-7' })
  scenario.list(line('CREDIT', 224_000, 'BOTH-7'))
  expect((await scenario.compare(0)).found).toEqual(['TRANSFER_AMOUNT transfer:BOTH-7'])
  await repay({ loanNumber: second.loanNumber, amount: 112_000, reference: 'BOTH-7' })
  expect((await scenario.compare(0)).open).toEqual([])
})

test('VAL-07 an excess that was paid out, and a payout that the bank sent back, agree with the lines in both directions', async () => {
  const { loanNumber } = await aListedLoan()
  await repay({ loanNumber, amount: 2_000_000, reference: 'MUCH-1' })
  scenario.list(line('CREDIT', 2_000_000, 'MUCH-1'))
  const out = [
    'payouts',
    'excess',
    loanNumber,
    '--amount',
    '1000',
    '--paid-on',
    today(0),
    '--reference',
    'X-1',
  ]
  const { json } = await scenario.operator(['--json', ...out, '--reason', 'given back'])
  scenario.list(line('DEBIT', 1_000, 'x-1'))
  expect(await scenario.compare(0)).toEqual({ found: [], open: [] })
  scenario.list(line('CREDIT', 1_000, 'X-1', { at: scenario.instant(1) }))
  expect((await scenario.compare(1)).found).toEqual(['TRANSFER_AMOUNT transfer:X-1'])
  await scenario.operator(['payouts', 'reverse', String(json['payoutId']), '--reason', 'sent back'])
  expect((await scenario.compare(1)).open).toEqual([])
})

test('VAL-07 a line that a loan of the same amount or a longer number names is not taken for another loan’s', async () => {
  const { loanNumber } = await aLent()
  scenario.list(line('DEBIT', 1_200_000, 'OUT-X', { remark: `${loanNumber}9` }))
  expect((await scenario.compare(0)).found).toEqual(['UNKNOWN_DEBIT 1200000'])
  expect(
    await many(
      scenario.fixture.context.db,
      'test.matched',
      'select 1 from bank_line_transfer where name = $1',
      [loanNumber],
    ),
  ).toEqual([])
})

test('VAL-07 a repayment that came in at the other bank than the one of the loans is known there, and is no difference', async () => {
  const { loanNumber } = await aListedLoan()
  await repay({ loanNumber, amount: 112_000, reference: 'OTHER-1' })
  scenario.other.lines = () => [line('CREDIT', 112_000, 'OTHER-1'), line('CREDIT', 5_000, 'OTHER-2')]
  expect((await scenario.compare(0, 2)).found).toEqual(['UNKNOWN_CREDIT 5000'])
  expect((await scenario.compare(3)).open).not.toContain('NOT_RECEIVED transfer:OTHER-1')
  scenario.other.lines = null
})

test('VAL-07 a payment that was recorded as returned to its payer is named when the bank does not list it in time', async () => {
  const { context } = scenario.fixture
  const callId = context.random.uuid()
  const input = {
    ...{ bank: 'BNI' as const, callId, externalId: callId, paymentRequestId: 'NOBODY-1' },
    ...{ virtualAccountNo: '   988009999999999', amount: 40_000 },
  }
  await performBatch(context, recordPayment, [{ actor: { kind: 'system' }, key: callId, input }])
  scenario.list(
    line('CREDIT', 40_000, 'T-NOBODY', { payment: { id: 'NOBODY-1', number: '988009999999999' } }),
  )
  const [waiting] = await listSuspense(context.db)
  const payment = waiting?.paymentId ?? ''
  await scenario.operator(['deposits', 'return', payment, '--reference', 'GIVEN-1', '--note', 'x'])
  expect((await scenario.compare(1)).open).not.toContain('NOT_SENT_BACK payment:NOBODY-1')
  expect((await scenario.compare(3)).open).toContain('NOT_SENT_BACK payment:NOBODY-1')
  scenario.list(line('DEBIT', 40_000, 'given-1', { at: scenario.instant(3) }))
  expect((await scenario.compare(3)).open).not.toContain('NOT_SENT_BACK payment:NOBODY-1')
})

const today = (days: number): string =>
  new Date(scenario.instant(days).getTime() + 7 * 3_600_000).toISOString().slice(0, 10)
