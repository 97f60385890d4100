import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysBetween } from '../../servicing/schedule/index.ts'
import { EXAMPLE_LOAN } from './example-loan.ts'
import { addDays, shiftLoanDates } from './shift.ts'

test('SRV-01 shifting moves both dates of the offer and nothing else', () => {
  expect(shiftLoanDates(EXAMPLE_LOAN, 30)).toEqual({
    ...EXAMPLE_LOAN,
    offerFrom: '2026-07-01',
    offerUntil: '2026-07-31',
  })
  expect(shiftLoanDates(EXAMPLE_LOAN, -1).offerFrom).toBe('2026-05-31')
  expect(shiftLoanDates(EXAMPLE_LOAN, 0)).toEqual(EXAMPLE_LOAN)
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
  expect(addDays('2025-12-31', 1)).toBe('2026-01-01')
})

test('SRV-01 a date moved by the days between two dates is the second date', () => {
  const date = fc.integer({ min: -3_000, max: 20_000 }).map((days) => addDays('2026-06-15', days))
  fc.assert(
    fc.property(date, date, (from, to) => {
      expect(addDays(from, daysBetween(from, to))).toBe(to)
    }),
  )
})
