import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reportLine } from './report.ts'

const formula = /^[=+\-@\t\r＝＋－＠]/
// A byte-order mark at the start would be removed, and unpaired surrogates are not valid characters.
const text = fc.string({ unit: 'binary' }).filter((cell) => !cell.startsWith('\uFEFF'))
const awkward = fc.tuple(
  fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '"', ',', '\n', "'", ''),
  text,
)
const cell = fc.oneof(
  text,
  awkward.map(([first, rest]) => first + rest),
)

test('TRX-02 a CSV report parses back to the same values (RFC 4180), and formulas get an apostrophe', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
      (rows) => {
        const read: string[][] = parse(rows.map((row) => reportLine(row)).join(''), {
          delimiter: ';',
          record_delimiter: '\r\n',
        })
        const bare = (row: string[]) => row.map((one) => one.replaceAll("'", ''))
        expect(read.map(bare)).toEqual(rows.map(bare))
        for (const [at, row] of rows.entries())
          for (const [place, one] of row.entries())
            if (!/[=+\-@\t\r＝＋－＠]/.test(one)) expect(read[at]?.[place]).toBe(one)
        for (const row of read) for (const one of row) expect(one).not.toMatch(formula)
      },
    ),
    { numRuns: 500 },
  )
})

test('DOOR-11 a CSV text with a full-width formula sign gets an apostrophe', () => {
  for (const sign of ['＝', '＋', '－', '＠'])
    expect(reportLine([`${sign}HYPERLINK(1)`])).toBe(`'${sign}HYPERLINK(1)\r\n`)
})

test('SEC-13 a CSV text begins no formula in a spreadsheet that separates cells by commas, semicolons or lines', () => {
  fc.assert(
    fc.property(fc.array(cell, { minLength: 3, maxLength: 3 }), (row) => {
      for (const piece of reportLine(row).split(/[,;\t\r\n]/))
        expect(piece.replace(/^[" ]+/, '')).not.toMatch(/^[=+\-@＝＋－＠]/)
    }),
    { numRuns: 500 },
  )
  expect(reportLine(['Toko; =1+1', 'a, b-c'])).toBe(`"Toko; '=1+1";"a, b-c"\r\n`)
})

test('a CSV report has negative numbers as numbers and null as an empty cell', () => {
  expect(reportLine([1_000_000, -2, 0.12, null, ''])).toBe('1000000;-2;0,12;;\r\n')
})
