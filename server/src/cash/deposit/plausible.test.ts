import { afterAll, beforeAll, expect, test } from 'vitest'
import { cashOf } from '../../books/index.ts'
import { Metrics } from '../../platform/metrics/metrics.ts'
import { perform } from '../../platform/commands/perform.ts'
import { getSummary } from '../../lenders/testing.ts'
import { aBankScenario, aDepositor, type BankScenario } from '../../../testing/snap-scenario.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { creditTopUp } from './credit-top-up.ts'
import { listSuspense } from './index.ts'
import { watch as watchDeposits } from './metrics.ts'

let scenario: BankScenario
let operator: ReturnType<typeof operatorOn>
beforeAll(async () => {
  scenario = await aBankScenario()
  operator = operatorOn(scenario.fixture)
})
afterAll(async () => {
  expect(await scenario.fixture.books()).toEqual([])
  await scenario.close()
})

const most = 9_007_199_254_740_991
const actor = { kind: 'operator', name: 'test' } as const
const cash = async (lenderId: number) => (await cashOf(scenario.fixture.context.db, lenderId)).available
const waiting = async (id: string) =>
  (await listSuspense(scenario.fixture.context.db)).find(({ paymentRequestId }) => paymentRequestId === id)

test('FIX-15 a payment above the bank’s ceiling goes into suspense, and its lender’s balance stays readable', async () => {
  const { lenderId, phone, numbers } = await aDepositor(scenario.fixture)
  expect((await scenario.bni.pay({ id: 'usual', number: numbers[1], amount: 50_000_000_000 })).code).toBe(
    '2002500',
  )
  expect((await scenario.bni.pay({ id: 'huge', number: numbers[1], amount: most })).code).toBe('2002500')
  expect((await scenario.bni.pay({ id: 'huge', number: numbers[1], amount: most })).code).toBe('2002500')
  expect((await scenario.bni.pay({ id: 'high', number: numbers[1], amount: 50_000_000_001 })).code).toBe(
    '2002500',
  )
  expect(await cash(lenderId)).toBe(50_000_000_000)
  expect(await waiting('huge')).toMatchObject({ amount: most, reason: 'ABOVE_CEILING' })
  expect(await waiting('high')).toMatchObject({ amount: 50_000_000_001, reason: 'ABOVE_CEILING' })
  expect(await getSummary(scenario.fixture.context, lenderId)).toMatchObject({ cashBalance: 50_000_000_000 })
  expect((await operator(['lenders', 'show', '--phone', phone])).exit).toBe(0)
  expect((await operator(['lenders', 'list'])).exit).toBe(0)
  expect((await operator(['lenders', 'idle-cash'])).exit).toBeLessThan(2)
})

test('FIX-15 suspense and ledger are summed exactly, also beyond 2^53-1', async () => {
  for (const id of ['first', 'second']) {
    await scenario.other.pay({ id, number: '777009999999999', amount: most })
  }
  const listed = await operator(['deposits', 'suspense'])
  expect(listed.out).toContain('4 pembayaran, 27021647764222974 rupiah')
  expect((await operator(['--json', 'deposits', 'suspense'])).out).toContain('"total":27021647764222974')
  const balance = await operator(['ledger', 'trial-balance'])
  expect(balance).toMatchObject({ exit: 0 })
  expect(balance.out).toContain('SUSPENSE  debit 0, kredit 27021647764222974, saldo 27021647764222974')
  expect((await operator(['ledger', 'accounts'])).exit).toBe(0)
})

test('FIX-15 a payment above the ceiling is assigned only with an explicit confirmation, or can be returned', async () => {
  const { lenderId, phone, numbers } = await aDepositor(scenario.fixture)
  await scenario.bni.pay({ id: 'sold-house', number: numbers[1], amount: 60_000_000_000 })
  await scenario.bni.pay({ id: 'mistyped', number: numbers[1], amount: 70_000_000_000 })
  const [right, wrong] = [await waiting('sold-house'), await waiting('mistyped')]
  const assign = ['deposits', 'assign', right?.paymentId ?? '', '--phone', phone, '--note', 'slip seen']
  expect(await operator(assign)).toMatchObject({
    exit: 2,
    err: expect.stringMatching(/60000000000 rupiah.*di atas.*50000000000.*--yes/),
  })
  expect(await cash(lenderId)).toBe(0)
  expect((await operator([...assign, '--yes'])).exit).toBe(0)
  expect(await cash(lenderId)).toBe(60_000_000_000)

  const returnToPayer = [
    'deposits',
    'return',
    wrong?.paymentId ?? '',
    '--reference',
    'TRF-1',
    '--note',
    'a digit too many',
    '--yes',
  ]
  expect(await operator(returnToPayer.slice(0, -1))).toMatchObject({
    exit: 2,
    err: expect.stringMatching(/tujuh puluh miliar.*--yes/),
  })
  expect(await waiting('mistyped')).toBeDefined()
  expect((await operator([...returnToPayer, '--dry-run'])).out).toContain('Uji coba')
  expect(await waiting('mistyped')).toBeDefined()
  expect((await operator(returnToPayer)).out).toContain('70000000000 rupiah')
  expect(await operator(returnToPayer)).toMatchObject({ exit: 0, out: expect.stringContaining('sebelumnya') })
  expect(await waiting('mistyped')).toBeUndefined()
  const late = ['deposits', 'assign', wrong?.paymentId ?? '', '--phone', phone, '--note', 'x', '--yes']
  expect(await operator(late)).toMatchObject({
    exit: 2,
    err: expect.stringContaining('sudah dikirim kembali'),
  })
  const other = [...returnToPayer.slice(0, 4), 'TRF-2', '--note', 'x']
  expect(await operator(other)).toMatchObject({ exit: 2, err: expect.stringContaining('TRF-1') })
  const given = ['deposits', 'return', right?.paymentId ?? '', '--reference', 'TRF-3', '--note', 'x']
  expect(await operator(given)).toMatchObject({
    exit: 2,
    err: expect.stringContaining('kepada seorang Pemberi Dana'),
  })
  expect((await scenario.bni.pay({ id: 'mistyped', number: numbers[1], amount: 70_000_000_000 })).code).toBe(
    '2002500',
  )
  expect(await cash(lenderId)).toBe(60_000_000_000)
})

test('FIX-15 an operator’s top-up above the ceiling is recorded only with an explicit confirmation', async () => {
  const { lenderId, phone } = await aDepositor(scenario.fixture)
  const topUp = ['lenders', 'top-up', '--phone', phone, '--amount', '50000000001', '--payment', 'SLIP-77']
  const atOnce = ['--yes', '--without-line', 'the bank’s page shows it']
  expect(await operator(topUp)).toMatchObject({ exit: 2, err: expect.stringContaining('--yes') })
  expect(await cash(lenderId)).toBe(0)
  expect((await operator([...topUp, ...atOnce])).exit).toBe(0)
  expect(await cash(lenderId)).toBe(50_000_000_001)
})

test('FIX-15 no payment, by bank or operator, may raise a balance above a thousand trillion rupiah', async () => {
  const { lenderId, phone, numbers } = await aDepositor(scenario.fixture)
  const record = (paymentRequestId: string, amount: number) =>
    perform(scenario.fixture.context, creditTopUp, {
      actor,
      input: { bank: 'BNI', paymentRequestId, lenderId, amount, aboveCeiling: true, reason: 'test' },
    })
  await record('fortune', 999_999_999_000_000)
  await expect(record('more', 1_000_001)).rejects.toThrow('would hold more than 1000000000000000')
  expect((await scenario.bni.pay({ id: 'last', number: numbers[1], amount: 1_000_000 })).code).toBe('2002500')
  expect((await scenario.bni.pay({ id: 'over', number: numbers[1], amount: 10_000 })).code).toBe('2002500')
  expect(await cash(lenderId)).toBe(1_000_000_000_000_000)
  const item = await waiting('over')
  expect(item).toMatchObject({ reason: 'BALANCE_LIMIT' })
  const assign = ['deposits', 'assign', item?.paymentId ?? '', '--phone', phone, '--note', 'x', '--yes']
  expect(await operator(assign)).toMatchObject({ exit: 2, err: expect.stringContaining('would hold more') })
  const raise = `update account set balance = 9007199254740992 where kind = 'LENDER_CASH' and owner_id = ${lenderId}`
  await expect(scenario.fixture.context.db.query({ text: raise })).rejects.toThrow('account_ceiling')
})

test('FIX-15 a payment is accepted up to the ceiling that the banks file sets for its bank', async () => {
  const low = await aBankScenario({ largestPayment: 1_000_000 })
  try {
    const { lenderId, numbers } = await aDepositor(low.fixture)
    await low.bni.pay({ id: 'a', number: numbers[1], amount: 1_000_000 })
    await low.bni.pay({ id: 'b', number: numbers[1], amount: 1_000_001 })
    expect((await cashOf(low.fixture.context.db, lenderId)).available).toBe(1_000_000)
  } finally {
    await low.close()
  }
})

test('FIX-15 the metrics count payments in suspense by reason', async () => {
  const metrics = new Metrics()
  watchDeposits({ db: scenario.fixture.context.db, metrics })
  const text = await metrics.text()
  expect(text).toMatch(/pematang_suspense_payments\{reason="ABOVE_CEILING"\} 4/)
  expect(text).toMatch(/pematang_suspense_payments\{reason="BALANCE_LIMIT"\} 1/)
  expect(text).toMatch(/pematang_suspense_payments\{reason="NUMBER_UNKNOWN"\} 0/)
})
