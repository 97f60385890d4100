import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancelLoan } from '../../loans/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { aProduct } from '../../../testing/bulk.ts'
import { goodPassword, type LoggedIn, logIn } from '../../../testing/http.ts'
import { bodyOf, type BulkFixture, makeBulkFixture } from './testing/fixture.ts'

let fixture: BulkFixture
let lender: LoggedIn

beforeAll(async () => {
  fixture = await makeBulkFixture()
})
beforeEach(async () => {
  lender = await fixture.bulkLender(100_000_000)
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

test('BLK-02 BLK-06 a bulk funding holds the whole sum at once, then its job funds each loan with its agreements', async () => {
  const product = await aProduct(fixture.context, [1_000_000, 2_000_000, 3_000_000])
  const { status, json } = await fixture.submit(lender, product)
  expect(status).toBe(200)
  expect(json).toEqual({
    message: 'Pendanaan sedang diproses',
    bulkFundingNumber: expect.stringMatching(/^BLK-\d{6}-/),
  })
  expect(await fixture.cash(lender)).toEqual({ available: 94_000_000, held: 6_000_000 })
  expect(await fixture.progressOf(lender)).toMatchObject({
    qtyCurrentProcess: 0,
    qtyLoanFunded: 3,
    isShowWidgetProcess: true,
    runs: [{ status: 'RUNNING', bulkFundingNumber: json.bulkFundingNumber, totalAmount: 6_000_000 }],
  })
  expect(await fixture.books()).toEqual([])

  await fixture.drain()
  expect(await fixture.fundingsOf(lender)).toEqual(
    product.loans.map(({ loanNumber, amount }) => ({
      loanNumber,
      amount,
      state: 'SETTLED',
      interest: expect.any(Number),
      documents: 2,
    })),
  )
  expect(await fixture.cash(lender)).toEqual({ available: 94_000_000, held: 0 })
  expect(await fixture.progressOf(lender)).toMatchObject({
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

test('BLK-02 a bulk funding one rupiah above the cash is refused, holds nothing and does not use up the password check', async () => {
  const poor = await fixture.bulkLender(2_999_999)
  const product = await aProduct(fixture.context, [1_000_000, 2_000_000])
  const { status, json } = await fixture.submit(poor, product)
  expect([status, json.code, json.message]).toEqual([
    400,
    'BULK_CASH_TOO_LOW',
    'Cash balance anda tidak mencukupi',
  ])
  expect(await fixture.cash(poor)).toEqual({ available: 2_999_999, held: 0 })
  await perform(fixture.context, cancelLoan, {
    actor: { kind: 'operator', name: 'test' },
    input: { loanNumber: product.loans[0]?.loanNumber ?? '' },
  })
  await poor.get(`/marketplace/bulk/loan-numbers?bulk_secure_id=${product.uploadId}`)
  expect((await poor.pay('/funding/bulk', bodyOf(product))).status).toBe(200)
  expect(await fixture.cash(poor)).toEqual({ available: 999_999, held: 2_000_000 })
  await fixture.drain()
})

test('BLK-04 a bulk funding requires a password check, and each password check permits one submission', async () => {
  const [first, second] = [
    await aProduct(fixture.context, [1_000_000]),
    await aProduct(fixture.context, [1_000_000]),
  ]
  const refused = await lender.pay('/funding/bulk', bodyOf(first))
  expect([refused.status, refused.json.code]).toEqual([400, 'PASSWORD_CHECK_REQUIRED'])
  expect((await fixture.submit(lender, first)).status).toBe(200)
  expect((await lender.pay('/funding/bulk', bodyOf(second))).json.code).toBe('PASSWORD_CHECK_REQUIRED')
  expect(await fixture.cash(lender)).toMatchObject({ held: 1_000_000 })
  await fixture.drain()
})

test('BLK-06 a repeated bulk funding, under the same or another key, gets the same response during and after its job', async () => {
  const product = await aProduct(fixture.context, [1_000_000, 2_000_000])
  const key = fixture.context.random.uuid()
  const first = await fixture.submit(lender, product, { key })
  expect((await lender.pay('/funding/bulk', bodyOf(product), key)).json).toEqual(first.json)
  expect((await fixture.submit(lender, product)).json).toEqual(first.json)
  expect(await fixture.cash(lender)).toEqual({ available: 97_000_000, held: 3_000_000 })
  await fixture.drain()
  expect((await fixture.submit(lender, product)).json).toEqual({
    message: 'Produk ini sudah Anda danai',
    bulkFundingNumber: first.json.bulkFundingNumber,
  })
  const { json } = await lender.get(`/marketplace/bulk/loans?bulk_secure_id=${product.uploadId}`)
  expect(json.product.bulkFundingNumber).toBe(first.json.bulkFundingNumber)
  expect(await fixture.fundingsOf(lender)).toHaveLength(2)
  expect(await fixture.cash(lender)).toEqual({ available: 97_000_000, held: 0 })
  const reused = await lender.pay('/funding/bulk', { ...bodyOf(product), total_loan_amount: 1 }, key)
  expect([reused.status, reused.json.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
})

test('BLK-06 ten concurrent submissions of one bulk product make one bulk funding', async () => {
  const product = await aProduct(fixture.context, [1_000_000, 2_000_000])
  await lender.get(`/marketplace/bulk/loan-numbers?bulk_secure_id=${product.uploadId}`)
  await lender.post('/auth/password/validate', { password: goodPassword })
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => lender.pay('/funding/bulk', bodyOf(product))),
  )
  const taken = answers.filter(({ status }) => status === 200)
  expect(new Set(taken.map(({ json }) => json.bulkFundingNumber)).size).toBe(1)
  expect(await fixture.cash(lender)).toEqual({ available: 97_000_000, held: 3_000_000 })
  await fixture.drain()
  expect(await fixture.fundingsOf(lender)).toHaveLength(2)
})

test('a bulk funding is refused when the lender agreed to a lower sum than the product costs', async () => {
  const product = await aProduct(fixture.context, [1_000_000, 2_000_000])
  const { status, json } = await fixture.submit(lender, product, { agreed: 2_999_999 })
  expect([status, json.code]).toEqual([409, 'BULK_CHANGED'])
  expect(await fixture.cash(lender)).toMatchObject({ held: 0 })
  expect((await fixture.submit(lender, product, { agreed: 3_000_000 })).status).toBe(200)
  await fixture.drain()
})

test('MKT-01 a lender without access to bulk products sees none and can fund none', async () => {
  const product = await aProduct(fixture.context, [1_000_000])
  const stranger = await logIn(fixture, fixture.app, { cash: 5_000_000 })
  expect((await stranger.get('/marketplace/bulk')).json).toEqual({
    bulkList: [],
    isBulkFunding: false,
    pagination: { totalData: 0, totalPage: 0, page: 1 },
  })
  for (const answer of [
    await stranger.get(`/marketplace/bulk/loans?bulk_secure_id=${product.uploadId}`),
    await stranger.get(`/marketplace/bulk/loan-numbers?bulk_secure_id=${product.uploadId}`),
    await fixture.submit(stranger, product),
  ])
    expect([answer.status, answer.json.code]).toEqual([404, 'BULK_NOT_FOUND'])
  expect(await fixture.cash(stranger)).toEqual({ available: 5_000_000, held: 0 })
})
