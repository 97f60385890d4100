import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cashOf } from '../../books/index.ts'
import { many, one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { performDryRun } from '../../platform/commands/dry-run.ts'
import { aBankScenario, aDepositor, type BankScenario } from '../../../testing/snap-scenario.ts'
import { aLoan, reserveFunding } from '../../../testing/people.ts'
import { creditTopUp } from './credit-top-up.ts'
import { assignSuspense, creditOnce, listSuspense, returnSuspense, reverseTopUp } from './index.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

let scenario: BankScenario
beforeAll(async () => {
  scenario = await aBankScenario()
})
afterEach(async () => expect(await scenario.fixture.books()).toEqual([]))
afterAll(() => scenario.close())

const actor = { kind: 'operator', name: 'test' } as const
const reason = 'slip of another lender'
const amount = 90_000
let ids = 0
const nextId = () => `REV-${(ids += 1)}`
type Depositor = Awaited<ReturnType<typeof aDepositor>>
const two = async (): Promise<[Depositor, Depositor]> => [
  await aDepositor(scenario.fixture),
  await aDepositor(scenario.fixture),
]
const cash = async ({ lenderId }: Depositor) =>
  (await cashOf(scenario.fixture.context.db, lenderId)).available
const record = (id: string, { lenderId }: Depositor, more: { amount?: number; referenceNo?: string } = {}) =>
  perform(scenario.fixture.context, creditTopUp, {
    actor,
    input: { bank: 'BNI', paymentRequestId: id, lenderId, amount, reason, ...more },
  })
const notify = async (id: string, { numbers }: Depositor, sum = amount) =>
  (await scenario.bni.pay({ id, number: numbers[1], amount: sum }, { referenceNo: `R-${id}` })).code
const reverse = (payment: string) =>
  perform(scenario.fixture.context, reverseTopUp, { actor, input: { payment, reason } })
const assign = (paymentId: string, { lenderId }: Depositor) =>
  perform(scenario.fixture.context, assignSuspense, { actor, input: { paymentId, lenderId, note: 'slip' } })
const waits = async (id: string | null) =>
  (await listSuspense(scenario.fixture.context.db)).find(({ paymentId }) => paymentId === id)
const clearing = async () =>
  (
    await one<{ balance: number }>(
      scenario.fixture.context.db,
      'test.clearing',
      `select coalesce(sum(case when t.debit_account = a.id then -t.amount else t.amount end), 0)::bigint as balance
         from account a join transfer t on a.id in (t.debit_account, t.credit_account)
        where a.kind = 'BANK_CLEARING' and a.owner_id = 1`,
    )
  ).balance

describe('FIX-14 reversal of a top-up', () => {
  test('reversing an operator’s top-up that no bank confirmed moves the amount back to the bank’s clearing account, once', async () => {
    const lender = await aDepositor(scenario.fixture)
    const [id, before] = [nextId(), await clearing()]
    await record(id, lender)
    const call = { actor, input: { payment: id, reason } }
    expect(await performDryRun(scenario.fixture.context, reverseTopUp, call)).toMatchObject({ owed: 0 })
    expect(await cash(lender)).toBe(amount)
    expect(await reverse(` ${id.toLowerCase()} `)).toMatchObject({
      amount,
      owed: 0,
      suspensePaymentId: null,
    })
    expect([await cash(lender), await clearing()]).toEqual([0, before])
    await expect(reverse(id)).rejects.toThrow('sudah dibatalkan')
    await expect(reverse('NOBODY')).rejects.toThrow('Tidak ada pembayaran NOBODY')
  })

  test('after an operator’s top-up is reversed, the bank’s later notice of the payment credits it once', async () => {
    const [wrong, right] = await two()
    const id = nextId()
    await record(id, wrong, { amount: 900_000 })
    await reverse(id)
    expect(await notify(id, right)).toBe('2002500')
    expect(await notify(id, right)).toBe('2002500')
    expect(await notify(id, right, amount + 1)).toBe('4042518')
    expect([await cash(wrong), await cash(right)]).toEqual([0, amount])
    expect(await record(id, right)).toEqual({ credited: false })
    expect(await cash(right)).toBe(amount)
  })

  test('after a top-up under a bank’s reference number is reversed, the bank’s notice credits the payment once', async () => {
    const [wrong, right] = await two()
    const id = nextId()
    await record(`R-${id}`, wrong)
    await reverse(`R-${id}`)
    expect(await notify(id, right)).toBe('2002500')
    expect(await record(`R-${id}`, right)).toEqual({ credited: false })
    expect([await cash(wrong), await cash(right)]).toEqual([0, amount])
  })

  test('a reversed top-up frees its reference for another one, which the bank’s notice confirms', async () => {
    const [wrong, right] = await two()
    const id = nextId()
    await record(id, wrong)
    await reverse(id)
    await Promise.allSettled([record(id, right), record(id, right), notify(id, right)])
    expect(await record(id, right)).toEqual({ credited: false })
    expect(await notify(id, right)).toBe('2002500')
    expect([await cash(wrong), await cash(right)]).toEqual([0, amount])
    await expect(record(id, wrong)).rejects.toThrow('isi lain')
    const { suspensePaymentId } = await reverse(id)
    expect(await waits(suspensePaymentId)).toMatchObject({ amount, reason: 'REVERSED' })
    expect(await cash(right)).toBe(0)
  })

  test('several top-ups recorded one after another under one reference can each be reversed', async () => {
    const lender = await aDepositor(scenario.fixture)
    const id = nextId()
    for (const sum of [1_000, 2_000, 3_000]) {
      await record(id, lender, { amount: sum })
      expect(await reverse(id)).toMatchObject({ amount: sum, suspensePaymentId: null })
    }
    expect(await notify(id, lender)).toBe('2002500')
    expect(await cash(lender)).toBe(amount)
  })

  test('reversing a payment that the bank reported puts it into suspense with its original date, to be assigned to the right lender', async () => {
    const [wrong, right] = await two()
    const id = nextId()
    await notify(id, wrong)
    scenario.fixture.travel('3 days')
    const { paymentId, suspensePaymentId } = await reverse(id)
    expect(await waits(suspensePaymentId)).toMatchObject({ amount, age: 3, referenceNo: `R-${id}` })
    scenario.fixture.travel(undefined)
    await expect(reverse(paymentId)).rejects.toThrow('sudah dibatalkan')
    await expect(reverse(id)).rejects.toThrow('tidak dikreditkan kepada siapa pun')
    await expect(record(id, right)).rejects.toThrow(`deposits assign ${suspensePaymentId}`)
    expect(await assign(suspensePaymentId ?? '', right)).toMatchObject({ assigned: true })
    expect(await notify(id, wrong)).toBe('2002500')
    expect([await cash(wrong), await cash(right)]).toEqual([0, amount])
    const again = await reverse(id)
    expect(await waits(again.suspensePaymentId)).toMatchObject({ amount })
  })

  test('reversing a payment from the bank’s statement puts it into suspense, and its later notice credits nothing', async () => {
    const [wrong, right] = await two()
    const id = nextId()
    const lineId = scenario.fixture.context.random.uuid()
    const topUp = { bank: 'BNI' as const, paymentRequestId: id, lenderId: wrong.lenderId, amount, lineId }
    await inTransaction(scenario.fixture.context.db, { repeatable: true }, (tx) =>
      creditOnce(tx, scenario.fixture.context, topUp),
    )
    const { suspensePaymentId } = await reverse(id)
    expect(await waits(suspensePaymentId)).toMatchObject({ amount, number: null })
    await notify(id, right)
    expect([await cash(wrong), await cash(right)]).toEqual([0, 0])
    await assign(suspensePaymentId ?? '', right)
    expect(await cash(right)).toBe(amount)
  })

  test('four concurrent reversals of one top-up reverse it once', async () => {
    const lender = await aDepositor(scenario.fixture)
    const id = nextId()
    await notify(id, lender)
    const ends = await Promise.allSettled([1, 2, 3, 4].map(() => reverse(id)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await cash(lender)).toBe(0)
  })

  test('the part of a reversed top-up that the lender no longer has becomes a receivable, and the lender is notified', async () => {
    const lender = await aDepositor(scenario.fixture)
    const id = nextId()
    await record(id, lender, { amount: 1_000_000 })
    const loan = await aLoan(scenario.fixture.context, { totalLoan: 10_000_000 })
    await reserveFunding(scenario.fixture.context, { lenderId: lender.lenderId, ...loan, amount: 700_000 })
    expect(await reverse(id)).toMatchObject({ amount: 1_000_000, owed: 700_000 })
    expect(await cash(lender)).toBe(0)
    const { db } = scenario.fixture.context
    const asked = [lender.lenderId]
    expect(
      await many(db, 'test.told', 'select kind, data from notice where lender_id = $1', asked),
    ).toContainEqual({ kind: 'TOP_UP_CORRECTED', data: { amount: 300_000, owed: 700_000 } })
    expect(
      await many(db, 'test.kept', 'select type, amount from lender_correction where lender_id = $1', asked),
    ).toEqual([{ type: 1, amount: -300_000 }])
  })
})

describe('FIX-14 reversal of a suspense assignment', () => {
  const nobody = { lenderId: 0, phone: '', numbers: { 1: '988009999999999', 2: '' } }

  test('reversing a suspense assignment puts the payment back into suspense with its original date, to be assigned anew or returned', async () => {
    const [wrong, right] = await two()
    const id = nextId()
    await notify(id, nobody)
    const [item] = (await listSuspense(scenario.fixture.context.db)).filter(
      (one) => one.paymentRequestId === id,
    )
    const paymentId = item?.paymentId ?? ''
    await expect(reverse(paymentId)).rejects.toThrow('tidak dikreditkan kepada siapa pun')
    await assign(paymentId, wrong)
    const before = await clearing()
    scenario.fixture.travel('2 days')
    const first = await reverse(paymentId)
    expect(await waits(first.suspensePaymentId)).toMatchObject({ amount, age: 2, number: item?.number })
    scenario.fixture.travel(undefined)
    await expect(reverse(paymentId)).rejects.toThrow('sudah dibatalkan')
    await assign(first.suspensePaymentId ?? '', right)
    expect([await cash(wrong), await cash(right), await clearing()]).toEqual([0, amount, before])
    const second = await reverse(first.suspensePaymentId ?? '')
    const sent = { paymentId: second.suspensePaymentId ?? '', reference: `BACK-${id}`, note: 'x' }
    await perform(scenario.fixture.context, returnSuspense, { actor, input: sent })
    expect(await clearing()).toBe(before + amount)
    expect(await notify(id, nobody)).toBe('2002500')
    await expect(record(id, right)).rejects.toThrow(`dikirim kembali sebagai BACK-${id}`)
  })
})

describe('reversal of a return to the payer', () => {
  const nobody = { lenderId: 0, phone: '', numbers: { 1: '988009999999998', 2: '' } }
  const send = (paymentId: string, reference: string) =>
    perform(scenario.fixture.context, returnSuspense, { actor, input: { paymentId, reference, note: 'x' } })
  const inSuspense = async (id: string) =>
    (await listSuspense(scenario.fixture.context.db)).find((one) => one.paymentRequestId === id)?.paymentId ??
    ''

  test('a payment that was recorded as sent back by mistake waits in suspense again, as old as it is, once, and can be assigned', async () => {
    const lender = await aDepositor(scenario.fixture)
    const id = nextId()
    const start = await clearing()
    await notify(id, nobody)
    const paymentId = await inSuspense(id)
    await send(paymentId, `BACK-${id}`)
    expect(await clearing()).toBe(start)
    scenario.fixture.travel('3 days')
    const call = { actor, input: { payment: paymentId, reason } }
    await performDryRun(scenario.fixture.context, reverseTopUp, call)
    expect(await waits(paymentId)).toBeUndefined()
    const { suspensePaymentId, lenderId, owed } = await reverse(id)
    expect([lenderId, owed]).toEqual([null, 0])
    expect(await waits(suspensePaymentId)).toMatchObject({ amount, age: 3 })
    expect(await clearing()).toBe(start - amount)
    expect(await scenario.fixture.books()).toEqual([])
    scenario.fixture.travel(undefined)
    await expect(reverse(paymentId)).rejects.toThrow('sudah dibatalkan')
    await expect(reverse(suspensePaymentId ?? '')).rejects.toThrow('tidak dikreditkan kepada siapa pun')
    expect(await notify(id, nobody)).toBe('2002500')
    await assign(suspensePaymentId ?? '', lender)
    expect([await cash(lender), await clearing()]).toEqual([amount, start - amount])
  })

  test('two operators who reverse the return of a payment at once put it into suspense once', async () => {
    const id = nextId()
    await notify(id, nobody)
    await send(await inSuspense(id), `BACK-${id}`)
    const ends = await Promise.allSettled([reverse(id), reverse(id)])
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const waiting = (await listSuspense(scenario.fixture.context.db)).filter((one) =>
      one.paymentRequestId.startsWith(`${id}#`),
    )
    expect(waiting).toHaveLength(1)
  })
})
