import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { listNotices } from '../notices/notices.ts'
import { aProduct } from '../testing/bulk.ts'
import type { LoggedIn } from '../testing/http.ts'
import { bulkProgress } from './progress.ts'
import { type BulkWorld, makeBulkWorld } from './testing/world.ts'

let world: BulkWorld
beforeAll(async () => {
  world = await makeBulkWorld()
})
afterEach(async () => {
  world.travel(undefined)
  expect(await world.books()).toEqual([])
})
afterAll(() => world.close())

/** A lender whose bulk funding has ended. */
async function afterOne(): Promise<LoggedIn> {
  const lender = await world.bulkLender(10_000_000)
  await world.submit(lender, await aProduct(world.context, [1_000_000]))
  expect((await progressOf(lender)).runs[0]?.noticeId).toBeNull()
  await world.drain()
  return lender
}

// Asked without a session, which would have ended meanwhile.
const noticesOf = async ({ lenderId }: LoggedIn) => (await listNotices(world.context, lenderId)).list
const progressOf = ({ lenderId }: LoggedIn) => bulkProgress(world.context, lenderId)

test('DSH-02 the end is told once: first by the widget, later by a notice', async () => {
  const lender = await afterOne()
  expect((await progressOf(lender)).runs.map(({ status }) => status)).toEqual(['DONE'])
  expect(await noticesOf(lender)).toEqual([])

  world.travel('16 minutes')
  expect(await progressOf(lender)).toEqual({
    qtyCurrentProcess: 0,
    qtyLoanFunded: 0,
    isShowWidgetProcess: false,
    runs: [],
  })
  expect(await noticesOf(lender)).toMatchObject([{ title: 'Pendanaan product selesai' }])
})

test('DSH-02 an end that was put away is told nowhere again', async () => {
  const lender = await afterOne()
  const [ended] = (await progressOf(lender)).runs
  const { status } = await lender.post('/notices/dismiss', { id: ended?.noticeId })
  expect(status).toBe(200)
  expect((await progressOf(lender)).isShowWidgetProcess).toBe(false)
  world.travel('16 minutes')
  expect(await noticesOf(lender)).toEqual([])
})
