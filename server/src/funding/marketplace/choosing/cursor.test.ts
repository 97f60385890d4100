import { expect, test } from 'vitest'
import { readChoice } from './choice.ts'
import { readCursor, writeCursor } from './cursor.ts'

const place = { key: -8_412_000_000_000, loanId: 9_007_199_254_740_990, asOf: 1_790_000_000_000, page: 7 }
const of = { choice: readChoice({ sort: 'interest', grade: 'A,B' }), lenderId: 7 }
const cursor = writeCursor(place, of)

test('CHO-01 a marketplace cursor continues where its page ended', () => {
  expect(readCursor(cursor, of)).toEqual(place)
  expect(readCursor(cursor, { ...of, choice: readChoice({ sort: 'interest', grade: 'B,A' }) })).toEqual(place)
})

test.each([
  ['another sort', cursor, { ...of, choice: readChoice({ sort: 'tenor', grade: 'A,B' }) }],
  ['another filter', cursor, { ...of, choice: readChoice({ sort: 'interest', grade: 'A' }) }],
  ['another lender', cursor, { ...of, lenderId: 8 }],
  ['a changed position', cursor.replace(/\.7\./, '.8.'), of],
  ['a truncated text', cursor.slice(0, -1), of],
  ['a text that is no cursor', 'x', of],
  ['parts that are not numbers', '....', of],
])('CHO-02 a marketplace cursor is refused with %s', (_, text, asked) => {
  expect(() => readCursor(text, asked)).toThrow('Halaman ini milik urutan atau filter lain.')
})
