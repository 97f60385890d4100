import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn, startApp, type LoggedIn, type TestApp } from '../../../testing/http.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { flat, operator } from '../../../testing/loan-operations.ts'
import { aLoan, reserveFunding, signFunding } from '../../../testing/people.ts'
import { longAgo } from '../../../testing/servicing.ts'
import { disburseLoan, reverseRepayment } from '../../loans/testing.ts'
import { readPdf, structureFaults } from '../../documents/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { storeTaxNumber } from '../../lenders/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { poppler } from '../../../testing/poppler.ts'
import { taxStatement, taxSummary } from './download.ts'
import { storeSlip } from './index.ts'
import { breachesOf, goTo, pay } from './testing/tax-month.ts'

let fixture: Fixture
let app: TestApp
let lender: LoggedIn
let loanNumber = ''
let folder = ''
beforeAll(async () => {
  fixture = await makeFixture({
    settings: { OPERATOR_NAME: 'PT Contoh Bersama', OPERATOR_TAX_NUMBER: '0990000002000000' },
  })
  app = await startApp(fixture)
  folder = await mkdtemp(join(tmpdir(), 'pematang-tax-'))
  lender = await logIn(fixture, app, { cash: 2_000_000 })
  const { lenderId } = lender
  const offer = { offerFrom: '2020-01-01', offerUntil: '2100-01-01' }
  const loan = await aLoan(fixture.context, {
    totalLoan: 1_200_000,
    minimumFunding: 100_000,
    ...flat,
    ...offer,
  })
  loanNumber = loan.loanNumber
  const then = longAgo(fixture.context)
  await signFunding(then, (await reserveFunding(then, { lenderId, ...loan, amount: 1_200_000 })).fundingId)
  await perform(fixture.context, disburseLoan, {
    actor: operator,
    input: { loanNumber, disbursedOn: '2026-01-31' },
  })
  await pay(fixture, '2026-02-28', { loanNumber })
  const reference = await pay(fixture, '2026-03-31', { loanNumber })
  goTo(fixture, '2026-04-10')
  await perform(fixture.context, reverseRepayment, { actor: operator, input: { reference, reason: 'x' } })
  const number = { lenderId, number: '9900001708900003', validFrom: '2026-01-01' }
  await perform(fixture.context, storeTaxNumber, { actor: operator, input: number })
  const of = { lenderId, period: '2026-02', article: 23, ratePpm: null, taxNumber: null } as const
  const slip = { number: '2602ABCDE', issuedOn: '2026-03-10', interest: 12_000, tax: 1_800, reason: null }
  await perform(fixture.context, storeSlip, { actor: operator, input: { ...of, ...slip } })
})
afterAll(async () => {
  expect(await breachesOf(fixture)).toEqual([])
  await app.close()
  await fixture.close()
  await rm(folder, { recursive: true, force: true })
})

const download = async (path: string) => {
  const answer = await lender.get(path)
  expect([path, answer.status]).toEqual([path, 200])
  return answer
}
const pdfText = async (bytes: Buffer) => (await readPdf(bytes)).map(({ text }) => text).join(' ')

test('TAX-03 a tax statement is rendered on a worker thread, and refused as overloaded when too many wait', async () => {
  const { renderer } = fixture.context
  const busy = {
    ...fixture.context,
    renderer: { ...renderer, renderReport: () => Promise.reject(new Refusal('OVERLOADED')) },
  }
  const { lenderId } = lender
  const month = taxStatement(busy, lenderId, { period: '2026-02', format: 'pdf' }, {})
  await expect(month).rejects.toMatchObject({ code: 'OVERLOADED' })
  const year = taxSummary(busy, lenderId, { year: 2026, format: 'pdf' }, {})
  await expect(year).rejects.toMatchObject({ code: 'OVERLOADED' })
})

test.each([
  ['statement of a month', '/tax/statement?period=2026-02&format=pdf'],
  ['summary of a year', '/tax/summary?year=2026&format=pdf'],
])(
  'TAX-03 the tax %s is a PDF tagged and signed by the platform, and a changed figure breaks the signature',
  async (_, path) => {
    const { bytes, headers } = await download(path)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(await structureFaults(bytes)).toEqual([])
    const file = join(folder, 'tax.pdf')
    const verify = () => poppler('pdfsig', file)
    await writeFile(file, bytes)
    expect(verify()).toContain('Signature is Valid')
    const changed = Buffer.from(bytes)
    const place = changed.indexOf('stream', 0, 'latin1') + 40
    changed[place] = (changed[place] ?? 0) ^ 1
    await writeFile(file, changed)
    expect(verify()).not.toContain('Signature is Valid')
  },
)

test('TAX-03 SCN-13 the monthly tax statement shows who withheld how much tax from whom, the slip, and the installments', async () => {
  const text = await pdfText((await download('/tax/statement?period=2026-02')).bytes)
  for (const part of [
    'Laporan Pemotongan Pajak',
    'Masa Pajak Februari 2026',
    'PT Contoh Bersama',
    '9900001708900003',
    'NPWP pemotong 0990000002000000',
    'Rp12.000',
    'Rp1.800',
    'PPh Pasal 23',
    '15%',
    '2602ABCDE, 10 Maret 2026',
    loanNumber,
    '28 Februari 2026',
    'Halaman 1/1',
  ])
    expect(text).toContain(part)
})

test('TAX-03 the yearly tax summary shows the income to declare and the tax withheld, and a later reversal lowers both', async () => {
  const text = await pdfText((await download('/tax/summary?year=2026')).bytes)
  for (const part of [
    'Ringkasan Pajak Tahunan',
    'Bunga bruto setahun Rp12.000',
    'Rp1.800 dari bunga Rp12.000',
    'Maret 2026',
    '-12.000',
    'Koreksi',
    '1 bukti potong belum memiliki nomor',
  ])
    expect(text).toContain(part)
})

test('TAX-03 the monthly tax workbook has typed numbers and dates, and its last row equals the sum in the books', async () => {
  const { bytes, headers } = await download('/tax/statement?period=2026-02&format=xlsx')
  expect(headers.get('content-disposition')).toContain('.xlsx')
  const [sheet] = (await readXlsx(new Uint8Array(bytes))).sheets
  const [heads, first, last, ...rest] = sheet?.rows ?? []
  expect(heads?.slice(0, 3)).toEqual(['Nomor Pinjaman', 'Jatuh Tempo', 'Tanggal Bayar'])
  expect(first).toEqual([
    ...[loanNumber, new Date('2026-02-28T00:00:00Z'), new Date('2026-02-28T00:00:00Z'), expect.any(Date)],
    ...['PPh Pasal 23', 15, 12_000, 1_800, '2602ABCDE', null],
  ])
  expect(last?.slice(0, 1)).toEqual(['Jumlah'])
  expect(last?.slice(6, 8)).toEqual([12_000, 1_800])
  expect(rest).toEqual([])
})

test('TAX-03 the yearly tax workbook has a line for each month, kind and rate with its slip', async () => {
  const { bytes } = await download('/tax/summary?year=2026&format=xlsx')
  const [sheet] = (await readXlsx(new Uint8Array(bytes))).sheets
  expect(sheet?.rows.slice(1).map((row) => [row[0], row[3], row[4]])).toEqual([
    ['2026-02', 12_000, 1_800],
    ['2026-03', 12_000, 1_800],
    ['2026-04', -12_000, -1_800],
    ['Jumlah', 12_000, 1_800],
  ])
  expect(sheet?.rows[1]?.slice(5)).toEqual(['2602ABCDE', new Date('2026-03-10T00:00:00Z')])
})

test('TAX-03 a tax month or year that has not ended is marked so, and its current slip is not marked missing', async () => {
  await pay(fixture, '2026-05-20', { loanNumber })
  const month = await pdfText((await download('/tax/statement?period=2026-05')).bytes)
  expect(month).toContain('Mei 2026 (belum berakhir, angka sementara)')
  expect(month).toContain('Setelah masa berakhir')
  const year = await pdfText((await download('/tax/summary?year=2026')).bytes)
  expect(year).toContain('Tahun pajak 2026 (belum berakhir, angka sementara)')
  expect(year).toContain('1 bukti potong belum memiliki nomor')
  goTo(fixture, '2027-01-02')
  const origin = { requestId: 'over', source: '127.0.0.1' }
  const answer = await taxSummary(fixture.context, lender.lenderId, { year: 2026, format: 'pdf' }, origin)
  // Goes back to a time at which the session is still valid.
  goTo(fixture, '2026-05-21')
  const over = await pdfText(answer.bytes as Buffer)
  expect(over).not.toContain('belum berakhir')
  expect(over).toContain('2 bukti potong belum memiliki nomor')
})

test('TAX-03 a month without interest has a tax statement with zero amounts', async () => {
  const text = await pdfText((await download('/tax/statement?period=2025-07')).bytes)
  expect(text).toContain('Bunga bruto Rp0')
})
