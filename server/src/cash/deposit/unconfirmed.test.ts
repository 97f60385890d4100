import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cashOf } from '../../books/index.ts'
import { perform } from '../../platform/commands/perform.ts'
import { performBatch } from '../../platform/commands/perform-batch.ts'
import { listLines } from '../reconciliation/lines.ts'
import { aDepositor } from '../../../testing/snap-scenario.ts'
import { aStatementScenario, type StatementScenario } from '../../../testing/reconciliation-scenario.ts'
import { creditTopUp, listSuspense, recordPayment, recordTopUp, takeOverCash } from './index.ts'

let scenario: StatementScenario
beforeAll(async () => {
  scenario = await aStatementScenario()
})
afterEach(async () => expect(await scenario.fixture.books()).toEqual([]))
afterAll(() => scenario.close())

type Depositor = Awaited<ReturnType<typeof aDepositor>>
const actor = { kind: 'operator', name: 'test' } as const
const amount = 40_000_000
let ids = 0
const nextId = () => `UNC-${(ids += 1)}`
const cash = async ({ lenderId }: Depositor) =>
  (await cashOf(scenario.fixture.context.db, lenderId)).available
const waits = async (id: string) =>
  (await listSuspense(scenario.fixture.context.db)).find((one) => one.paymentRequestId === id)
const topUp = (id: string, { phone }: Depositor, ...more: string[]) =>
  scenario.operator([
    ...[
      '--json',
      'lenders',
      'top-up',
      '--phone',
      phone,
      '--amount',
      String(amount),
      '--payment',
      id,
      ...more,
    ],
  ])
const reverse = (payment: string) =>
  scenario.operator([
    '--json',
    'deposits',
    'reverse',
    '--payment',
    payment,
    '--reason',
    'the slip was forged',
  ])

async function notify(id: string, number: string, sum = amount, referenceNo?: string) {
  const { context } = scenario.fixture
  const callId = context.random.uuid()
  const input = {
    ...{ bank: 'BNI' as const, callId, externalId: callId, paymentRequestId: id, referenceNo },
    ...{ virtualAccountNo: number, amount: sum },
  }
  const [end] = await performBatch(context, recordPayment, [
    { actor: { kind: 'system' }, key: callId, input },
  ])
  return end && 'answer' in end ? end.answer : end
}

const line = (transactionId: string, more: object = {}) => ({
  ...{ type: 'CREDIT' as const, amount, at: scenario.instant(0), reference: null, transactionId },
  ...more,
})

async function lineOf(transactionId: string): Promise<string> {
  const all = { methodPayment: 1, day: null, withdrawalId: null, payment: null } as const
  const lines = await listLines(scenario.fixture.context.db, all)
  return lines.find(({ bankReference }) => bankReference === transactionId)?.id ?? ''
}

describe('VAL-08 a top-up by an operator', () => {
  test('VAL-08 waits in suspense with its age, in no account and movable by no command, until the bank confirms it', async () => {
    const lender = await aDepositor(scenario.fixture)
    const id = nextId()
    expect((await topUp(id, lender)).json).toEqual({ credited: false, recorded: true, waits: true })
    expect((await topUp(id, lender)).json).toEqual({ credited: false, recorded: false, waits: true })
    expect((await topUp(id, await aDepositor(scenario.fixture))).err).toContain('isi lain')
    expect(await cash(lender)).toBe(0)
    scenario.fixture.travel('3 days')
    const item = await waits(id)
    expect(item).toMatchObject({ reason: 'UNCONFIRMED', intendedFor: lender.lenderId, amount, age: 3 })
    const listed = await scenario.operator(['deposits', 'suspense'])
    expect(listed.out).toContain(
      `${amount} rupiah untuk Pemberi Dana ${lender.lenderId} (Pemberi Dana ${lender.phone.slice(-4)}): UNCONFIRMED, 3 hari`,
    )
    expect(listed.out).toContain('belum dinyatakan bank')
    scenario.fixture.travel(undefined)
    const payment = item?.paymentId ?? ''
    const assign = ['deposits', 'assign', payment, '--phone', lender.phone, '--note', 'x']
    const back = ['deposits', 'return', payment, '--reference', 'B-1', '--note', 'x']
    for (const command of [assign, back])
      expect(await scenario.operator(command)).toMatchObject({
        exit: 2,
        err: expect.stringContaining('belum dinyatakan bank'),
      })
    expect(await notify(id, lender.numbers[1])).toBe('REPEATED')
    expect(await cash(lender)).toBe(amount)
    expect(await waits(id)).toBeUndefined()
    expect(await notify(id, lender.numbers[1])).toBe('REPEATED')
    expect((await topUp(id, lender)).json).toEqual({ credited: false, recorded: false, waits: false })
    expect(await cash(lender)).toBe(amount)
  })

  test('VAL-08 is credited once by a notice under another name of the payment, and not by a notice for another lender or amount', async () => {
    const [lender, other] = [await aDepositor(scenario.fixture), await aDepositor(scenario.fixture)]
    const [mine, theirs, less] = [nextId(), nextId(), nextId()]
    await topUp(`R-${mine}`, lender)
    expect(await notify(mine, '988009999999999', amount, `R-${mine}`)).toBe('REPEATED')
    await topUp(theirs, lender)
    expect(await notify(theirs, other.numbers[1])).toBe('CONFLICT')
    await topUp(less, lender)
    expect(await notify(less, lender.numbers[1], amount - 1)).toBe('CONFLICT')
    expect([await cash(lender), await cash(other)]).toEqual([amount, 0])
    for (const id of [theirs, less]) expect((await reverse(id)).exit).toBe(0)
  })

  test('VAL-08 is credited by its line in the bank’s statement, by its own name, its reference or an operator’s match, and not by a line for another lender', async () => {
    const lender = await aDepositor(scenario.fixture)
    const other = await aDepositor(scenario.fixture)
    const [byId, byReference, both, matched, foreign] = [nextId(), nextId(), nextId(), nextId(), nextId()]
    for (const id of [byId, byReference, both, matched, foreign]) await topUp(id, lender)
    scenario.list(
      line('T-1', { payment: { id: byId, number: lender.numbers[1] } }),
      line(byReference.toLowerCase()),
      line(both, { payment: { id: `P-${both}`, number: lender.numbers[1] } }),
      line('T-4'),
      line('T-5', { payment: { id: foreign, number: other.numbers[1] } }),
    )
    await scenario.compare(0)
    expect(await cash(lender)).toBe(3 * amount)
    const match = [await lineOf('T-4'), '--to', `payment:${matched}`, '--note', 'same slip']
    expect((await scenario.operator(['bank', 'match', ...match])).exit).toBe(0)
    expect([await cash(lender), await cash(other)]).toEqual([4 * amount, 0])
    expect((await waits(foreign))?.reason).toBe('UNCONFIRMED')
    // The notice that comes after the line is of the same payment.
    expect(await notify(`P-${both}`, lender.numbers[1], amount, both)).toBe('REPEATED')
    await scenario.compare(1)
    expect(await cash(lender)).toBe(4 * amount)
    // What a line has confirmed is there: taken back, it waits for its lender.
    expect((await reverse(byId)).json).toMatchObject({
      wasWaiting: false,
      suspensePaymentId: expect.any(String),
    })
    await reverse(foreign)
  })

  test('VAL-08 is a difference after a day without a line, and taken back once; its name is free for what comes later', async () => {
    const lender = await aDepositor(scenario.fixture)
    const id = nextId()
    await topUp(id, lender)
    expect((await scenario.compare(1)).open).toContain(`NO_LINE payment:${id}`)
    expect((await reverse(id)).json).toMatchObject({ wasWaiting: true, lenderId: lender.lenderId, owed: 0 })
    expect((await reverse(id)).err).toContain('sudah dibatalkan')
    expect(await waits(id)).toBeUndefined()
    expect((await scenario.compare(2)).open).not.toContain(`NO_LINE payment:${id}`)
    expect(await cash(lender)).toBe(0)
    expect(await notify(id, lender.numbers[1])).toBe('RECORDED')
    expect(await cash(lender)).toBe(amount)
  })

  test('VAL-08 is credited at once with a reason, and up to the limit of the day, however many commands it takes', async () => {
    const { context } = scenario.fixture
    const lender = await aDepositor(scenario.fixture)
    const [recorded, straight] = [nextId(), nextId()]
    await topUp(recorded, lender)
    const why = ['--without-line', 'holiday, the bank’s page shows it']
    expect((await topUp(recorded, lender, ...why)).json).toMatchObject({ credited: true })
    expect((await topUp(straight, lender, ...why)).json).toMatchObject({ credited: true })
    expect((await topUp(straight, lender, ...why)).json).toMatchObject({ credited: false })
    expect(await cash(lender)).toBe(2 * amount)
    expect((await scenario.compare(1)).open).toContain(`NO_LINE payment:${straight}`)
    const config = { ...context.config, TOP_UP_WITHOUT_LINE_LIMIT: 100_000_000 }
    const few = Array.from({ length: 4 }, (_, place) =>
      perform({ ...context, config }, creditTopUp, {
        actor,
        input: {
          ...{ bank: 'OTHER', paymentRequestId: `LIMIT-${place}`, lenderId: lender.lenderId },
          ...{ amount, reason: 'x' },
        },
      }),
    )
    const done = await Promise.allSettled(few)
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(
      String((done.find(({ status }) => status === 'rejected') as PromiseRejectedResult).reason),
    ).toContain('TOP_UP_WITHOUT_LINE_LIMIT')
    expect(await cash(lender)).toBe(4 * amount)
  })

  test('VAL-08 that notice, line, operator and reversal report at the same time is credited at most once', async () => {
    const { context } = scenario.fixture
    const lender = await aDepositor(scenario.fixture)
    const [listed, ...more] = Array.from({ length: 12 }, nextId)
    const all = [listed ?? '', ...more]
    for (const id of all) scenario.list(line(`T-${id}`, { payment: { id, number: lender.numbers[1] } }))
    const record = (id: string) =>
      perform(context, recordTopUp, {
        actor,
        input: { bank: 'BNI', paymentRequestId: id, lenderId: lender.lenderId, amount },
      })
    await Promise.all(all.map(record))
    await Promise.allSettled([
      ...all.map((id) => notify(id, lender.numbers[1])),
      scenario.compare(0),
      ...all.map((id) => topUp(id, lender, '--without-line', 'x')),
    ])
    await scenario.compare(0)
    expect(await cash(lender)).toBe(all.length * amount)
  })
})

test('VAL-05 cash that was taken over awaits no line: reconciliation makes no difference of it', async () => {
  const { context } = scenario.fixture
  const lender = await aDepositor(scenario.fixture)
  const { open } = await scenario.compare(1)
  const input = { lenderId: lender.lenderId, bank: 'BNI', amount, asOf: '2026-01-31' } as const
  await perform(context, takeOverCash, { actor, input })
  expect((await scenario.compare(1)).open).toEqual(open)
  expect((await scenario.compare(5)).open).toEqual(open)
  expect(await cash(lender)).toBe(amount)
})
