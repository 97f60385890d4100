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
        const read = parse(rows.map((row) => reportLine(row)).join(''), { record_delimiter: '\r\n' })
        expect(read).toEqual(rows.map((row) => row.map((one) => (formula.test(one) ? `'${one}` : one))))
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

test('a CSV report has negative numbers as numbers and null as an empty cell', () => {
  expect(reportLine([1_000_000, -2, 0.12, null, ''])).toBe('1000000,-2,0.12,,\r\n')
})
