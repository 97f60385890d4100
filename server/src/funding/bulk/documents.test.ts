import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createFirstFactsheet } from '../../documents/index.ts'
import { readPdf } from '../../documents/testing.ts'
import { TimestampUnavailable } from '../../outside/tsa/port.ts'
import { many } from '../../platform/db/database.ts'
import { aProduct } from '../../../testing/bulk.ts'
import { createBulkDocuments } from './documents.ts'
import { type BulkFixture, makeBulkFixture } from './testing/fixture.ts'

let fixture: BulkFixture
beforeAll(async () => {
  fixture = await makeBulkFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

test('POR-05 one factsheet is created for each loan of a bulk funding along with its agreements', async () => {
  const lender = await fixture.bulkLender(10_000_000)
  const product = await aProduct(fixture.context, [1_000_000, 2_000_000, 3_000_000])
  const told = product.loans[0]?.loanNumber ?? ''
  await createFirstFactsheet(fixture.context, told)
  await fixture.submit(lender, product)
  await fixture.drain()
  expect((await fixture.fundingsOf(lender)).map(({ documents }) => documents)).toEqual([2, 2, 2])
  const kept = await many<{ loanNumber: string; version: number }>(
    fixture.context.db,
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

test('FIX-03 both agreements of each loan of a bulk funding are offered to its lender only', async () => {
  const lender = await fixture.bulkLender(10_000_000)
  const other = await fixture.bulkLender(1_000_000)
  await fixture.submit(lender, await aProduct(fixture.context, [1_000_000, 2_000_000]))
  await fixture.drain()
  const { list } = (await lender.get('/portfolio')).json
  expect(list).toHaveLength(2)
  for (const row of list) {
    expect(row.lenderAgreementUrl).toBe(row.xignaturePpUrl)
    for (const [url, word] of [
      [row.xignaturePpUrl, 'PERJANJIAN PENDANAAN'],
      [row.xignaturePpfpUrl, 'PERJANJIAN PEMBERIAN FASILITAS PENDANAAN'],
    ]) {
      const file = await lender.post('/documents/download', { document_url: url })
      expect((await readPdf(file.bytes))[0]?.text.toUpperCase()).toContain(word)
      expect((await other.post('/documents/download', { document_url: url })).status).toBe(404)
    }
  }
})

test('FIX-06 each agreement of a bulk funding is time-stamped once when a time stamp authority is configured', async () => {
  const lender = await fixture.bulkLender(10_000_000)
  const waiting = () =>
    many<{ kind: string; jobs: number }>(
      fixture.context.db,
      'test.waiting_stamps',
      `select d.kind, (select count(*) from job where line = 'stamp' and payload ->> 'documentId' = d.id) as jobs
         from timestamp_request r join document d on d.id = r.document_id order by d.kind`,
    )
  await fixture.submit(lender, await aProduct(fixture.context, [1_000_000, 2_000_000]))
  await fixture.drain()
  expect(await waiting()).toEqual([])
  const bulk = await many<{ bulkId: string }>(
    fixture.context.db,
    'test.bulk',
    'select id as "bulkId" from bulk_funding where lender_id = $1',
    [lender.lenderId],
  )
  const away = { ask: () => Promise.reject(new TimestampUnavailable('away')) }
  for (const { bulkId } of [...bulk, ...bulk])
    await createBulkDocuments({ ...fixture.context, tsa: away }, { lenderId: lender.lenderId, bulkId })
  expect(await waiting()).toEqual([
    { kind: 'PP', jobs: 1 },
    { kind: 'PP', jobs: 1 },
    { kind: 'PPFP', jobs: 1 },
    { kind: 'PPFP', jobs: 1 },
  ])
})
