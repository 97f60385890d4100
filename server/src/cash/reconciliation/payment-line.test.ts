import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { recordPayment } from '../deposit/index.ts'
import type { Line } from '../../outside/bank/testing/paying-bank.ts'
import { performBatch } from '../../platform/commands/perform-batch.ts'
import { aDepositor } from '../../../testing/snap-scenario.ts'
import { cashOf } from '../../books/index.ts'
import { listLines } from './lines.ts'
import { aStatementScenario, type StatementScenario } from '../../../testing/reconciliation-scenario.ts'

let scenario: StatementScenario
let payments = 0
beforeAll(async () => {
  scenario = await aStatementScenario()
})
afterEach(async () => expect(await scenario.fixture.books()).toEqual([]))
afterAll(() => scenario.close())

const cash = async (lenderId: number) => (await cashOf(scenario.fixture.context.db, lenderId)).available

async function aPayment(amount = 70_000) {
  const depositor = await aDepositor(scenario.fixture)
  payments += 1
  const id = `P-${payments}`
  const number = depositor.numbers[1]
  const line = (days = 0, more: Partial<Line> = {}): Line => ({
    type: 'CREDIT',
    amount,
    at: scenario.instant(days),
    reference: null,
    payment: { id, number },
    transactionId: `T-${id}`,
    ...more,
  })
  return { ...depositor, id, number, amount, line, cash: () => cash(depositor.lenderId) }
}
type Paid = Awaited<ReturnType<typeof aPayment>>

async function notify({ id, number, amount }: Paid, referenceNo = `R-${id}`) {
  const { context } = scenario.fixture
  const callId = context.random.uuid()
  const input = {
    ...{ bank: 'BNI' as const, callId, externalId: callId, paymentRequestId: id, referenceNo },
    ...{ virtualAccountNo: `   ${number}`, amount },
  }
  const [end] = await performBatch(context, recordPayment, [
    { actor: { kind: 'system' }, key: callId, input },
  ])
  return end
}

async function lineOf(transactionId: string): Promise<string> {
  const all = { methodPayment: 1, day: null, withdrawalId: null, payment: null } as const
  const lines = await listLines(scenario.fixture.context.db, all)
  return lines.find((line) => line.bankReference === transactionId)?.id ?? ''
}
const credit = (line: string, ...more: string[]) =>
  scenario.operator(['bank', 'match', line, '--to', 'top-up', '--note', 'x', ...more])

test('FIX-09 a payment that was notified and is listed by the bank is not reported as a difference, in either order', async () => {
  const paid = await aPayment()
  await notify(paid)
  scenario.list(paid.line())
  expect(await scenario.compare(0)).toEqual({ found: [], open: [] })
  expect(await scenario.compare(1)).toEqual({ found: [], open: [] })
  const late = await aPayment()
  scenario.list(late.line())
  expect(await scenario.compare(0)).toMatchObject({ found: [`NO_NOTICE payment:${late.id}`] })
  await notify(late)
  expect(await scenario.compare(0)).toEqual({ found: [], open: [] })
})

test('FIX-09 a payment listed by the bank without a notice is credited once, and a late notice of it credits nothing', async () => {
  const paid = await aPayment()
  scenario.list(paid.line())
  const difference = `NO_NOTICE payment:${paid.id}`
  expect(await scenario.compare(0)).toEqual({ found: [difference], open: [difference] })
  expect(await scenario.compare(1)).toEqual({ found: [], open: [difference] })
  const line = await lineOf(`T-${paid.id}`)
  expect((await credit(line, '--dry-run')).out).toContain(
    `70000 rupiah sekarang milik Pemberi Dana ${paid.lenderId}`,
  )
  expect(await paid.cash()).toBe(0)
  const result = await Promise.all([credit(line), credit(line), credit(line)])
  expect(result.map(({ exit }) => exit)).toEqual([0, 0, 0])
  expect(await paid.cash()).toBe(70_000)
  expect(await scenario.differences()).toEqual([])
  expect(await notify(paid)).toEqual({ answer: 'REPEATED' })
  expect(await paid.cash()).toBe(70_000)
  expect(await scenario.compare(2)).toEqual({ found: [], open: [] })
})

test('FIX-09 a payment is credited once when an operator credits its bank line while the bank notifies it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const paid = await aPayment()
    scenario.list(paid.line())
    await scenario.compare(0)
    const line = await lineOf(`T-${paid.id}`)
    await Promise.all([notify(paid), credit(line), notify(paid), credit(line)])
    expect(await paid.cash()).toBe(70_000)
    expect(await scenario.compare(0)).toEqual({ found: [], open: [] })
  }
})

test('FIX-09 a notified payment missing from the bank statement is reported after a day of grace, until it is listed', async () => {
  const paid = await aPayment()
  await notify(paid)
  expect(await scenario.compare(0)).toEqual({ found: [], open: [] })
  expect(await scenario.compare(1)).toMatchObject({ found: [`NO_LINE payment:${paid.id}`] })
  expect(await scenario.compare(2)).toMatchObject({ found: [], open: [`NO_LINE payment:${paid.id}`] })
  scenario.list(paid.line(1))
  expect(await scenario.compare(2)).toEqual({ found: [], open: [] })
})

test('FIX-09 an operator’s top-up missing from the bank statement is reported after a day, until its id or reference is listed', async () => {
  const atOnce = ['--without-line', 'test']
  const topUp = async (id: string, ...more: string[]) => {
    const depositor = await aDepositor(scenario.fixture)
    const result = await scenario.operator([
      ...[
        'lenders',
        'top-up',
        '--phone',
        depositor.phone,
        '--amount',
        '45000',
        '--payment',
        id,
        ...atOnce,
        ...more,
      ],
    ])
    expect(result.exit).toBe(0)
    return depositor
  }
  await topUp('SLIP-1')
  await topUp('SLIP-2')
  await topUp('SLIP-3')
  const subjects = [1, 2, 3].map((no) => `NO_LINE payment:SLIP-${no}`)
  expect(await scenario.compare(0)).toEqual({ found: [], open: [] })
  expect((await scenario.compare(1)).found.toSorted()).toEqual(subjects)
  const line = { type: 'CREDIT', amount: 45_000, reference: null } as const
  scenario.list({
    ...line,
    at: scenario.instant(0),
    payment: { id: 'SLIP-1', number: '' },
    transactionId: 'T-SLIP',
  })
  scenario.list({ ...line, at: scenario.instant(0), transactionId: 'SLIP-2' })
  expect((await scenario.compare(2)).open).toEqual([subjects[2]])
  await scenario.operator(['deposits', 'reverse', '--payment', 'SLIP-3', '--reason', 'the slip was forged'])
  expect((await scenario.compare(2)).open).toEqual([])

  // If an operator records a payment that the bank listed days ago, the next comparison settles the difference.
  scenario.list({ ...line, at: scenario.instant(3), transactionId: 'SLIP-4' })
  expect((await scenario.compare(3)).found).toEqual(['UNKNOWN_CREDIT 45000'])
  scenario.fixture.travel('10 days')
  await topUp('SLIP-4')
  scenario.fixture.travel(undefined)
  expect((await scenario.compare(11)).open).toEqual([])
})

test('FIX-09 a payment that the bank lists with another amount, or reverses on a later day, is reported', async () => {
  const less = await aPayment()
  await notify(less)
  const wrong = less.line(0, { amount: 69_000 })
  scenario.list(wrong)
  expect(await scenario.compare(0)).toMatchObject({ found: [`PAYMENT_AMOUNT payment:${less.id}`] })
  const line = await lineOf(`T-${less.id}`)
  expect((await credit(line)).err).toContain('tidak menyelesaikannya')
  scenario.unlist(wrong)
  scenario.list(less.line(0, { transactionId: 'T-right' }))
  expect(await scenario.compare(0)).toEqual({ found: [], open: [] })
  const back = less.line(4, { type: 'DEBIT' })
  scenario.list(back)
  expect(await scenario.compare(4)).toMatchObject({ found: [`PAYMENT_AMOUNT payment:${less.id}`] })
  scenario.unlist(back)
  expect(await scenario.compare(4)).toEqual({ found: [], open: [] })
})

test('FIX-09 a bank line that has only a reference number is matched to the payment notice with that number', async () => {
  const paid = await aPayment()
  await notify(paid, 'REF-77')
  const { payment: _, ...nameless } = paid.line()
  scenario.list({ ...nameless, transactionId: 'ref-77' })
  expect(await scenario.compare(0)).toEqual({ found: [], open: [] })
  expect(await scenario.compare(1)).toEqual({ found: [], open: [] })
})

test('FIX-09 an operator can match a bank line without an id to its payment, or credit it under the id that the bank gives', async () => {
  const result = await aPayment()
  await notify(result)
  const { payment: _, ...nameless } = result.line()
  scenario.list(nameless)
  const { open } = await scenario.compare(1)
  expect(new Set(open)).toEqual(new Set(['UNKNOWN_CREDIT 70000', `NO_LINE payment:${result.id}`]))
  const line = await lineOf(`T-${result.id}`)
  const match = (payment: string) =>
    scenario.operator(['bank', 'match', line, '--to', `payment:${payment}`, '--note', 'x'])
  expect((await match('P-nobody')).err).toContain('akan tetap berselisih')
  expect((await match(result.id)).exit).toBe(0)
  expect(await scenario.differences()).toEqual([])

  const silent = await aPayment(80_000)
  const { payment: __, ...unnamed } = silent.line()
  scenario.list(unnamed)
  await scenario.compare(0)
  const other = await lineOf(`T-${silent.id}`)
  expect((await credit(other)).err).toContain('sebutkan dengan --payment')
  expect((await credit(other, '--payment', silent.id)).err).toContain('sebutkan Pemberi Dana dengan --phone')
  expect((await credit(other, '--payment', silent.id, '--phone', silent.phone)).exit).toBe(0)
  expect(await silent.cash()).toBe(80_000)
  expect(await notify(silent)).toEqual({ answer: 'REPEATED' })
  expect(await silent.cash()).toBe(80_000)
  expect(await scenario.compare(1)).toEqual({ found: [], open: [] })
})

test('FIX-09 a second payment under a reused id that an operator resolved, and a returned payment, are not reported', async () => {
  const paid = await aPayment()
  await notify(paid)
  expect(await notify({ ...paid, amount: 90_000 }, 'R-second')).toEqual({ answer: 'CONFLICT' })
  scenario.list(paid.line(), paid.line(0, { amount: 90_000, transactionId: 'T-second' }))
  expect((await scenario.compare(0)).found).toEqual([`PAYMENT_AMOUNT payment:${paid.id}`])
  const { json } = await scenario.operator(['--json', 'deposits', 'conflicts'])
  const [conflict] = json.conflicts as { id: string }[]
  const separate = ['deposits', 'resolve', conflict?.id ?? '', '--as', 'separate', '--note', 'x']
  expect((await scenario.operator(separate)).exit).toBe(0)
  expect(await scenario.compare(0)).toEqual({ found: [], open: [] })
  const waiting = (await scenario.operator(['--json', 'deposits', 'suspense'])).json.suspense as {
    paymentId: string
  }[]
  const back = ['deposits', 'return', waiting[0]?.paymentId ?? '', '--reference', 'BACK-1', '--note', 'x']
  expect((await scenario.operator(back)).exit).toBe(0)
  expect(await scenario.compare(1)).toEqual({ found: [], open: [] })
  const line = { type: 'DEBIT' as const, amount: 90_000, at: scenario.instant(1), reference: null }
  scenario.list({ ...line, transactionId: 'back-1' })
  expect(await scenario.compare(1)).toEqual({ found: [], open: [] })
})
