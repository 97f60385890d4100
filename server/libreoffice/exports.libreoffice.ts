import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, businessDateOf } from '@pematang/contract/format/business-date'
import { disburseLoan } from '../src/loans/testing.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { dayOf, lastDay, onDay, operator, pay } from '../testing/lent-months.ts'
import { storeSlip } from '../src/cash/testing.ts'
import { makeFixture, type Fixture } from '../testing/fixture.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../testing/http.ts'
import { aLoan, reserveFunding, signFunding } from '../testing/people.ts'
import { LibreOffice, type ReadCell } from './spreadsheet.ts'

// `npm run libreoffice` in the root: the files that a lender downloads from the real server, opened by LibreOffice.

/** Names that a spreadsheet would take for a formula, a number or a date if they were not marked as text. */
const borrowers = ['=1+1', '+62 811', '@SUM(A1)', '-5', '1-2', 'Usaha; "Sari"']
const amount = 1_200_000
const today = businessDateOf(new Date())

/** The downloaded files and the types of their columns; tax files have no CSV. */
const downloads = {
  'statement of account': `/statements/account?from=${dayOf(2, 1)}&to=${lastDay(1)}`,
  'portfolio report': `/statements/portfolio?on=${addDays(today, -1)}`,
  portfolio: '/portfolio/export?',
  history: '/transactions/export?',
  'tax of a month': `/tax/statement?period=${dayOf(1, 1).slice(0, 7)}`,
  'tax of a year': `/tax/summary?year=${dayOf(1, 1).slice(0, 4)}`,
}
type Name = keyof typeof downloads
const withCsv = ['statement of account', 'portfolio report', 'portfolio', 'history'] as const
const dates = /^(?:Per Tanggal|Tanggal|Jatuh Tempo|Angsuran Berikutnya)/
const texts =
  /^(?:Baris|Rekening|Jenis|Nomor (?!Urut)|Penerima Dana|Status|Tenor|Kualitas|Keterangan|Id |Masa|Bukti)/

let fixture: Fixture
let app: TestApp
const folder = mkdtempSync(join(tmpdir(), 'pematang-libreoffice-'))
const office = new LibreOffice(folder)
/** The cells that LibreOffice read from each file, by its name with extension. */
const read = new Map<string, ReadCell[][]>()
/** The cells of each CSV as they were sent. */
const sent = new Map<Name, string[][]>()

const fileOf = (name: Name, format: 'csv' | 'xlsx') => `${name.replaceAll(' ', '-')}.${format}`

beforeAll(async () => {
  const none = '100000/60'
  fixture = await makeFixture({ settings: { LIMIT_DOWNLOAD_ACCOUNT: none, LIMIT_DOWNLOAD_DEVICE: none } })
  app = await startApp(fixture)
  const me = await logIn({ context: onDay(fixture.context, dayOf(2, 4)) }, app, { cash: 20_000_000 })
  for (const borrowerName of borrowers) await lend(me.lenderId, borrowerName)
  const month = { period: dayOf(1, 1).slice(0, 7), article: 23, ratePpm: null, taxNumber: null } as const
  const slip = { number: '2602ABCDE', issuedOn: today, interest: 75_000, tax: 11_250, reason: null }
  const input = { lenderId: me.lenderId, ...month, ...slip }
  await perform(fixture.context, storeSlip, { actor: operator, input })
  const files: string[] = []
  for (const [name, path] of Object.entries(downloads) as [Name, string][]) {
    for (const format of ['csv', 'xlsx'] as const) {
      if (format === 'csv' && !isWithCsv(name)) continue
      const bytes = await download(me, `${path}&format=${format}`)
      const file = join(folder, fileOf(name, format))
      writeFileSync(file, bytes)
      files.push(file)
      if (format === 'csv') sent.set(name, parse(bytes, { bom: true, delimiter: ';' }))
    }
  }
  for (const [place, cells] of office.read(files).entries())
    read.set(files[place]?.slice(folder.length + 1) ?? '', cells)
  console.log(office.version())
})
afterAll(async () => {
  await app.close()
  await fixture.close()
  rmSync(folder, { recursive: true, force: true })
})

const isWithCsv = (name: Name): boolean => withCsv.some((one) => one === name)

async function download(me: LoggedIn, path: string): Promise<Buffer> {
  const answer = await me.get(path)
  expect([path, answer.status]).toEqual([path, 200])
  return answer.bytes
}

/** A loan funded by one lender alone, disbursed two months ago, with one installment paid last month. */
async function lend(lenderId: number, borrowerName: string): Promise<void> {
  const { context } = fixture
  const offer = {
    offerFrom: '2020-01-01',
    offerUntil: '2100-01-01',
    totalLoan: amount,
    minimumFunding: 100_000,
  }
  const terms = { interestType: 'FLAT', interest: '0.125', tenor: 12, tenorPeriod: 'MONTH' } as const
  const loan = await aLoan(context, { ...offer, ...terms, borrowerName })
  const begins = onDay(context, dayOf(2, 5))
  const { fundingId } = await reserveFunding(begins, { lenderId, ...loan, amount })
  await signFunding(begins, fundingId)
  const { loanNumber } = loan
  const disbursedOn = dayOf(2, 10)
  await perform(onDay(context, disbursedOn), disburseLoan, {
    actor: operator,
    input: { loanNumber, disbursedOn },
  })
  await pay(context, loanNumber, { amount: 112_500, recordedOn: dayOf(1, 10) })
}

const sheetOf = (name: Name, format: 'csv' | 'xlsx'): ReadCell[][] => {
  const cells = read.get(fileOf(name, format))
  if (!cells?.[0]) throw new Error(`LibreOffice read nothing of ${fileOf(name, format)}`)
  return cells
}

const titlesOf = (rows: readonly ReadCell[][]): string[] => (rows[0] ?? []).map((cell) => String(cell?.value))
const typeOf = (title: string): 'number' | 'date' | 'text' =>
  dates.test(title) || title.endsWith('(WIB)') ? 'date' : texts.test(title) ? 'text' : 'number'

const files = (Object.keys(downloads) as Name[]).flatMap((name) =>
  (isWithCsv(name) ? (['xlsx', 'csv'] as const) : (['xlsx'] as const)).map(
    (format) => [name, format] as const,
  ),
)

test.each(files)(
  'STM-02 LibreOffice reads the %s (%s) with numbers, dates and texts in the right cells',
  (name, format) => {
    const rows = sheetOf(name, format)
    const titles = titlesOf(rows)
    const found = { number: 0, date: 0, text: 0, empty: 0 }
    const wrong = rows.slice(1).flatMap((cells, place) =>
      titles.flatMap((title, column) => {
        const cell = cells[column] ?? null
        found[cell === null || cell.type === 'formula' ? 'empty' : cell.type] += 1
        return cell === null || cell.type === typeOf(title) ? [] : [{ title, row: place + 2, cell }]
      }),
    )
    console.log(`${fileOf(name, format)}: ${rows.length - 1} rows, ${JSON.stringify(found)}`)
    expect(wrong).toEqual([])
    expect(found.number).toBeGreaterThan(0)
    expect(found.date).toBeGreaterThan(0)
  },
)

test.each(withCsv.flatMap((name) => [[name, 'xlsx'] as const, [name, 'csv'] as const]))(
  'STM-02 LibreOffice reads every value of the %s (%s) as it was sent',
  (name, format) => {
    const [titles = [], ...lines] = sent.get(name) ?? []
    const expected = lines.map((line) =>
      line.map((text, column): ReadCell => {
        if (text === '') return null
        const type = typeOf(titles[column] ?? '')
        if (type === 'number') return { type, value: Number(text.replace(',', '.')) }
        if (type === 'date') return { type, value: text.replace(' ', 'T') }
        // The apostrophe prevents a name in a CSV from being a formula; a workbook needs none.
        return { type, value: format === 'xlsx' ? text.replace(/^'/, '') : text }
      }),
    )
    const rows = sheetOf(name, format)
    expect(titlesOf(rows)).toEqual(titles)
    expect(rows.slice(1).map((cells) => titles.map((_, column) => cells[column] ?? null))).toEqual(expected)
  },
)

test.each(['portfolio report', 'portfolio'] as const)(
  'STM-02 LibreOffice reads names in the %s as texts, never as formulas',
  (name) => {
    const namesIn = (format: 'csv' | 'xlsx') => {
      const rows = sheetOf(name, format)
      const column = titlesOf(rows).indexOf('Penerima Dana')
      return rows.slice(1).map((cells) => cells[column])
    }
    const asTexts = (values: string[]) => values.map((value) => ({ type: 'text', value }))
    expect(new Set(namesIn('xlsx'))).toEqual(new Set(asTexts(borrowers)))
    const marked = borrowers.map((value) => (/^[=+\-@]/.test(value) ? `'${value}` : value))
    expect(new Set(namesIn('csv'))).toEqual(new Set(asTexts(marked)))
  },
)

const sums: [Name, 'csv' | 'xlsx', Record<string, number>][] = (['csv', 'xlsx'] as const).flatMap(
  (format) => [
    [
      'portfolio report',
      format,
      {
        'Jumlah Pendanaan': 7_200_000,
        'Sisa Pokok': 6_600_000,
        'Bunga Diterima (Bruto)': 75_000,
        'Pajak Dipotong': 11_250,
      },
    ],
    [
      'portfolio',
      format,
      { 'Jumlah Pendanaan': 7_200_000, 'Sisa Pokok': 6_600_000, 'Bunga per Tahun (%)': 75 },
    ],
    [
      'statement of account',
      format,
      { Pokok: 600_000, Bunga: 75_000, Pajak: 11_250, Jumlah: 20_000_000 - 7_200_000 + 663_750 },
    ],
    ['history', format, { Jumlah: 20_000_000 - 7_200_000 + 663_750 }],
  ],
)
// Includes the sum of the month, which the file has below its installments.
sums.push(['tax of a month', 'xlsx', { 'Bunga Bruto': 2 * 75_000, 'Pajak Dipotong': 2 * 11_250 }])

test.each(sums)(
  'STM-02 the sums that LibreOffice calculates over the %s (%s) equal those of the books',
  (name, format, expected) => {
    const titles = titlesOf(sheetOf(name, format))
    const columns = Object.keys(expected).map((title) => titles.indexOf(title))
    const calculated = office.sums(join(folder, fileOf(name, format)), columns)
    console.log(
      `${fileOf(name, format)}: ${Object.keys(expected)
        .map((title, place) => `${title} ${calculated[place]}`)
        .join(', ')}`,
    )
    expect(calculated).toEqual(Object.values(expected))
  },
)

// Months pass without a tax payment to the state, which the audit reports (I33e).
test('the books audit finds no breach in the books behind the exported files', async () =>
  expect((await fixture.books()).filter(({ invariant }) => invariant !== 'I33e')).toEqual([]))
