import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BulkFixture, makeBulkFixture } from '../bulk/testing/fixture.ts'
import { type AProduct, aProduct } from '../../../testing/bulk.ts'
import { type LoggedIn, logIn } from '../../../testing/http.ts'
import { reserveFunding } from '../../../testing/people.ts'

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

test('MKT-07 BLK-01 a bulk product lists its open loans by page and omits full ones', async () => {
  const product = await aProduct(fixture.context, [1_000_000, 2_000_000, 4_000_000], { alsoAlone: true })
  const other = await logIn(fixture, fixture.app, { cash: 10_000_000 })
  const [first, second, third] = product.loans
  if (!first || !second || !third) throw new Error('no loans')
  await reserveFunding(fixture.context, { lenderId: other.lenderId, ...first })
  await reserveFunding(fixture.context, { lenderId: other.lenderId, ...second, amount: 500_000 })
  const { json } = await lender.get('/marketplace/bulk?limit=100')
  expect(json.isBulkFunding).toBe(true)
  const card = json.bulkList.find(({ uploadId }: { uploadId: string }) => uploadId === product.uploadId)
  expect(card).toEqual({
    uploadId: product.uploadId,
    uploadTransactionNumber: product.number,
    partnerName: 'Koperasi Contoh',
    loanTypeName: 'Modal Usaha',
    loanTypeId: product.loanTypeId,
    interestPercentage: 0.12,
    totalFunding: 1_500_000,
    totalLoanAmount: 7_000_000,
    totalLoan: 3,
    openLoan: 2,
    openLoanAmount: 5_500_000,
    progress_percentage: 21.42,
    grade: 'B',
    bulkFundingNumber: null,
  })
  const pages = await Promise.all(
    [1, 2].map((page) =>
      lender.get(`/marketplace/bulk/loans?bulk_secure_id=${product.uploadId}&limit=1&page=${page}&flag=web`),
    ),
  )
  expect(pages.map(({ json: page }) => page.pagination)).toEqual([
    { totalData: 2, totalPage: 2, page: 1 },
    { totalData: 2, totalPage: 2, page: 2 },
  ])
  expect(pages.flatMap(({ json: page }) => page.list)).toMatchObject([
    {
      loan_number: second.loanNumber,
      amount: 1_500_000,
      partner_name: 'Koperasi Contoh',
      secure_id: expect.any(String),
      outstandingFunding: 1_500_000,
    },
    { loan_number: third.loanNumber, amount: 4_000_000, loanNumber: third.loanNumber },
  ])
  expect(pages[0]?.json.product).toEqual(card)
  const numbers = await lender.get(`/marketplace/bulk/loan-numbers?bulk_secure_id=${product.uploadId}`)
  expect(numbers.json).toEqual({
    list: [
      { loan_number: second.loanNumber, amount: 1_500_000 },
      { loan_number: third.loanNumber, amount: 4_000_000 },
    ],
    total_loan: 2,
    total_loan_amount: 5_500_000,
    preview_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

test('a fully funded bulk product is not offered, and its loans are listed individually only if the operator allows it', async () => {
  const [together, apart] = [
    await aProduct(fixture.context, [1_000_000], { loanType: 'Bersama' }),
    await aProduct(fixture.context, [1_000_000], { loanType: 'Juga sendiri', alsoAlone: true }),
  ]
  const alone = async ({ loanTypeId }: AProduct) =>
    (await lender.get(`/marketplace?loanTypeId=${loanTypeId}`)).json.pagination.totalData
  expect([await alone(together), await alone(apart)]).toEqual([0, 1])
  await fixture.submit(lender, together)
  await fixture.drain()
  const { json } = await lender.get('/marketplace/bulk?limit=100')
  const ids = json.bulkList.map(({ uploadId }: { uploadId: string }) => uploadId)
  expect([ids.includes(together.uploadId), ids.includes(apart.uploadId)]).toEqual([false, true])
})

test.each([
  [['B', 'B'], 'B'],
  [['C2', 'A1'], 'A1 - C2'],
  [[null, null], null],
  [[null, 'B'], 'B, sebagian tanpa rating'],
  [['A', null, 'D'], 'A - D, sebagian tanpa rating'],
])('MKT-07 a bulk product of loans with the grades %j shows the grade range %j', async (grades, shown) => {
  const { uploadId } = await aProduct(
    fixture.context,
    grades.map(() => 1_000_000),
    { grades },
  )
  const { json } = await lender.get(`/marketplace/bulk/loans?bulk_secure_id=${uploadId}`)
  expect(json.product.grade).toBe(shown)
})
