import { expect, test } from 'vitest'
import { periodOf, periodOptions, rangeOf } from './range.ts'

test('TRX-01 rangeOf returns the dates of a period, which ends today in Jakarta', () => {
  const today = '2028-03-01'
  expect(rangeOf('7-days', today)).toEqual({ startDate: '2028-02-24', endDate: today })
  expect(rangeOf('30-days', today)).toEqual({ startDate: '2028-02-01', endDate: today })
  expect(rangeOf('month', today)).toEqual({ startDate: '2028-03-01', endDate: today })
  expect(rangeOf('year', today)).toEqual({ startDate: '2028-01-01', endDate: today })
  expect(rangeOf('all', today)).toEqual({ startDate: '', endDate: '' })
  expect(rangeOf('free', today)).toBeNull()
})

test('TRX-01 periodOf finds the period that matches a date range, or `free`', () => {
  const today = '2026-11-22'
  for (const { value } of periodOptions) {
    const range = rangeOf(value, today)
    if (range) expect(periodOf(range, today)).toBe(value)
  }
  expect(periodOf({ startDate: '2026-11-16', endDate: '' }, today)).toBe('free')
  expect(periodOf({ startDate: '2026-10-01', endDate: '2026-10-31' }, today)).toBe('free')
})
