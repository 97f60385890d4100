import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysBetween, addDays } from '@pematang/contract/format/business-date'
import { EXAMPLE_CONSENT, EXAMPLE_LOAN } from './example-loan.ts'
import { shiftLoanDates } from './shift.ts'

test('SRV-01 shifting a loan file by days moves only the dates of the offer and of the consent', () => {
  expect(shiftLoanDates(EXAMPLE_LOAN, 30)).toEqual({
    ...EXAMPLE_LOAN,
    offerFrom: '2026-07-01',
    offerUntil: '2026-07-31',
  })
  const agreed = { ...EXAMPLE_LOAN, ...EXAMPLE_CONSENT }
  expect(shiftLoanDates(agreed, 30).consentAt).toBe('2026-06-27T03:15:30.000Z')
  expect(shiftLoanDates(EXAMPLE_LOAN, -1).offerFrom).toBe('2026-05-31')
  expect(shiftLoanDates(EXAMPLE_LOAN, 0)).toEqual(EXAMPLE_LOAN)
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
  expect(addDays('2025-12-31', 1)).toBe('2026-01-01')
})

test('SRV-01 adding the days between two dates to the first gives the second', () => {
  const date = fc.integer({ min: -3_000, max: 20_000 }).map((days) => addDays('2026-06-15', days))
  fc.assert(
    fc.property(date, date, (from, to) => {
      expect(addDays(from, daysBetween(from, to))).toBe(to)
    }),
  )
})
