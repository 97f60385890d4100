import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDay, unixRange } from './days.ts'

test('TRX-01 a day of the transaction filter runs from its first to its last second in Jakarta', () => {
  expect(unixRange({ startDate: '2026-11-21', endDate: '2026-11-21' })).toEqual({
    startDate: String(Date.UTC(2026, 10, 20, 17, 0, 0) / 1000),
    endDate: String(Date.UTC(2026, 10, 21, 16, 59, 59) / 1000),
  })
})

test('TRX-01 an empty start or end date leaves the range of the transaction filter open', () => {
  expect(unixRange({ startDate: '', endDate: '' })).toEqual({ startDate: '', endDate: '' })
  expect(unixRange({ startDate: '2026-01-01', endDate: '' }).endDate).toBe('')
})

test('TRX-01 any date range of the transaction filter spans exactly its days of 86,400 seconds', () => {
  const day = fc.integer({ min: 0, max: 36_500 })
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 4_000 }), (first, length) => {
      const write = (days: number) => new Date(Date.UTC(2000, 0, 1 + days)).toISOString().slice(0, 10)
      const range = unixRange({ startDate: write(first), endDate: write(first + length) })
      expect(Number(range.endDate) - Number(range.startDate) + 1).toBe((length + 1) * 86_400)
      expect((Number(range.startDate) + 7 * 3600) % 86_400).toBe(0)
    }),
  )
})

test('TRX-01 the transaction filter rejects days that do not exist and incomplete years', () => {
  expect(['2026-02-28', '2028-02-29'].every(isDay)).toBe(true)
  for (const wrong of [
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '0202-11-21',
    '21-11-2026',
    '2026-11-21T00:00',
    '',
  ])
    expect(isDay(wrong)).toBe(false)
})
