import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDay, fromDate, parseDay, toDate, withSlashes } from './day-text.ts'

const limits = { first: '2000-01-01', today: '2026-11-21' }

test('TRX-01 the date field formats a day as date, month, year', () => {
  expect(formatDay('2026-11-21')).toBe('21/11/2026')
  expect(formatDay('')).toBe('')
})

test('TRX-01 the date field parses a day with any separators, the date before the month', () => {
  for (const text of [
    '03/02/2026',
    '3/2/2026',
    '3-2-2026',
    '3.2.2026',
    ' 03 02 2026 ',
    '03022026',
    '\u2066０３/０２/２０２６\u2069',
    '2026-02-03',
  ])
    expect(parseDay(text, limits)).toEqual({ day: '2026-02-03' })
  expect(parseDay('  ', limits)).toEqual({ day: '' })
  expect(parseDay('29/02/2024', limits)).toEqual({ day: '2024-02-29' })
})

test('TRX-01 the date field refuses an invalid day with an Indonesian message', () => {
  const unread = { problem: 'Tulis tanggal seperti 21/11/2026, ya.' }
  for (const text of [
    'kemarin',
    '21/11',
    '21/11/26',
    '21/11/202',
    '21/11/20266',
    '2111202',
    '21//11/2026',
    '2026/11/21',
  ])
    expect(parseDay(text, limits)).toEqual(unread)
  expect(parseDay('31/02/2026', limits)).toEqual({ problem: 'Tanggal 31/02/2026 tidak ada di kalender.' })
  expect(parseDay('11/21/2026', limits)).toEqual({ problem: 'Tanggal 11/21/2026 tidak ada di kalender.' })
  expect(parseDay('0/0/2026', limits)).toEqual({ problem: 'Tanggal 00/00/2026 tidak ada di kalender.' })
})

test('TRX-01 the date field refuses days outside its limits and accepts the limits', () => {
  expect(parseDay('31/12/1999', limits)).toEqual({ problem: 'Pilih tanggal mulai 01/01/2000, ya.' })
  expect(parseDay('22/11/2026', limits)).toEqual({ problem: 'Pilih tanggal paling lambat 21/11/2026, ya.' })
  expect(parseDay('01/01/2000', limits)).toEqual({ day: '2000-01-01' })
  expect(parseDay('21/11/2026', limits)).toEqual({ day: '2026-11-21' })
})

test('TRX-01 the date field parses every day typed key by key, with or without slashes', () => {
  const anyDay = fc
    .integer({ min: 0, max: 40_000 })
    .map((days) => new Date(Date.UTC(2000, 0, 1 + days)).toISOString().slice(0, 10))
  const type = (keys: string) => keys.split('').reduce((text, key) => withSlashes(text + key, text), '')
  const open = { first: '2000-01-01', today: '2199-12-31' }
  fc.assert(
    fc.property(anyDay, (day) => {
      const shown = formatDay(day)
      expect(parseDay(shown, open)).toEqual({ day })
      expect(type(shown)).toBe(shown)
      expect(type(shown.replaceAll('/', ''))).toBe(shown)
      expect(fromDate(toDate(day))).toBe(day)
    }),
  )
})

test('TRX-01 the date field lets a lender delete a slash that it inserted itself', () => {
  expect(withSlashes('21/', '21/1')).toBe('21/')
  expect(withSlashes('21', '21/')).toBe('21')
  expect(withSlashes('1/2', '1/')).toBe('1/2')
})
