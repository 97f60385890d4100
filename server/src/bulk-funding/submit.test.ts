import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { withdrawLoan } from '../loans/index.ts'
import { perform } from '../platform/mutation.ts'
import { aProduct } from '../testing/bulk.ts'
import { goodPassword, type LoggedIn, logIn } from '../testing/http.ts'
import { bodyOf, type BulkWorld, makeBulkWorld } from './testing/world.ts'

let world: BulkWorld
let lender: LoggedIn

beforeAll(async () => {
  world = await makeBulkWorld()
})
beforeEach(async () => {
  lender = await world.bulkLender(100_000_000)
})
afterEach(async () => expect(await world.books()).toEqual([]))
afterAll(() => world.close())

test('BLK-02 BLK-06 the whole sum is held at once; the job funds loan by loan, and each has its agreements', async () => {
  const product = await aProduct(world.context, [1_000_000, 2_000_000, 3_000_000])
  const { status, json } = await world.submit(lender, product)
  expect(status).toBe(200)
  expect(json).toEqual({
    message: 'Pendanaan sedang diproses',
    bulkFundingNumber: expect.stringMatching(/^BLK-\d{6}-/),
  })
  expect(await world.cash(lender)).toEqual({ available: 94_000_000, held: 6_000_000 })
  expect(await world.progressOf(lender)).toMatchObject({
    qtyCurrentProcess: 0,
    qtyLoanFunded: 3,
    isShowWidgetProcess: true,
    runs: [{ status: 'RUNNING', bulkFundingNumber: json.bulkFundingNumber, totalAmount: 6_000_000 }],
  })
  expect(await world.books()).toEqual([])

  await world.drain()
  expect(await world.fundingsOf(lender)).toEqual(
    product.loans.map(({ loanNumber, amount }) => ({
      loanNumber,
      amount,
      state: 'SETTLED',
      interest: expect.any(Number),
      documents: 2,
    })),
  )
  expect(await world.cash(lender)).toEqual({ available: 94_000_000, held: 0 })
  expect(await world.progressOf(lender)).toMatchObject({
    qtyCurrentProcess: 3,
    qtyLoanFunded: 3,
    runs: [
      {
        status: 'DONE',
        fundedLoan: 3,
        refusedLoan: 0,
        fundedAmount: 6_000_000,
        returnedAmount: 0,
        refused: [],
      },
    ],
  })
  const { json: summary } = await lender.get('/lender/summary')
  expect(summary).toMatchObject({ cashBalance: 94_000_000, outStandingBalance: 6_000_000 })
})

test('BLK-02 refused with "Cash balance anda tidak mencukupi" where a rupiah is missing; nothing is held, and the password still counts', async () => {
  const poor = await world.bulkLender(2_999_999)
  const product = await aProduct(world.context, [1_000_000, 2_000_000])
  const { status, json } = await world.submit(poor, product)
  expect([status, json.code, json.message]).toEqual([
    400,
    'BULK_CASH_TOO_LOW',
    'Cash balance anda tidak mencukupi',
  ])
  expect(await world.cash(poor)).toEqual({ available: 2_999_999, held: 0 })
  await perform(world.context, withdrawLoan, {
    actor: { kind: 'operator', name: 'test' },
    input: { loanNumber: product.loans[0]?.loanNumber ?? '' },
  })
  expect((await poor.pay('/funding/bulk', bodyOf(product))).status).toBe(200)
  expect(await world.cash(poor)).toEqual({ available: 999_999, held: 2_000_000 })
  await world.drain()
})

test('BLK-04 without a checked password nothing is done, and one check serves one submission', async () => {
  const [first, second] = [
    await aProduct(world.context, [1_000_000]),
    await aProduct(world.context, [1_000_000]),
  ]
  const refused = await lender.pay('/funding/bulk', bodyOf(first))
  expect([refused.status, refused.json.code]).toEqual([400, 'PASSWORD_CHECK_REQUIRED'])
  expect((await world.submit(lender, first)).status).toBe(200)
  expect((await lender.pay('/funding/bulk', bodyOf(second))).json.code).toBe('PASSWORD_CHECK_REQUIRED')
  expect(await world.cash(lender)).toMatchObject({ held: 1_000_000 })
  await world.drain()
})

test('BLK-06 the same key, another key while it runs, and another after its end: one funding, the same answer', async () => {
  const product = await aProduct(world.context, [1_000_000, 2_000_000])
  const key = world.context.random.uuid()
  const first = await world.submit(lender, product, { key })
  expect((await lender.pay('/funding/bulk', bodyOf(product), key)).json).toEqual(first.json)
  expect((await world.submit(lender, product)).json).toEqual(first.json)
  expect(await world.cash(lender)).toEqual({ available: 97_000_000, held: 3_000_000 })
  await world.drain()
  expect((await world.submit(lender, product)).json).toEqual({
    message: 'Produk ini sudah Anda danai',
    bulkFundingNumber: first.json.bulkFundingNumber,
  })
  const { json } = await lender.get(`/marketplace/bulk/loans?bulk_secure_id=${product.uploadId}`)
  expect(json.product.bulkFundingNumber).toBe(first.json.bulkFundingNumber)
  expect(await world.fundingsOf(lender)).toHaveLength(2)
  expect(await world.cash(lender)).toEqual({ available: 97_000_000, held: 0 })
  const reused = await lender.pay('/funding/bulk', { ...bodyOf(product), total_loan_amount: 1 }, key)
  expect([reused.status, reused.json.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
})

test('BLK-06 ten submissions of one product at the same time are one', async () => {
  const product = await aProduct(world.context, [1_000_000, 2_000_000])
  await lender.post('/auth/password/validate', { password: goodPassword })
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => lender.pay('/funding/bulk', bodyOf(product))),
  )
  const taken = answers.filter(({ status }) => status === 200)
  expect(new Set(taken.map(({ json }) => json.bulkFundingNumber)).size).toBe(1)
  expect(await world.cash(lender)).toEqual({ available: 97_000_000, held: 3_000_000 })
  await world.drain()
  expect(await world.fundingsOf(lender)).toHaveLength(2)
})

test('never more than the sum that the lender has agreed to', async () => {
  const product = await aProduct(world.context, [1_000_000, 2_000_000])
  const { status, json } = await world.submit(lender, product, { agreed: 2_999_999 })
  expect([status, json.code]).toEqual([409, 'BULK_CHANGED'])
  expect(await world.cash(lender)).toMatchObject({ held: 0 })
  expect((await world.submit(lender, product, { agreed: 3_000_000 })).status).toBe(200)
  await world.drain()
})

test('MKT-01 a lender who is offered no bulk products sees none and can fund none', async () => {
  const product = await aProduct(world.context, [1_000_000])
  const stranger = await logIn(world, world.app, { cash: 5_000_000 })
  expect((await stranger.get('/marketplace/bulk')).json).toEqual({
    bulkList: [],
    isBulkFunding: false,
    pagination: { totalData: 0, totalPage: 0, page: 1 },
  })
  for (const answer of [
    await stranger.get(`/marketplace/bulk/loans?bulk_secure_id=${product.uploadId}`),
    await stranger.get(`/marketplace/bulk/loan-numbers?bulk_secure_id=${product.uploadId}`),
    await world.submit(stranger, product),
  ])
    expect([answer.status, answer.json.code]).toEqual([404, 'BULK_NOT_FOUND'])
  expect(await world.cash(stranger)).toEqual({ available: 5_000_000, held: 0 })
})
