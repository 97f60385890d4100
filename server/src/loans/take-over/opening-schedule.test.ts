import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '@pematang/contract/format/business-date'
import { type Installment, buildSchedule } from '../../books/index.ts'
import { openingSchedule } from './opening-schedule.ts'
import { withoutInterestAhead } from './paid-ahead.ts'
import { shareOpening } from './split-schedule.ts'

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
    expect('installments' in asked && asked.installments).toEqual(
      terms.map((one, place) => ({ ...one, dueDate: dueDates[place] ?? one.dueDate })),
    )
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
      const answer = openingSchedule(terms, opening)
      if ('fault' in answer) {
        expect(answer).toEqual({ fault: 'LATENESS' })
        return
      }
      const asked = answer.installments
      expect(asked.map(({ no }) => no)).toEqual(asked.map((_, place) => tenor - asked.length + place + 1))
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

describe('VAL-05 rounding differences and what was paid ahead of an opening balance', () => {
  /** 12,000,000 over twelve months at 12% flat: 1,000,000 and 120,000 a month. */
  const flat = buildSchedule({
    ...{ principal: 12_000_000, annualRate: '0.12', interestType: 'FLAT', tenor: 12, tenorPeriod: 'MONTH' },
    startDate: '2025-01-15',
  })
  const bullet = buildSchedule({
    ...{ principal: 12_000_000, annualRate: '0.12', interestType: 'BULLET', tenor: 12, tenorPeriod: 'MONTH' },
    startDate: '2025-01-15',
  })
  // Three installments have fallen due.
  const opening = { asOf: '2025-05-01', disbursedOn: '2025-01-15', daysLate: 0, interestDue: 0 }
  const taken = (terms: Installment[], more: object, tolerance = 1_000) => {
    const answer = openingSchedule(terms, { ...opening, principalLeft: 9_000_000, ...more }, tolerance)
    if ('fault' in answer) throw new Error(answer.fault)
    return answer
  }
  const amounts = (installments: readonly Installment[]) =>
    installments.map(({ no, principal, interest }) => [no, principal, interest])

  test.each([
    { more: { principalLeft: 9_000_003 }, last: [12, 1_000_003, 120_000], what: 'PRINCIPAL_ROUNDED' },
    { more: { interestDue: 3 }, last: [12, 1_000_000, 120_003], what: 'INTEREST_ROUNDED' },
  ])('VAL-05 three rupiah of rounding make no taken-over loan late ($what)', ({ more, last, what }) => {
    const { installments, interestDue, differences } = taken(flat, more)
    expect(installments.every(({ dueDate }) => dueDate > opening.asOf)).toBe(true)
    expect(installments).toHaveLength(9)
    expect(amounts(installments).at(-1)).toEqual(last)
    expect(interestDue).toBe(0)
    expect(differences).toEqual([{ what, amount: 3 }])
    // Without tolerance the same loan is due on the day of the take-over.
    expect(taken(flat, more, 0).installments[0]?.dueDate).toBe(opening.asOf)
  })

  test('VAL-05 an amount above a hundredth of an installment is no rounding difference, whatever the tolerance', () => {
    const small = flat.map((one) => ({ ...one, principal: 900, interest: 100 }))
    const at = { principalLeft: 8_100, asOf: opening.asOf }
    expect(taken(small, { ...at, principalLeft: 8_110 }).installments).toHaveLength(9)
    expect(taken(small, { ...at, principalLeft: 8_111 }).installments).toHaveLength(10)
  })

  test('VAL-05 three rupiah left of an installment that was paid ahead are asked with the last one', () => {
    const { installments, differences } = taken(flat, { principalLeft: 6_000_003 })
    expect(amounts(installments).slice(0, 4)).toEqual([
      [4, 0, 120_000],
      [5, 0, 120_000],
      [6, 0, 120_000],
      [7, 1_000_000, 120_000],
    ])
    expect(amounts(installments).at(-1)).toEqual([12, 1_000_003, 120_000])
    expect(differences).toEqual([
      { what: 'PRINCIPAL_ROUNDED', amount: 3 },
      { what: 'INTEREST_OF_AHEAD', amount: 360_000 },
    ])
  })

  test('VAL-05 a loan that has ended but for a rounding difference is no running loan', () => {
    const end = { ...opening, asOf: '2026-02-01', principalLeft: 7 }
    expect(openingSchedule(flat, end, 1_000)).toEqual({ fault: 'RESIDUE', amount: 7 })
  })

  test('VAL-05 principal that is stated as paid ahead must be what principal left and terms give', () => {
    const ahead = (principalAhead: number) =>
      openingSchedule(flat, { ...opening, principalLeft: 6_000_000, principalAhead }, 1_000)
    expect(ahead(3_000_001)).toHaveProperty('installments')
    expect(ahead(2_000_000)).toEqual({ fault: 'PRINCIPAL_AHEAD', amount: 3_000_000 })
  })

  /** Takes interest paid ahead off a loan of two parts, two thirds and one third of it. */
  const ahead = (terms: Installment[], principalLeft: number, of: readonly [number, number]) => {
    const { installments } = taken(terms, { principalLeft })
    const parts = [
      { principalLeft: (principalLeft * 2) / 3, interestDue: 0 },
      { principalLeft: principalLeft / 3, interestDue: 0 },
    ]
    const shares = shareOpening(parts, installments, opening.asOf)
    return withoutInterestAhead({ installments, shares }, 0, of, 1_000)
  }

  test.each([
    { ahead: [240_000, 120_000] as const, last: 120_000, stated: 'exactly' },
    { ahead: [239_998, 119_999] as const, last: 120_003, stated: 'but for three rupiah' },
  ])(
    'VAL-05 three installments that were paid ahead are not asked again ($stated)',
    ({ ahead: of, last }) => {
      const answer = ahead(flat, 6_000_000, of)
      if ('fault' in answer) throw new Error('refused')
      expect(amounts(answer.installments).slice(0, 4)).toEqual([
        [4, 0, 0],
        [5, 0, 0],
        [6, 0, 0],
        [7, 1_000_000, 120_000],
      ])
      expect(amounts(answer.installments).at(-1)).toEqual([12, 1_000_000, last])
      for (const [place, { principal, interest }] of answer.installments.entries()) {
        expect(answer.shares.reduce((sum, share) => sum + (share.principal[place] ?? 0), 0)).toBe(principal)
        expect(answer.shares.reduce((sum, share) => sum + (share.interest[place] ?? 0), 0)).toBe(interest)
      }
    },
  )

  test('VAL-05 interest of a bullet loan that was paid ahead is not asked again, and each lender keeps their own', () => {
    const answer = ahead(bullet, 12_000_000, [80_000, 120_000])
    if ('fault' in answer) throw new Error('refused')
    // The first lender got a month's interest before it fell due, the second three months of theirs.
    expect(answer.shares.map(({ interest }) => interest.slice(0, 4))).toEqual([
      [0, 80_000, 80_000, 80_000],
      [0, 0, 0, 40_000],
    ])
    expect(amounts(answer.installments).slice(0, 5)).toEqual([
      [4, 0, 0],
      [5, 0, 80_000],
      [6, 0, 80_000],
      [7, 0, 120_000],
      [8, 0, 120_000],
    ])
  })

  test('VAL-05 interest paid ahead is refused above what can be asked, and while something is unpaid', () => {
    expect(ahead(flat, 9_000_000, [720_001, 0])).toEqual({
      fault: 'INTEREST_AHEAD',
      part: 0,
      amount: 720_000,
    })
    const { installments } = taken(flat, { principalLeft: 10_000_000, daysLate: 16 })
    const shares = shareOpening([{ principalLeft: 10_000_000, interestDue: 0 }], installments, opening.asOf)
    expect(withoutInterestAhead({ installments, shares }, 1, [1], 1_000)).toEqual({
      fault: 'INTEREST_AHEAD',
      part: 0,
      amount: 0,
    })
  })
})
