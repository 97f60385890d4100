import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '@pematang/contract/format/business-date'
import { type Installment, buildSchedule } from '../../books/index.ts'
import { openingSchedule } from './opening-schedule.ts'
import { shareOpening } from './open-service.ts'

const disbursedOn = '2025-01-31'
const books = fc.record({
  interestType: fc.constantFrom('FLAT', 'ANNUITY', 'BULLET'),
  tenor: fc.integer({ min: 1, max: 24 }),
  principal: fc.integer({ min: 1_000, max: 50_000_000 }),
  passed: fc.integer({ min: 1, max: 900 }),
  left: fc.double({ min: 0.0001, max: 1, noNaN: true }),
  due: fc.double({ min: 0, max: 1, noNaN: true }),
  late: fc.integer({ min: 0, max: 899 }),
  weights: fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 5 }),
} as const)

test.each([
  { daysLate: 69, stated: 'as many as by its terms', dueDates: ['2025-02-28', '2025-03-28', '2025-04-28'] },
  { daysLate: 80, stated: 'more than by its terms', dueDates: ['2025-02-17', '2025-03-28', '2025-04-28'] },
  { daysLate: 20, stated: 'fewer than by its terms', dueDates: ['2025-04-18', '2025-04-18', '2025-04-28'] },
  { daysLate: 0, stated: 'none', dueDates: ['2025-05-08', '2025-05-08', '2025-05-08'] },
])(
  'FIX-19 taking over a loan dates the oldest of three unpaid installments by the stated days late ($stated)',
  ({ daysLate, dueDates }) => {
    const terms = buildSchedule({
      ...{ principal: 600_000, annualRate: '0.12', interestType: 'FLAT', tenor: 6, tenorPeriod: 'MONTH' },
      startDate: '2025-01-28',
    })
    const opening = { asOf: '2025-05-08', disbursedOn: '2025-01-28', daysLate }
    const asked = openingSchedule(terms, { ...opening, principalLeft: 600_000, interestDue: 18_000 })
    expect(asked).toEqual(terms.map((one, place) => ({ ...one, dueDate: dueDates[place] ?? one.dueDate })))
  },
)

test('FIX-19 the schedule of a taken-over loan has exactly the given principal, interest and days late, or is refused', () => {
  fc.assert(
    fc.property(books, ({ interestType, tenor, principal, passed, left, due, late, weights }) => {
      const terms = buildSchedule({
        ...{ principal, annualRate: '0.18', interestType, tenor, tenorPeriod: 'MONTH' },
        startDate: disbursedOn,
      })
      const asOf = addDays(disbursedOn, passed)
      const most = terms.filter(({ dueDate }) => dueDate <= asOf).reduce((sum, one) => sum + one.interest, 0)
      const opening = {
        asOf,
        disbursedOn,
        daysLate: late,
        principalLeft: Math.max(1, Math.floor(principal * left)),
        interestDue: Math.floor(most * due),
      }
      const asked = openingSchedule(terms, opening)
      if (!Array.isArray(asked)) {
        expect(asked).toEqual({ fault: 'LATENESS' })
        return
      }
      const sum = (of: (one: Installment) => number) => asked.reduce((all, one) => all + of(one), 0)
      expect(sum((one) => one.principal)).toBe(opening.principalLeft)
      const fallen = asked.filter(({ dueDate }) => dueDate <= asOf)
      expect(fallen.reduce((all, one) => all + one.interest, 0)).toBe(opening.interestDue)
      if (fallen.length > 0) expect(fallen[0]?.dueDate).toBe(addDays(asOf, -late))
      const dates = asked.map(({ dueDate }) => dueDate)
      expect(dates).toEqual([...dates].sort())
      const whole = weights.reduce((all, one) => all + one, 0)
      const cut = (amount: number) =>
        weights.map((_, place) => {
          const until = (end: number) =>
            Math.floor((amount * weights.slice(0, end).reduce((all, one) => all + one, 0)) / whole)
          return until(place + 1) - until(place)
        })
      const principals = cut(opening.principalLeft)
      const interests = cut(opening.interestDue)
      const parts = weights.map((_, place) => ({
        principalLeft: principals[place] ?? 0,
        interestDue: interests[place] ?? 0,
      }))
      const shares = shareOpening(parts, asked, asOf)
      for (const [place, part] of parts.entries()) {
        const share = shares[place]
        expect(share?.principal.reduce((all, one) => all + one, 0)).toBe(part.principalLeft)
        expect(share?.interest.slice(0, fallen.length).reduce((all, one) => all + one, 0)).toBe(
          part.interestDue,
        )
        expect(share?.principal.every((one) => one >= 0) && share.interest.every((one) => one >= 0)).toBe(
          true,
        )
      }
      for (const [row, one] of asked.entries()) {
        expect(shares.reduce((all, { principal: p }) => all + (p[row] ?? 0), 0)).toBe(one.principal)
        expect(shares.reduce((all, { interest: i }) => all + (i[row] ?? 0), 0)).toBe(one.interest)
      }
    }),
    { numRuns: 500 },
  )
})
