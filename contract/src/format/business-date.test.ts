import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  businessDateOf,
  daysBetween,
  fileTimestamp,
  inJakarta,
  startOfDay,
} from './business-date.ts'

describe('business dates', () => {
  test('a monthly due date at a month end moves to the last day of shorter months and returns to its day', () => {
    const ends = [1, 2, 3, 13, 25].map((months) => addMonths('2026-01-31', months))
    expect(ends).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2027-02-28', '2028-02-29'])
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  })

  test('adding days or months to an invalid date throws a RangeError', () => {
    for (const date of ['2026-02-30', '2026-13-01', '2026-1-1', '']) {
      expect(() => addDays(date, 1), date).toThrow(RangeError)
      expect(() => addMonths(date, 1), date).toThrow(RangeError)
    }
  })
})

describe('time in Jakarta', () => {
  test('a business date begins and ends at midnight in Jakarta, seven hours before UTC', () => {
    expect(businessDateOf('2026-12-31T16:59:59.999Z')).toBe('2026-12-31')
    expect(businessDateOf(Date.parse('2026-12-31T17:00:00Z'))).toBe('2027-01-01')
    expect(startOfDay('2027-01-01').toISOString()).toBe('2026-12-31T17:00:00.000Z')
    expect(daysBetween('2026-12-31', businessDateOf(startOfDay('2027-01-01')))).toBe(1)
  })

  test('the timestamp in a file name shows the time in Jakarta to the second', () => {
    expect(fileTimestamp(new Date('2026-12-31T23:05:09.999Z'))).toBe('20270101060509')
  })

  test('converting a text that is not a time to Jakarta time throws a RangeError', () => {
    expect(() => inJakarta('soon')).toThrow(RangeError)
  })
})
