import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeFirstFactsheet } from '../documents/index.ts'
import { many } from '../platform/db/database.ts'
import { aProduct } from '../testing/bulk.ts'
import { type BulkWorld, makeBulkWorld } from './testing/world.ts'

let world: BulkWorld
beforeAll(async () => {
  world = await makeBulkWorld()
})
afterEach(async () => expect(await world.books()).toEqual([]))
afterAll(() => world.close())

test('POR-05 the loans of a bulk funding have their factsheets with the agreements, each loan one', async () => {
  const lender = await world.bulkLender(10_000_000)
  const product = await aProduct(world.context, [1_000_000, 2_000_000, 3_000_000])
  const told = product.loans[0]?.loanNumber ?? ''
  await makeFirstFactsheet(world.context, told)
  await world.submit(lender, product)
  await world.drain()
  expect((await world.fundingsOf(lender)).map(({ documents }) => documents)).toEqual([2, 2, 2])
  const kept = await many<{ loanNumber: string; version: number }>(
    world.context.db,
    'test.factsheets',
    `select l.loan_number as "loanNumber", f.version from factsheet f join loan l on l.id = f.loan_id
      order by l.loan_number`,
  )
  expect(kept).toEqual(product.loans.map(({ loanNumber }) => ({ loanNumber, version: 1 })))
  const { list } = (await lender.get('/portfolio')).json
  expect(list).toHaveLength(3)
  for (const { factsheetUrl } of list)
    expect((await lender.post('/documents/download', { document_url: factsheetUrl })).status).toBe(200)
})
