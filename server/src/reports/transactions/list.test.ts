import { parse } from 'csv-parse/sync'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { releaseFunding } from '../../funding/testing.ts'
import { accountOf, statementPage } from '../../books/index.ts'
import { one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aLoan, reserveFunding, signFunding } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { everyTransaction } from './export.ts'
import { listTransactions } from './list.ts'

let fixture: Fixture
let app: TestApp
let lender: LoggedIn
/** The times of the newest three fundings in Unix seconds. */
let instants: number[]

beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
  lender = await logIn(fixture, app, { cash: 10_000_000 })
  const fund = async (amount: number, shift: string) => {
    fixture.travel(shift)
    const loan = await aLoan(fixture.context)
    const { fundingId } = await reserveFunding(fixture.context, {
      lenderId: lender.lenderId,
      ...loan,
      amount,
    })
    const { at } = await one<{ at: number }>(
      fixture.context.db,
      'test.at',
      'select floor(extract(epoch from created_at))::bigint as at from funding where id = $1',
      [fundingId],
    )
    return { fundingId, at }
  }
  const settled = await fund(1_000_000, '1 minute')
  await signFunding(fixture.context, settled.fundingId)
  const waiting = await fund(2_000_000, '2 minutes')
  const failed = await fund(3_000_000, '3 minutes')
  await perform(fixture.context, releaseFunding, {
    actor: { kind: 'system' },
    input: { fundingId: failed.fundingId, state: 'REJECTED' },
  })
  instants = [settled.at, waiting.at, failed.at]
  fixture.travel(undefined)
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(async () => {
  await app.close()
  await fixture.close()
})

const amounts = async (query: string): Promise<number[]> => {
  const { status, json } = await lender.get(`/transactions?${query}`)
  expect(status).toBe(200)
  return json.list.map((item: { amount: number }) => item.amount)
}
const [topUp, settled, waiting, failed] = [10_000_000, -1_000_000, -2_000_000, -3_000_000]

describe('TRX-01 filters', () => {
  test.each<[string, number[]]>([
    ['', [failed, waiting, settled, topUp]],
    ['type=&status=&startDate=&endDate=', [failed, waiting, settled, topUp]],
    ['type=1', [topUp]],
    ['type=2', [failed, waiting, settled]],
    ['type=5', []],
    ['type=6', []],
    ['status=1', [settled, topUp]],
    ['status=2', [waiting]],
    ['status=3', [failed]],
    ['type=2&status=1', [settled]],
    ['type=1&status=3', []],
  ])('the transaction filter "%s" finds the matching rows', async (query, expected) => {
    expect(await amounts(query)).toEqual(expected)
  })

  test('the date range of the transaction filter is in unix seconds and includes both ends', async () => {
    const [first = 0, second = 0, third = 0] = instants
    expect(await amounts(`startDate=${second}&endDate=${second}`)).toEqual([waiting])
    expect(await amounts(`startDate=${first}&endDate=${third}`)).toEqual([failed, waiting, settled])
    expect(await amounts(`startDate=${first + 1}&endDate=${third - 1}`)).toEqual([waiting])
    expect(await amounts(`startDate=${third + 1}`)).toEqual([])
    expect(await amounts(`endDate=${first - 1}`)).toEqual([topUp])
    expect(await amounts(`startDate=${third}&endDate=${first}`)).toEqual([])
    expect(await amounts('startDate=0&endDate=99999999999')).toHaveLength(4)
    expect(await amounts(`type=2&status=2&startDate=${second}`)).toEqual([waiting])
  })
})

test('rows of the transaction history carry type, status and numbers, with outgoing amounts negative', async () => {
  const { json } = await lender.get('/transactions')
  expect(json.list.map((item: { typeName: string; status: string }) => [item.typeName, item.status])).toEqual(
    [
      ['Funding', 'Failed'],
      ['Funding', 'In Progress'],
      ['Funding', 'Success'],
      ['Top Up', 'Success'],
    ],
  )
  expect(json.list[0].transactionNumber).toMatch(/^FND-\d{6}-[0-9A-Z]{10}$/)
  expect(json.list[3].transactionNumber).toMatch(/^TOP-\d{6}-[0-9A-Z]{10}$/)
  expect([json.list[0].loanNumber, json.list[3].loanNumber]).toEqual([expect.stringMatching(/^T-/), null])
  expect(new Set(json.list.map((item: { id: string }) => item.id)).size).toBe(4)
})

test('DSH-04 pages of transactions are stable, and their total counts the filtered rows', async () => {
  const pages = await Promise.all([1, 2, 3].map((page) => lender.get(`/transactions?limit=2&page=${page}`)))
  expect(pages.map(({ json }) => json.pagination.totalPage)).toEqual([2, 2, 2])
  expect(pages.flatMap(({ json }) => json.list.map((item: { amount: number }) => item.amount))).toEqual([
    failed,
    waiting,
    settled,
    topUp,
  ])
})

test('ROL-02 a lender sees none of another lender’s transactions', async () => {
  const stranger = await logIn(fixture, app, { cash: 7 })
  expect((await stranger.get('/transactions')).json.list).toMatchObject([{ amount: 7, typeName: 'Top Up' }])
})

test('TRX-01 a transaction is found by any part of its own number or its loan’s, and by nothing else', async () => {
  const { json } = await lender.get('/transactions')
  for (const { transactionNumber, loanNumber, amount } of json.list) {
    expect(await amounts(`reference=${transactionNumber}`)).toEqual([amount])
    expect(await amounts(`reference=${transactionNumber.slice(-6).toLowerCase()}`)).toEqual([amount])
    if (loanNumber) expect(await amounts(`reference=%20${loanNumber}`)).toEqual([amount])
  }
  expect(await amounts('reference=FND-')).toEqual([failed, waiting, settled])
  expect(await amounts('reference=FND-&status=3')).toEqual([failed])
  expect(await amounts('reference=%25')).toEqual([])
  const page = await lender.get('/transactions?reference=FND-&limit=2&page=2')
  expect(page.json).toMatchObject({ pagination: { totalData: 3, totalPage: 2 }, list: [{ amount: settled }] })
})

test('TRX-01 SCN-10 the export of transactions has what moved, what is held and what failed in columns of their own, and their sums are the balances', async () => {
  const answer = await lender.get('/transactions/export')
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="?Transaksi - \d{14}\.csv/)
  const rows: Record<string, string>[] = parse(answer.bytes, { bom: true, delimiter: ';', columns: true })
  const { json } = await lender.get('/transactions')
  const columns = ['Nomor Transaksi', 'Nomor Pinjaman', 'Jenis', 'Jumlah', 'Ditahan', 'Gagal', 'Status']
  const numbers = json.list.map((item: { transactionNumber: string; loanNumber: string | null }) => [
    item.transactionNumber,
    item.loanNumber ?? '',
  ])
  expect(rows.map((row) => columns.map((title) => row[title]))).toEqual([
    [...numbers[0], 'Pendanaan', '', '', '-3000000', 'Gagal'],
    [...numbers[1], 'Pendanaan', '', '-2000000', '', 'Diproses'],
    [...numbers[2], 'Pendanaan', '-1000000', '', '', 'Berhasil'],
    [...numbers[3], 'Top Up', '10000000', '', '', 'Berhasil'],
  ])
  const sum = (title: string) => rows.reduce((total, row) => total + Number(row[title]), 0)
  const account = await accountOf(fixture.context.db, 'LENDER_CASH', lender.lenderId)
  const lines = await statementPage(fixture.context.db, account, 0, 10)
  expect(sum('Jumlah')).toBe(lines.at(-1)?.balanceAfter)
  const { cashBalance } = (await lender.get('/lender/summary')).json
  expect(sum('Jumlah') + sum('Ditahan')).toBe(cashBalance)

  const found = await lender.get(`/transactions/export?reference=${json.list[1].transactionNumber}`)
  expect(found.bytes.toString().trimEnd().split('\r\n')).toHaveLength(2)
  const workbook = await lender.get('/transactions/export?format=xlsx')
  expect(workbook.bytes.subarray(0, 2).toString()).toBe('PK')
})

test('TRX-01 an export of transactions longer than a batch has each movement once, also with equal timestamps', async () => {
  const wanted = { type: '', status: '', startDate: '', endDate: '' }
  const all = (await listTransactions(fixture.context, lender.lenderId, { ...wanted, page: 1, limit: 100 }))
    .list
  for (const batch of [1, 2, 3, 4, 100]) {
    const ids = []
    for await (const item of everyTransaction(fixture.context.db, lender.lenderId, wanted, batch))
      ids.push(item.id)
    expect(ids).toEqual(all.map(({ id }) => id))
  }
})
