import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { EXAMPLE_LOAN, fileWith, readAll } from './example-loan.ts'
import { generatedFile } from './generated-file.ts'
import { CsvFileError } from '../../../platform/csv/lines.ts'
import { type LoanFileLine, readLoanFile } from './read.ts'
import { formatLoanHeader, formatLoanLine } from './write.ts'

const HEADER = formatLoanHeader()
const good = (loanNumber: string): string =>
  formatLoanLine({ ...EXAMPLE_LOAN, loanNumber, marketingDetail: null })
const outcome = (line: LoanFileLine): [number, string] => [
  line.line,
  'loan' in line ? line.loan.loanNumber : line.refused.reason,
]

test('SRV-01 a bad line of a loan file is reported by number, column and reason, and the good lines are read', async () => {
  const lines = await readAll(fileWith({}, { totalLoan: '1.000.000' }, { tenor: '0' }, {}))
  expect(lines).toEqual([
    { line: 2, loan: EXAMPLE_LOAN },
    // The example's marketing detail contains a line break, so each record takes two lines.
    { line: 4, refused: { column: 'total_loan', reason: expect.stringContaining('bukan "1.000.000"') } },
    { line: 6, refused: { column: 'tenor', reason: expect.stringContaining('1 sampai 3650') } },
    { line: 8, loan: EXAMPLE_LOAN },
  ])
})

test('SRV-01 a loan file may use semicolons, CRLF, a byte-order mark, another column order and empty lines', async () => {
  const names = HEADER.trim().split(',').reverse()
  const cells = formatLoanLine({ ...EXAMPLE_LOAN, marketingDetail: 'satu' }, ';')
    .trim()
    .split(';')
    .reverse()
  const file = `\uFEFF${names.join(';')}\r\n\r\n${cells.join(';')}\r\n\r\n`
  expect(await readAll(file, 1)).toEqual([{ line: 3, loan: { ...EXAMPLE_LOAN, marketingDetail: 'satu' } }])
})

test.each(['\n', '\r\n'])(
  'SRV-01 a line of a loan file with a quoted line break (%j) is reported by its first line number',
  async (lineEnd) => {
    const detail = ['satu', 'dua', 'tiga'].join(lineEnd)
    const file = fileWith({ marketingDetail: detail }, { marketingDetail: detail }).replaceAll(
      /(?<!\r)\n/g,
      lineEnd,
    )
    const loan = { ...EXAMPLE_LOAN, marketingDetail: 'satu\ndua\ntiga' }
    for (const chunk of [1, 7, 10_000]) {
      expect(await readAll(file, chunk)).toEqual([
        { line: 2, loan },
        { line: 5, loan },
      ])
    }
  },
)

test('SRV-01 a line of a loan file with too few or too many cells is rejected', async () => {
  const lines = await readAll(`${HEADER}A,B\n${good('A-1')}${good('A-2').trim()},extra\n`)
  expect(lines.map(outcome)).toEqual([
    [2, 'berisi 2 sel, baris pertama menyebut 29 kolom'],
    [3, 'A-1'],
    [4, 'berisi 30 sel, baris pertama menyebut 29 kolom'],
  ])
})

test('SRV-01 an unclosed quote in a loan file rejects only its own line', async () => {
  const lines = await readAll(`${HEADER}${good('A-1')}"open,\n${good('A-2')}${good('A-3')}`)
  expect(lines.map(outcome)).toEqual([
    [2, 'A-1'],
    [3, expect.stringContaining('tidak ditutup')],
    [4, 'A-2'],
    [5, 'A-3'],
  ])
})

test('SRV-01 two stray quotes far apart in a loan file do not swallow the lines between them', async () => {
  const middle = Array.from({ length: 900 }, (_, number) => good(`M-${number}`))
  const lines = await readAll(
    `${HEADER}"x,\n${middle.slice(0, 20).join('')}"y,\n${middle.slice(20).join('')}`,
  )
  expect(lines.filter((line) => 'loan' in line)).toHaveLength(900)
  expect(lines.filter((line) => 'refused' in line).map(outcome)).toEqual([
    [2, expect.stringContaining('kutip penutup')],
    [23, expect.stringContaining('tidak ditutup')],
  ])
})

test('SRV-01 a misplaced quote in a loan file rejects its own line with the reason', async () => {
  const lines = await readAll(`${HEADER}${good('A-1')}a"b"c,\n"a"b"c",\n${good('A-2')}`)
  expect(lines.map(outcome)).toEqual([
    [2, 'A-1'],
    [3, expect.stringContaining('tidak berkutip')],
    [4, expect.stringContaining('kutip penutup')],
    [5, 'A-2'],
  ])
})

test.each([1_000, 100_000, 10_000_000])(
  'SRV-01 a line of a loan file longer than 32 KiB is rejected (chunks of %d)',
  async (chunk) => {
    const lines = await readAll(
      `${HEADER}${good('A-1')}${'x'.repeat(32_769)}\n${good('A-2')}${'"'.repeat(99_999)}`,
      chunk,
    )
    expect(lines.map(outcome)).toEqual([
      [2, 'A-1'],
      [3, expect.stringContaining('lebih panjang dari 32768 byte')],
      [4, 'A-2'],
      [5, expect.stringContaining('lebih panjang dari 32768 byte')],
    ])
  },
)

test.each<[string, string | Uint8Array, RegExp]>([
  ['is empty', '', /kosong.*loan_number,/],
  ['is only empty lines', '\n\r\n\n', /kosong/],
  ['is gzip', gzipSync(fileWith({})), /gzip/],
  ['is an Excel workbook', Buffer.from('PK\u0003\u0004zzzz'), /Excel/],
  ['is UTF-16', Buffer.from(`\uFEFF${fileWith({})}`, 'utf16le'), /UTF-16/],
  ['is UTF-16 without a mark', Buffer.from(fileWith({}), 'utf16le'), /UTF-16/],
  [
    'is Latin-1',
    Buffer.from(fileWith({ borrowerName: 'Andr\u00E9' }), 'latin1'),
    /bukan UTF-8 \(pertama kali di baris 2\)/,
  ],
  ['has bare carriage returns', fileWith({ marketingDetail: 'x' }).replaceAll('\n', '\r'), /carriage return/],
  ['separates its columns by tabs', fileWith({}).replaceAll(',', '\t'), /dipisahkan dengan tab/],
  ['has no header', good('A-1').repeat(2), /tidak menyebut kolom.*kolom yang tidak ada: loan_number/],
  [
    'lacks columns',
    HEADER.replace('tenor,', '').replace('grade,', ''),
    /kolom yang tidak ada: tenor, grade\.$/,
  ],
  [
    'has an unknown column',
    HEADER.replace('purpose', 'tujuan'),
    /kolom yang tidak ada: purpose; kolom yang tidak dikenal: "tujuan"/,
  ],
  ['names a column twice', HEADER.replace('purpose', 'grade,purpose'), /disebut dua kali: grade/],
  ['has a broken header', '"loan_number\nx', /tidak menyebut kolom: tanda kutip/],
  ['has an endless first line', 'x'.repeat(100_000), /tidak menyebut kolom: baris lebih panjang/],
])('SRV-01 a loan file that %s fails at once with a clear message', async (_case, file, message) => {
  const reading = readAll(file)
  await expect(reading).rejects.toThrow(CsvFileError)
  await expect(reading).rejects.toThrow(message)
})

test('SRV-01 a loan file with only a header has no lines', async () => {
  expect(await readAll(HEADER)).toEqual([])
})

test('SRV-01 a loan file of a hundred thousand lines is streamed in small batches with backpressure', async () => {
  const LINES = 100_000
  let made = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of generatedFile(LINES)) {
      made += chunk.length
      yield chunk
    }
  }
  const progress: number[] = []
  const refused: LoanFileLine[] = []
  let loans = 0
  for await (const batch of readLoanFile(counted(), { onProgress: (bytes) => progress.push(bytes) })) {
    expect(batch.length).toBeLessThanOrEqual(1_000)
    loans += batch.filter((line) => 'loan' in line).length
    refused.push(...batch.filter((line) => 'refused' in line))
    // A record of this file takes less than 300 bytes; at most one chunk of 64 KiB and one batch are in memory.
    expect(made - (loans + refused.length) * 300).toBeLessThan(200_000)
  }
  expect(loans).toBe(99_900)
  expect(refused).toHaveLength(100)
  // Record 1,000 comes after the header and 9 line breaks in quotes; its own line break follows the number.
  expect(refused[0]).toMatchObject({ line: 1_010, refused: { column: 'minimum_funding' } })
  expect(progress.at(-1)).toBe(made)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
})

test('SRV-01 closing the loan file reader early closes the file', async () => {
  const input = Readable.from(generatedFile(5_000))
  for await (const batch of readLoanFile(input)) {
    expect(batch.length).toBeGreaterThan(0)
    break
  }
  expect(input.destroyed).toBe(true)
})

test('SRV-01 a loan file that cannot be read to its end fails with the cause', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(HEADER)
    throw new Error('disk gone')
  }
  await expect(readLoanFile(broken()).next()).rejects.toThrow('disk gone')
})
