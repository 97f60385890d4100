import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitRecord } from './split.ts'

const parsed = (record: string, delimiter: string): string[] | null => {
  try {
    const records: string[][] = parse(record, { delimiter, record_delimiter: '\n', relax_column_count: true })
    const [cells, ...others] = records
    return cells && others.length === 0 ? cells : null
  } catch {
    return null
  }
}

test('DOOR-14 the fast CSV split either agrees with the CSV parser or hands the line over to it', () => {
  const pieces = fc.constantFrom(
    '"',
    '""',
    ',',
    ';',
    '\n',
    '\r',
    ' ',
    'a',
    'Rp1',
    'é',
    '\\',
    "'",
    '"a"',
    '""""',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), fc.constantFrom(',', ';'), (all, delimiter) => {
      const record = all.join('')
      const split = splitRecord(record, delimiter)
      if (split) expect(split).toEqual(parsed(record, delimiter))
    }),
    { numRuns: 20_000 },
  )
})

test('DOOR-14 the fast CSV split handles every well-formed record', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }).map((text) => `"${text.replaceAll('"', '""')}"`),
    fc.stringMatching(/^[^",\n]*$/),
  )
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 6 }), (cells) => {
      expect(splitRecord(cells.join(','), ',')).toEqual(parsed(cells.join(','), ','))
    }),
  )
})
