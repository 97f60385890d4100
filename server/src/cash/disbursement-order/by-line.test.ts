import { addDays, businessDateOf } from '@pematang/contract/format/business-date'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aDisbursementScenario, type DisbursementScenario } from '../../../testing/disbursement-scenario.ts'

let scenario: DisbursementScenario
beforeAll(async () => {
  scenario = await aDisbursementScenario({ settings: { DISBURSEMENT_BY: 'line' } })
})
afterEach(async () => expect(await scenario.fixture.books()).toEqual([]))
afterAll(() => scenario.close())

const today = () => businessDateOf(new Date().toISOString())

test('OPS-05 the line of the bank disburses the loan on its value date, and leaves no difference', async () => {
  const loan = await scenario.funded()
  await scenario.payByFile(loan.loanNumber)
  await scenario.listPayment(loan.loanNumber)
  expect(await scenario.compare(0)).toEqual({ found: [], open: [] })
  expect([await scenario.state(loan.loanNumber), await scenario.loan(loan.loanNumber)]).toEqual([
    'COMPLETED',
    { status: 'ACTIVE', on: today() },
  ])
  // Read again on the days after, it disburses nothing twice.
  for (const days of [1, 4]) expect(await scenario.compare(days)).toEqual({ found: [], open: [] })
})

test('OPS-05 a bank that drops our reference is known by the number of the loan in its remark and the amount', async () => {
  const loan = await scenario.funded()
  await scenario.payByFile(loan.loanNumber)
  await scenario.listPayment(loan.loanNumber, { reference: null, remark: `TRF ${loan.loanNumber} DANA` })
  expect(await scenario.compare(0)).toEqual({ found: [], open: [] })
  expect((await scenario.loan(loan.loanNumber)).status).toBe('ACTIVE')
})

test('OPS-05 a line over another amount disburses nothing: it stays a difference until an operator says what it is', async () => {
  const loan = await scenario.funded()
  await scenario.payByFile(loan.loanNumber)
  const less = await scenario.listPayment(loan.loanNumber, { amount: 1_197_500 })
  expect((await scenario.compare(0)).found).toEqual(['UNKNOWN_DEBIT 1197500'])
  expect((await scenario.loan(loan.loanNumber)).status).toBe('FUNDED')
  const line = await scenario.lineOf(less)
  const match = [
    'bank',
    'match',
    line,
    '--to',
    `disbursement:${loan.loanNumber}`,
    '--note',
    'the bank took its fee',
  ]
  expect((await scenario.operator(match)).exit).toBe(0)
  expect([await scenario.state(loan.loanNumber), await scenario.loan(loan.loanNumber)]).toEqual([
    'COMPLETED',
    { status: 'ACTIVE', on: today() },
  ])
  expect((await scenario.compare(0)).open).toEqual([`TRANSFER_AMOUNT transfer:${loan.loanNumber}`])
  // The rest is sent by hand, and both lines together are the loan.
  const more = await scenario.listPayment(loan.loanNumber, { amount: 2_500, reference: null, remark: 'sisa' })
  await scenario.compare(0)
  const rest = await scenario.lineOf(more)
  await scenario.operator([
    'bank',
    'match',
    rest,
    '--to',
    `transfer:${loan.loanNumber}`,
    '--note',
    'the rest',
  ])
  expect((await scenario.compare(0)).open).toEqual([])
})

test('OPS-05 a payment that the bank lists twice disburses once and is a difference until one comes back', async () => {
  const loan = await scenario.funded()
  await scenario.payByFile(loan.loanNumber)
  await scenario.listPayment(loan.loanNumber)
  await scenario.listPayment(loan.loanNumber)
  expect((await scenario.compare(0)).found).toEqual([`TRANSFER_AMOUNT transfer:${loan.loanNumber}`])
  expect(await scenario.state(loan.loanNumber)).toBe('COMPLETED')
  await scenario.listPayment(loan.loanNumber, { type: 'CREDIT' })
  expect((await scenario.compare(0)).open).toEqual([])
})

test('OPS-05 what the bank gives back before the loan began ends the order, and the loan waits to be paid out again', async () => {
  const loan = await scenario.funded()
  await scenario.payByFile(loan.loanNumber)
  await scenario.listPayment(loan.loanNumber)
  await scenario.listPayment(loan.loanNumber, { type: 'CREDIT' })
  expect(await scenario.compare(0)).toEqual({ found: [], open: [] })
  expect([await scenario.state(loan.loanNumber), (await scenario.loan(loan.loanNumber)).status]).toEqual([
    'RETURNED GIVEN_BACK',
    'FUNDED',
  ])
  const account = [
    '--code',
    '014',
    '--number',
    '7712345678',
    '--holder',
    'Usaha Contoh',
    '--reason',
    'letter',
  ]
  await scenario.operator(['loans', 'account', loan.loanNumber, ...account])
  expect((await scenario.payByFile(loan.loanNumber)).lines[0]).toContain(',014,7712345678,Usaha Contoh,')
  // What came back was of the order before: this one waits for a line of its own, and has its value date.
  expect(await scenario.compare(1)).toEqual({ found: [], open: [] })
  expect(await scenario.state(loan.loanNumber)).toBe('SENT')
  await scenario.listPayment(loan.loanNumber, { at: scenario.instant(2) })
  expect(await scenario.compare(2)).toEqual({ found: [], open: [] })
  expect([await scenario.state(loan.loanNumber), await scenario.loan(loan.loanNumber)]).toEqual([
    'COMPLETED',
    { status: 'ACTIVE', on: addDays(today(), 2) },
  ])
})

test('OPS-05 what the bank gives back days later is a difference, which the reversal of the disbursement settles, and the loan can be ordered again', async () => {
  const loan = await scenario.funded()
  await scenario.payByFile(loan.loanNumber)
  await scenario.listPayment(loan.loanNumber)
  await scenario.compare(0)
  await scenario.listPayment(loan.loanNumber, { type: 'CREDIT', at: scenario.instant(2) })
  expect((await scenario.compare(2)).found).toEqual([`TRANSFER_AMOUNT transfer:${loan.loanNumber}`])
  await scenario.operator(['disbursements', 'reverse', loan.loanNumber, '--reason', 'account closed'])
  expect(await scenario.state(loan.loanNumber)).toBe('PAID')
  expect((await scenario.compare(2)).open).toEqual([])
  expect(await scenario.state(loan.loanNumber)).toBe('RETURNED GIVEN_BACK')
  expect((await scenario.payByFile(loan.loanNumber)).json).toMatchObject({ ordered: 1 })
})

test('OPS-05 a disbursement that was reversed while its line stands is made again by that line', async () => {
  const loan = await scenario.funded()
  await scenario.payByFile(loan.loanNumber)
  await scenario.listPayment(loan.loanNumber)
  await scenario.compare(0)
  await scenario.operator(['disbursements', 'reverse', loan.loanNumber, '--reason', 'a mistake'])
  expect((await scenario.payByFile(loan.loanNumber)).json).toMatchObject({ ordered: 0, refused: 1 })
  expect(await scenario.compare(1)).toEqual({ found: [], open: [] })
  expect([await scenario.state(loan.loanNumber), await scenario.loan(loan.loanNumber)]).toEqual([
    'COMPLETED',
    { status: 'ACTIVE', on: today() },
  ])
})

test('OPS-05 a payment that was given up and that the bank makes all the same disburses its loan', async () => {
  const loan = await scenario.funded()
  await scenario.payByFile(loan.loanNumber)
  await scenario.operator(['disbursements', 'stop', loan.loanNumber, '--note', 'said on the phone'])
  await scenario.listPayment(loan.loanNumber)
  expect(await scenario.compare(0)).toEqual({ found: [], open: [] })
  expect([await scenario.state(loan.loanNumber), (await scenario.loan(loan.loanNumber)).status]).toEqual([
    'COMPLETED',
    'ACTIVE',
  ])
})

test('OPS-05 an order whose payment the statement lists is not stopped', async () => {
  const loan = await scenario.funded()
  await scenario.payByFile(loan.loanNumber)
  const less = await scenario.listPayment(loan.loanNumber, { amount: 1_000_000 })
  await scenario.compare(0)
  const stop = await scenario.operator(['disbursements', 'stop', loan.loanNumber, '--note', 'x'])
  expect([stop.exit, stop.err]).toEqual([2, expect.stringContaining('mutasi bank memuat 1000000')])
  const line = await scenario.lineOf(less)
  await scenario.operator(['bank', 'match', line, '--to', `disbursement:${loan.loanNumber}`, '--note', 'x'])
  expect((await scenario.compare(0)).open).toEqual([`TRANSFER_AMOUNT transfer:${loan.loanNumber}`])
  await scenario.listPayment(loan.loanNumber, { amount: 200_000 })
  expect((await scenario.compare(0)).open).toEqual([])
})

test('OPS-05 where the bank’s line is asked for, no word disburses a loan, and a line without an order does', async () => {
  const loan = await scenario.funded()
  const made = await scenario.operator(['disbursements', 'make', loan.loanNumber])
  expect([made.exit, made.out]).toEqual([1, expect.stringContaining('oleh baris mutasi bank')])
  const byHand = await scenario.listPayment(loan.loanNumber, { reference: null })
  expect((await scenario.compare(0)).found).toEqual(['UNKNOWN_DEBIT 1200000'])
  const line = await scenario.lineOf(byHand)
  const match = [
    'bank',
    'match',
    line,
    '--to',
    `disbursement:${loan.loanNumber}`,
    '--note',
    'paid at the counter',
  ]
  expect((await scenario.operator(match)).exit).toBe(0)
  expect((await scenario.operator(match)).exit).toBe(0)
  expect(await scenario.loan(loan.loanNumber)).toEqual({ status: 'ACTIVE', on: today() })
  expect((await scenario.compare(0)).open).toEqual([])
})

test('OPS-05 a bank without references that gave a payment back ends no later order of the loan by it', async () => {
  const loan = await scenario.funded()
  const nameless = (type: 'DEBIT' | 'CREDIT', days: number) =>
    scenario.listPayment(loan.loanNumber, {
      ...{ type, reference: null, remark: `TRF ${loan.loanNumber}`, at: scenario.instant(days) },
    })
  await scenario.payByFile(loan.loanNumber)
  await nameless('DEBIT', 0)
  await scenario.compare(0)
  const back = await nameless('CREDIT', 0)
  await scenario.compare(0)
  const match = ['--to', `transfer:${loan.loanNumber}`, '--note', 'given back']
  await scenario.operator(['bank', 'match', await scenario.lineOf(back), ...match])
  await scenario.operator(['disbursements', 'reverse', loan.loanNumber, '--reason', 'given back'])
  expect((await scenario.compare(0)).open).toEqual([])
  expect(await scenario.state(loan.loanNumber)).toBe('RETURNED GIVEN_BACK')
  await scenario.payByFile(loan.loanNumber)
  expect(await scenario.compare(1)).toEqual({ found: [], open: [] })
  expect(await scenario.state(loan.loanNumber)).toBe('SENT')
  const paid = await nameless('DEBIT', 2)
  // Its name was the one of a line before, so an operator says which loan it pays out.
  expect((await scenario.compare(2)).found).toEqual(['UNKNOWN_DEBIT 1200000'])
  const to = ['--to', `disbursement:${loan.loanNumber}`, '--note', 'paid again']
  scenario.fixture.travel('2 days')
  await scenario.operator(['bank', 'match', await scenario.lineOf(paid), ...to])
  scenario.fixture.travel(undefined)
  expect([await scenario.state(loan.loanNumber), await scenario.loan(loan.loanNumber)]).toEqual([
    'COMPLETED',
    { status: 'ACTIVE', on: addDays(today(), 2) },
  ])
  expect((await scenario.compare(2)).open).toEqual([])
})

test('OPS-05 a line that was named after one loan disburses no other, and another bank’s line no loan that is ordered here', async () => {
  const [one, other] = [await scenario.funded(), await scenario.funded()]
  await scenario.payByFile(one.loanNumber, other.loanNumber)
  const less = await scenario.listPayment(one.loanNumber, { amount: 1_100_000 })
  await scenario.compare(0)
  const to = ['--to', `disbursement:${other.loanNumber}`, '--note', 'a mistake']
  const wrong = await scenario.operator(['bank', 'match', await scenario.lineOf(less), ...to])
  expect([wrong.exit, wrong.err]).toEqual([2, expect.stringContaining(`sudah dinyatakan ${one.loanNumber}`)])
  const elsewhere = {
    ...{ type: 'DEBIT' as const, amount: 1_200_000, transactionId: 'ELSEWHERE' },
    ...{ reference: null, at: scenario.instant(0) },
  }
  scenario.other.lines = () => [elsewhere]
  await scenario.compare(0, 2)
  scenario.other.lines = null
  const strange = await scenario.operator(['bank', 'match', await scenario.lineOf(elsewhere), ...to])
  expect([strange.exit, strange.err]).toEqual([2, expect.stringContaining('Bank 1 memegang perintah')])
  expect((await scenario.loan(other.loanNumber)).status).toBe('FUNDED')
})
