import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { type Cell, type Column, exportAnswer } from './index.ts'

const columns: readonly Column[] = [
  { title: 'Penerima Dana', kind: 'text' },
  { title: 'Jatuh Tempo', kind: 'date' },
  { title: 'Waktu (WIB)', kind: 'time' },
  { title: 'Jumlah', kind: 'rupiah' },
  { title: 'Bunga (%)', kind: 'decimal' },
  { title: 'Hari Terlambat', kind: 'whole' },
]
const rows: Cell[][] = [
  [
    '=HYPERLINK("https://a.example";"x")',
    '2026-02-28',
    '2026-11-21T18:30:05.123Z',
    -9_007_199_254_740_991,
    12.345,
    0,
  ],
  ['Toko; "Sari"\r\nDua', null, null, 0, 0.1 + 0.2, null],
  ['+62 812', '2024-02-29', '2026-11-22T00:00:00Z', 1_500_000, -0.5, 41],
]
const now = new Date('2026-11-22T17:00:01Z')

async function* given(): AsyncGenerator<Cell[]> {
  yield* rows
}
const exported = (format: 'csv' | 'xlsx', from: AsyncIterable<Cell[]> = given()) =>
  exportAnswer({ name: 'Portofolio', columns, rows: from }, format, now)
const bytesOf = ({ bytes }: ReturnType<typeof exportAnswer>) =>
  Buffer.isBuffer(bytes) ? bytes : buffer(bytes)

test('a CSV export has a byte-order mark, semicolons, decimal commas and no formulas', async () => {
  const answer = exported('csv')
  expect([answer.mediaType, answer.fileName]).toEqual([
    'text/csv; charset=utf-8',
    'Portofolio - 20261123000001.csv',
  ])
  const text = (await bytesOf(answer)).toString()
  expect(
    text.startsWith('\uFEFFPenerima Dana;Jatuh Tempo;Waktu (WIB);Jumlah;Bunga (%);Hari Terlambat\r\n'),
  ).toBe(true)
  expect(parse(text, { bom: true, delimiter: ';', record_delimiter: '\r\n' }).slice(1)).toEqual([
    [
      `'=HYPERLINK("https://a.example";"x")`,
      '2026-02-28',
      '2026-11-22 01:30:05',
      '-9007199254740991',
      '12,345',
      '0',
    ],
    ['Toko; "Sari"\r\nDua', '', '', '0', '0,3', ''],
    ["'+62 812", '2024-02-29', '2026-11-22 07:00:00', '1500000', '-0,5', '41'],
  ])
})

test('SCN-13 an XLSX export has typed numbers, long dates in Indonesian, and no formulas', async () => {
  const answer = exported('xlsx')
  expect(answer.fileName).toBe('Portofolio - 20261123000001.xlsx')
  const { sheets } = await readXlsx(new Uint8Array(await bytesOf(answer)), { readStyles: true })
  const looks = [1, 2].map((column) => sheets[0]?.cells?.get(`1,${column}`)?.style?.numFmt)
  expect(looks).toEqual(['[$-421]d mmmm yyyy', '[$-421]d mmmm yyyy hh:mm:ss'])
  expect(sheets.map(({ name }) => name)).toEqual(['Portofolio'])
  const [heads, ...read] = sheets[0]?.rows ?? []
  expect(heads).toEqual(columns.map(({ title }) => title))
  const [first, second, third] = read
  expect(first).toEqual([
    '=HYPERLINK("https://a.example";"x")',
    new Date('2026-02-28T00:00:00Z'),
    new Date('2026-11-22T01:30:05Z'),
    -9_007_199_254_740_991,
    12.345,
    0,
  ])
  expect(second?.[0]).toBe('Toko; "Sari"\r\nDua')
  expect(second?.slice(3, 5)).toEqual([0, 0.1 + 0.2])
  expect(third?.[1]).toEqual(new Date('2024-02-29T00:00:00Z'))
})

test.each(['csv', 'xlsx'] as const)('a %s export without rows has its headings', async (format) => {
  const none = async function* (): AsyncGenerator<Cell[]> {}
  const bytes = await bytesOf(exported(format, none()))
  if (format === 'csv') expect(bytes.toString()).toMatch(/^\uFEFFPenerima Dana;.*Terlambat\r\n$/)
  else expect((await readXlsx(new Uint8Array(bytes))).sheets[0]?.rows).toHaveLength(1)
})

test.each(['csv', 'xlsx'] as const)(
  'a %s export reads rows only as they are sent, and stops when the client disconnects',
  async (format) => {
    let read = 0
    let ended = false
    const endless = async function* (): AsyncGenerator<Cell[]> {
      try {
        for (;;) {
          read += 1
          // Pseudo-random digits, which do not compress.
          yield [`${Math.sin(read)}${Math.cos(read)}`, '2026-02-28', null, read, 1, read]
        }
      } finally {
        ended = true
      }
    }
    const { bytes } = exported(format, endless())
    if (Buffer.isBuffer(bytes)) throw new Error('not streamed')
    await bytes[Symbol.asyncIterator]().next()
    let before = -1
    while (before !== read && read < 100_000) {
      before = read
      await wait(200)
    }
    expect(read).toBeLessThan(100_000)
    bytes.destroy()
    await expect.poll(() => ended).toBe(true)
  },
)
