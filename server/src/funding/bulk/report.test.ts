import { businessDateOf } from '@pematang/contract/format/business-date'
import { parse } from 'csv-parse/sync'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { many } from '../../platform/db/database.ts'
import { aProduct } from '../../../testing/bulk.ts'
import { type LoggedIn, logIn } from '../../../testing/http.ts'
import { reserveFunding } from '../../../testing/people.ts'
import { type BulkFixture, makeBulkFixture } from './testing/fixture.ts'

let fixture: BulkFixture
let lender: LoggedIn

beforeAll(async () => {
  fixture = await makeBulkFixture()
  lender = await fixture.bulkLender(2_000_000_000)
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

const download = (who: LoggedIn, number: string) =>
  who.get(`/transactions/report?bulkFundingNumber=${encodeURIComponent(number)}`)

type Line = Record<string, string>
const read = (bytes: Buffer): Line[] =>
  parse(bytes, { bom: true, columns: true, delimiter: ';', record_delimiter: '\r\n' })
const sum = (lines: readonly Line[], column: string) =>
  lines.reduce((total, line) => total + Number(line[column]), 0)

async function rowOf(number: string) {
  const { json } = await lender.get('/transactions?type=2')
  return json.list.find((item: { transactionNumber: string }) => item.transactionNumber === number)
}

test('TRX-02 the report of a bulk funding matches it to the rupiah, both while it runs and at its end', async () => {
  const totals = [1_000_000, 2_000_000, 3_000_000]
  const product = await aProduct(fixture.context, totals, { alsoAlone: true })
  const [taken] = product.loans
  if (!taken) throw new Error('no loan')
  const { bulkFundingNumber: number } = (await fixture.submit(lender, product)).json
  expect(await rowOf(number)).toMatchObject({
    status: 'In Progress',
    amount: -6_000_000,
    isDownloadable: true,
    isGivenBack: false,
    isOpening: false,
    loanNumber: null,
  })
  const running = read((await download(lender, number)).bytes)
  expect(running.map((line) => [line.Diajukan, line.Didanai, line.Dikembalikan, line.Status])).toEqual(
    totals.map((total) => [String(total), '', '', 'Diproses']),
  )
  const other = await logIn(fixture, fixture.app, { cash: 10_000_000 })
  await reserveFunding(fixture.context, { lenderId: other.lenderId, ...taken })
  await fixture.drain()

  const answer = await download(lender, number)
  expect(answer.status).toBe(200)
  expect(answer.bytes.toString()).toMatch(/^\uFEFFNomor Pendanaan;Nomor Pinjaman;/)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-security-policy')).toBe("sandbox; frame-ancestors 'none'")
  expect(answer.headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="Funding - ${number} - [0-9]{14}\\.csv"$`),
  )
  const lines = read(answer.bytes)
  const row = await rowOf(number)
  expect(row).toMatchObject({ status: 'Success', typeName: 'Funding', amount: -5_000_000 })
  const run = (await fixture.progressOf(lender)).runs.find((one) => one.bulkFundingNumber === number)
  expect(sum(lines, 'Diajukan')).toBe(run?.totalAmount)
  expect(sum(lines, 'Didanai')).toBe(-row.amount)
  expect(sum(lines, 'Dikembalikan')).toBe(run?.returnedAmount)
  // Each line must match a transfer in the ledger, or a hold that was released.
  const moved = await many<{ number: string; amount: number }>(
    fixture.context.db,
    'test.moved',
    `select l.loan_number as number, t.amount from transfer t join funding f on t.ref = f.id::text
       join loan l on l.id = f.loan_id where t.kind = 'FUNDING' and f.lender_id = $1 order by 1`,
    [lender.lenderId],
  )
  expect(
    lines
      .filter((line) => line.Status === 'Didanai')
      .map((line) => ({ number: line['Nomor Pinjaman'], amount: Number(line.Didanai) })),
  ).toEqual(moved)
  expect(lines.map((line) => line.Keterangan !== '')).toEqual([true, false, false])
  expect(lines.map((line) => line['Bunga per Tahun (%)'])).toEqual(['12', '12', '12'])
  const today = businessDateOf(fixture.context.clock.now())
  for (const line of lines)
    expect(line['Waktu Selesai (WIB)']).toMatch(new RegExp(`^${today} \\d\\d(:\\d\\d){2}$`))
})

test('TRX-02 every cell of a bulk funding report of a thousand loans is correct, and names never become spreadsheet formulas', async () => {
  const evil = [
    '=1+1',
    '+62811',
    '-2+3',
    '@SUM(A1)',
    'Usaha "Maju", Jaya',
    'Kopi; Susu',
    '=HYPERLINK("http://x";"y")',
    'Bäckerei Ümlaut',
  ]
  const totals = Array.from({ length: 1_100 }, (_, place) => 100_000 + place)
  const product = await aProduct(fixture.context, totals)
  for (const [place, name] of evil.entries()) {
    await many(
      fixture.context.db,
      'test.rename',
      `update borrower b set name = $2 from loan l where l.borrower_id = b.id and l.id = $1`,
      [product.loans[place]?.loanId, name],
    )
  }
  const { bulkFundingNumber: number } = (await fixture.submit(lender, product)).json
  const lines = read((await download(lender, number)).bytes)
  expect(lines).toHaveLength(totals.length)
  expect(lines.map((line) => line['Nomor Pinjaman'])).toEqual(
    product.loans.map(({ loanNumber }) => loanNumber),
  )
  expect(sum(lines, 'Diajukan')).toBe(totals.reduce((total, one) => total + one, 0))
  const names = lines.slice(0, evil.length).map((line) => line['Penerima Dana'] ?? '')
  expect(names.map((name) => name.replace(/^'/, ''))).toEqual(evil)
  for (const line of lines) for (const cell of Object.values(line)) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
})

test('ROL-02 the bulk funding report of another lender answers 404 like one that does not exist', async () => {
  const product = await aProduct(fixture.context, [1_000_000])
  const { bulkFundingNumber: number } = (await fixture.submit(lender, product)).json
  const stranger = await fixture.bulkLender(1)
  const [foreign, absent] = [
    await download(stranger, number),
    await download(stranger, 'BLK-261121-0123456789'),
  ]
  expect([foreign.status, foreign.json.code]).toEqual([404, 'NOT_FOUND'])
  expect({ ...foreign.json, requestId: '' }).toEqual({ ...absent.json, requestId: '' })
})
