import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { listNotices } from '../../lenders/testing.ts'
import { aProduct } from '../../../testing/bulk.ts'
import type { LoggedIn } from '../../../testing/http.ts'
import { bulkProgress } from './progress.ts'
import { type BulkFixture, makeBulkFixture } from './testing/fixture.ts'

let fixture: BulkFixture
beforeAll(async () => {
  fixture = await makeBulkFixture()
})
afterEach(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})
afterAll(() => fixture.close())

async function afterOne(): Promise<LoggedIn> {
  const lender = await fixture.bulkLender(10_000_000)
  await fixture.submit(lender, await aProduct(fixture.context, [1_000_000]))
  expect((await progressOf(lender)).runs[0]?.noticeId).toBeNull()
  await fixture.drain()
  return lender
}

// Read without a session, because the session would have expired meanwhile.
const noticesOf = async ({ lenderId }: LoggedIn) => (await listNotices(fixture.context, lenderId)).list
const progressOf = ({ lenderId }: LoggedIn) => bulkProgress(fixture.context, lenderId)

test('DSH-02 the result of a bulk funding is shown in the progress widget first, and as a notification after 15 minutes', async () => {
  const lender = await afterOne()
  expect((await progressOf(lender)).runs.map(({ status }) => status)).toEqual(['DONE'])
  expect(await noticesOf(lender)).toEqual([])

  fixture.travel('16 minutes')
  expect(await progressOf(lender)).toEqual({
    qtyCurrentProcess: 0,
    qtyLoanFunded: 0,
    isShowWidgetProcess: false,
    runs: [],
  })
  expect(await noticesOf(lender)).toMatchObject([{ title: 'Pendanaan produk selesai' }])
})

test('DSH-02 a dismissed result of a bulk funding is not shown again, in the widget or as a notification', async () => {
  const lender = await afterOne()
  const [ended] = (await progressOf(lender)).runs
  const { status } = await lender.post('/notices/dismiss', { id: ended?.noticeId })
  expect(status).toBe(200)
  expect((await progressOf(lender)).isShowWidgetProcess).toBe(false)
  fixture.travel('16 minutes')
  expect(await noticesOf(lender)).toEqual([])
})
