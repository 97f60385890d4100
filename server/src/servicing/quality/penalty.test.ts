import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type BusinessDate, makeSchedule } from '../schedule/index.ts'
import { type Paid, penaltyCeiling, penaltyDue } from './index.ts'

const start = '2025-12-31'
/** Three installments of 1.030.000, due on 2026-01-31, 02-28 and 03-31. */
const schedule = makeSchedule({
  principal: 3_000_000,
  annualRate: 0.36,
  interestType: 'FLAT',
  tenor: 3,
  tenorPeriod: 'MONTH',
  startDate: start,
}).map((row) => ({ ...row, principal: 1_000_000, interest: 30_000 }))
const pay = (paidOn: BusinessDate, principal: number, penalty = 0): Paid => ({
  paidOn,
  principal,
  interest: 0,
  penalty,
})
/** 0.1% a day. */
const terms = { ppmPerDay: 1_000, ceiling: 10_000_000 }

describe('penalties, worked by hand', () => {
  test('on the due date nothing, then 0.1% of the unpaid installment a day', () => {
    expect(penaltyDue(schedule, [], '2026-01-31', terms)).toEqual([])
    expect(penaltyDue(schedule, [], '2026-02-01', terms)).toEqual([{ no: 1, accrued: 1_030, due: 1_030 }])
    expect(penaltyDue(schedule, [], '2026-02-10', terms)).toEqual([{ no: 1, accrued: 10_300, due: 10_300 }])
  })

  test('each installment from its own due date', () => {
    expect(penaltyDue(schedule, [], '2026-03-02', terms)).toEqual([
      { no: 1, accrued: 30_900, due: 30_900 },
      { no: 2, accrued: 2_060, due: 2_060 },
    ])
  })

  test('a part payment lowers what later days are charged on; the day of payment still counts', () => {
    const paid = [pay('2026-02-05', 500_000)]
    // 5 days on 1.030.000, then 5 days on 530.000
    expect(penaltyDue(schedule, paid, '2026-02-10', terms)).toEqual([{ no: 1, accrued: 7_800, due: 7_800 }])
  })

  test('what was paid late stays owed until the penalty is paid too', () => {
    const paid = [pay('2026-02-10', 1_030_000)]
    expect(penaltyDue(schedule, paid, '2026-02-20', terms)).toEqual([{ no: 1, accrued: 10_300, due: 10_300 }])
    expect(penaltyDue(schedule, [...paid, pay('2026-02-15', 0, 10_000)], '2026-02-20', terms)).toEqual([
      { no: 1, accrued: 10_300, due: 300 },
    ])
  })

  test('a payment of an earlier day that becomes known later takes its penalty away', () => {
    expect(penaltyDue(schedule, [pay('2026-01-31', 1_030_000)], '2026-02-20', terms)).toEqual([])
  })

  test('stops where interest and penalties come to the principal', () => {
    expect(penaltyCeiling(3_000_000, 90_000)).toBe(2_910_000)
    expect(penaltyCeiling(3_000_000, 90_000, 500_000)).toBe(1_410_000)
    expect(penaltyCeiling(1_000_000, 1_200_000)).toBe(0)
    const late = penaltyDue(schedule, [], '2040-01-01', { ppmPerDay: 1_000, ceiling: 2_910_000 })
    expect(late).toEqual([{ no: 1, accrued: 2_910_000, due: 2_910_000 }])
  })
})

const day = fc.integer({ min: 0, max: 160 }).map((days) => addDays(start, days))
const payment = fc.record({
  paidOn: day,
  principal: fc.nat(900_000),
  interest: fc.nat(200_000),
  penalty: fc.nat(5_000),
})
const payments = fc.array(payment, { maxLength: 6 })
const total = (rows: readonly { accrued: number }[]) => rows.reduce((sum, { accrued }) => sum + accrued, 0)

describe('penalties, for any payments', () => {
  test('are what a walk through the days charges', () => {
    fc.assert(
      fc.property(payments, day, fc.nat(5_000), (paid, asOf, ppmPerDay) => {
        const charged = schedule.map(() => 0)
        for (let today = addDays(start, 1); today <= asOf; today = addDays(today, 1)) {
          let pool = paid
            .filter(({ paidOn }) => paidOn < today)
            .reduce((sum, { principal, interest }) => sum + principal + interest, 0)
          schedule.forEach((row, index) => {
            const unpaid = Math.max(0, 1_030_000 - pool)
            pool = Math.max(0, pool - 1_030_000)
            if (row.dueDate < today) charged[index] = (charged[index] ?? 0) + unpaid
          })
        }
        const expected = charged.map((sum) => Math.floor((sum * ppmPerDay) / 1_000_000))
        const rows = penaltyDue(schedule, paid, asOf, { ppmPerDay, ceiling: Number.MAX_SAFE_INTEGER })
        expect(schedule.map(({ no }) => rows.find((row) => row.no === no)?.accrued ?? 0)).toEqual(expected)
      }),
    )
  })

  test('never go over the ceiling, and what is owed of them is what accrued less what was paid', () => {
    fc.assert(
      fc.property(payments, day, fc.nat(100_000), (paid, asOf, ceiling) => {
        const rows = penaltyDue(schedule, paid, asOf, { ppmPerDay: 3_000, ceiling })
        const settled = paid
          .filter(({ paidOn }) => paidOn <= asOf)
          .reduce((sum, { penalty }) => sum + penalty, 0)
        expect(total(rows)).toBeLessThanOrEqual(ceiling)
        expect(rows.reduce((sum, { due }) => sum + due, 0)).toBe(Math.max(0, total(rows) - settled))
        expect(rows.every(({ accrued, due }) => due >= 0 && due <= accrued)).toBe(true)
      }),
    )
  })

  test('never fall with time and never rise by a payment', () => {
    fc.assert(
      fc.property(payments, payment, day, (paid, more, asOf) => {
        const now = total(penaltyDue(schedule, paid, asOf, terms))
        expect(total(penaltyDue(schedule, paid, addDays(asOf, 1), terms))).toBeGreaterThanOrEqual(now)
        expect(total(penaltyDue(schedule, [...paid, more], asOf, terms))).toBeLessThanOrEqual(now)
      }),
    )
  })
})
