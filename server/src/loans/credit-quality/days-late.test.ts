import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type BusinessDate } from '@pematang/contract/format/business-date'
import { type Installment, buildSchedule } from '../../books/index.ts'
import { daysLate } from './days-late.ts'
import type { Paid } from './coverage.ts'

/** Three installments due on 2026-01-31, 02-28 and 03-31, of 1.010.000 rupiah each, apart from rounding. */
const start = '2025-12-31'
const schedule = buildSchedule({
  principal: 3_000_000,
  annualRate: 0.12,
  interestType: 'FLAT',
  tenor: 3,
  tenorPeriod: 'MONTH',
  startDate: start,
})
const pay = (paidOn: BusinessDate, amount: number): Paid => ({ paidOn, principal: amount, interest: 0 })

describe('TKB-01 days late, calculated by hand', () => {
  test.each([
    ['before anything is due', [], '2026-01-30', 0],
    ['on the due date itself', [], '2026-01-31', 0],
    ['the day after the due date', [], '2026-02-01', 1],
    ['exactly 90 days after the due date', [], '2026-05-01', 90],
    ['91 days after the due date', [], '2026-05-02', 91],
    ['paid on the due date', [pay('2026-01-31', 1_030_000)], '2026-02-01', 0],
    ['paid one rupiah short', [pay('2026-01-31', 1_029_999)], '2026-02-10', 10],
    ['paid late: late until the payment', [pay('2026-02-10', 1_030_000)], '2026-02-09', 9],
    ['paid late: not late from the payment on', [pay('2026-02-10', 1_030_000)], '2026-02-10', 0],
    [
      'the second installment is late although the first is paid',
      [pay('2026-02-10', 1_030_000)],
      '2026-03-10',
      10,
    ],
    ['one payment covers two installments', [pay('2026-03-05', 2_060_000)], '2026-03-31', 0],
    ['fully repaid', [pay('2026-01-05', 3_090_000)], '2030-01-01', 0],
  ] as const)('the days late of a loan are counted correctly: %s', (_, payments, asOf, expected) => {
    expect(daysLate(schedule, payments, asOf)).toBe(expected)
  })

  test('a backdated payment changes the days late of a loan from its value date on', () => {
    const known = [pay('2026-02-20', 1_030_000)]
    expect(daysLate(schedule, known, '2026-03-15')).toBe(15)
    const corrected = [...known, pay('2026-02-25', 1_030_000)]
    expect(daysLate(schedule, corrected, '2026-02-24')).toBe(0)
    expect(daysLate(schedule, corrected, '2026-03-15')).toBe(0)
    expect(daysLate(schedule, corrected, '2026-04-05')).toBe(5)
  })
})

const day = fc.integer({ min: 0, max: 200 }).map((days) => addDays(start, days))
const payment = fc.record({
  paidOn: day,
  principal: fc.nat(900_000),
  interest: fc.nat(200_000),
})
const payments = fc.array(payment, { maxLength: 8 })
const schedules: fc.Arbitrary<Installment[]> = fc
  .record({
    principal: fc.integer({ min: 1, max: 4_000_000 }),
    annualRate: fc.integer({ min: 0, max: 60 }).map((percent) => percent / 100),
    interestType: fc.constantFrom('ANNUITY' as const, 'FLAT' as const, 'BULLET' as const),
    tenor: fc.integer({ min: 1, max: 8 }),
    tenorPeriod: fc.constantFrom('DAY' as const, 'WEEK' as const, 'MONTH' as const),
  })
  .map((terms) => buildSchedule({ ...terms, startDate: start }))

/** Reference implementation: goes through the calendar day by day and counts the payments of each day. */
function walked(rows: readonly Installment[], paid: readonly Paid[], asOf: BusinessDate): number {
  const left = rows.map((row) => row.principal + row.interest)
  for (let today = start; today <= asOf; today = addDays(today, 1)) {
    for (const { paidOn, principal, interest } of paid) {
      if (paidOn !== today) continue
      let money = principal + interest
      for (let index = 0; index < left.length; index += 1) {
        const taken = Math.min(money, left[index] ?? 0)
        left[index] = (left[index] ?? 0) - taken
        money -= taken
      }
    }
  }
  const oldest = rows[left.findIndex((rest) => rest > 0)]
  if (!oldest || oldest.dueDate >= asOf) return 0
  let days = 0
  for (let at = oldest.dueDate; at < asOf; at = addDays(at, 1)) days += 1
  return days
}

describe('TKB-01 days late of random schedules and payments', () => {
  test('days late of random loans equal those of a day-by-day simulation of the calendar', () => {
    fc.assert(
      fc.property(schedules, payments, day, (rows, paid, asOf) => {
        expect(daysLate(rows, paid, asOf)).toBe(walked(rows, paid, asOf))
      }),
    )
  })

  test('days late of a loan do not depend on the order in which payments were recorded', () => {
    fc.assert(
      fc.property(schedules, payments, payment, fc.nat(8), day, (rows, paid, late, where, asOf) => {
        const inserted = paid.toSpliced(where, 0, late)
        expect(daysLate(rows, inserted, asOf)).toBe(walked(rows, [late, ...paid], asOf))
      }),
    )
  })

  test('a payment never increases the days late of a loan and changes no day before its value date', () => {
    fc.assert(
      fc.property(schedules, payments, payment, day, (rows, paid, late, asOf) => {
        const [before, after] = [daysLate(rows, paid, asOf), daysLate(rows, [...paid, late], asOf)]
        expect(after).toBeLessThanOrEqual(before)
        if (asOf < late.paidOn) expect(after).toBe(before)
      }),
    )
  })

  test('days late of a loan increase by one a day while nothing is paid', () => {
    fc.assert(
      fc.property(schedules, payments, day, (rows, paid, asOf) => {
        const next = addDays(asOf, 1)
        fc.pre(!paid.some(({ paidOn }) => paidOn === next) && daysLate(rows, paid, asOf) > 0)
        expect(daysLate(rows, paid, next)).toBe(daysLate(rows, paid, asOf) + 1)
      }),
    )
  })
})
