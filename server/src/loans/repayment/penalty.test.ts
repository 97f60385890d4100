import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sum } from '../../platform/sum.ts'
import { type DatedPayment, owedPenalties } from './penalty.ts'
import { addDays, type BusinessDate } from '@pematang/contract/format/business-date'

const start = '2025-12-31'
/** Three installments of 1,030,000 each. */
const schedule = ['2026-01-31', '2026-02-28', '2026-03-31'].map((dueDate, index) => ({
  no: index + 1,
  dueDate,
  due: 1_030_000,
  penaltyPaid: 0,
}))
const pay = (paidOn: BusinessDate, amount: number): DatedPayment => ({ paidOn, amount })
/** A penalty of 0.1% a day, with a maximum that is not reached. */
const terms = { ppmPerDay: 1_000, room: 10_000_000 }
const owed = (payments: DatedPayment[], on: BusinessDate, changes = {}) =>
  schedule.map(({ no }) => owedPenalties(schedule, payments, 0, on, { ...terms, ...changes }).get(no) ?? 0)

describe('SRV-01 penalties calculated by hand', () => {
  test('the penalty of an installment is zero on the due date, then 0.1% of the unpaid amount per day', () => {
    expect(owed([], '2026-01-31')).toEqual([0, 0, 0])
    expect(owed([], '2026-02-01')).toEqual([1_030, 0, 0])
    expect(owed([], '2026-02-10')).toEqual([10_300, 0, 0])
    expect(owed([], '2026-03-02')).toEqual([30_900, 2_060, 0])
  })

  test('the penalty is charged on the unpaid rest from the day after a part payment', () => {
    // The penalty of 5 days on 1,030,000, then of 5 days on 530,000.
    expect(owed([pay('2026-02-05', 500_000)], '2026-02-10')).toEqual([7_800, 0, 0])
  })

  test('penalties decrease when a backdated payment is recorded', () => {
    expect(owed([pay('2026-02-10', 1_030_000)], '2026-02-20')).toEqual([10_300, 0, 0])
    expect(owed([pay('2026-01-31', 1_030_000)], '2026-02-20')).toEqual([0, 0, 0])
  })

  test('a penalty paid earlier is subtracted from the owed one, which is never negative after a correction', () => {
    const after = (penaltyPaid: number) => {
      const [first] = schedule
      const installments = first ? [{ ...first, penaltyPaid }] : []
      return [...owedPenalties(installments, [], 0, '2026-02-10', terms)]
    }
    expect(after(4_000)).toEqual([[1, 6_300]])
    expect(after(10_300)).toEqual([])
    expect(after(11_000)).toEqual([])
  })

  test('an installment has no penalty on its due date, or once it is replaced by new terms', () => {
    const [first, second] = schedule
    if (!first || !second) throw new Error('the schedule has three installments')
    expect([...owedPenalties([first], [], 0, '2026-01-31', terms)]).toEqual([])
    // The due amount of the superseded installment is what was paid on it, so the rest of the payment counts for the
    // next one.
    const replaced = { ...first, due: 300_000, replaced: true }
    const owedNow = owedPenalties([replaced, second], [pay('2026-01-20', 800_000)], 0, '2026-03-02', terms)
    expect([...owedNow]).toEqual([[2, 1_060]])
    expect([...owedPenalties([replaced], [], 0, '2026-03-02', terms)]).toEqual([])
  })

  test('the penalty limit used by an older installment is not counted again for the next one', () => {
    const rest = schedule.slice(1)
    const paid = [pay('2026-01-31', 1_030_000), pay('2026-03-05', 1_030_000)]
    // The penalty of 5 days, until the second payment completes the second installment.
    expect([...owedPenalties(rest, paid, 1_030_000, '2026-03-20', terms)]).toEqual([[2, 5_150]])
  })

  test('a payment on the due date or on the calculation date does not change the penalty of the days between', () => {
    expect(owed([pay('2026-01-31', 30_000)], '2026-02-10')).toEqual([10_000, 0, 0])
    expect(owed([pay('2026-02-10', 1_030_000)], '2026-02-10')).toEqual([10_300, 0, 0])
  })

  test('a penalty is rounded down once over all its days, and a single rupiah of it is owed', () => {
    const small = [{ no: 1, dueDate: '2026-01-31', due: 999, penaltyPaid: 0 }]
    const owedOn = (on: BusinessDate) => [...owedPenalties(small, [], 0, on, terms)]
    // 0.999 rupiah a day.
    expect(owedOn('2026-02-01')).toEqual([])
    expect(owedOn('2026-02-02')).toEqual([[1, 1]])
    expect(owedOn('2026-02-03')).toEqual([[1, 2]])
  })

  test('the oldest installment uses the penalty limit first', () => {
    expect(owed([], '2026-03-02', { room: 31_000 })).toEqual([30_900, 100, 0])
    expect(owed([], '2026-03-02', { room: 30_900 })).toEqual([30_900, 0, 0])
  })

  test('penalties stop at the loan’s penalty limit', () => {
    expect(owed([], '2040-01-01', { room: 2_910_000 })).toEqual([2_910_000, 0, 0])
  })
})

const day = fc.integer({ min: 0, max: 160 }).map((days) => addDays(start, days))
const payment = fc.record({ paidOn: day, amount: fc.nat(1_100_000) })
const payments = fc.array(payment, { maxLength: 6 })

describe('SRV-01 penalties of random payments', () => {
  test('penalties of random payments equal those of a day-by-day calculation', () => {
    fc.assert(
      fc.property(payments, day, fc.nat(5_000), (paid, asOf, ppmPerDay) => {
        const charged = schedule.map(() => 0)
        for (let today = addDays(start, 1); today <= asOf; today = addDays(today, 1)) {
          let pool = paid.reduce((sum, { paidOn, amount }) => sum + (paidOn < today ? amount : 0), 0)
          schedule.forEach((row, index) => {
            const unpaid = Math.max(0, row.due - pool)
            pool = Math.max(0, pool - row.due)
            if (row.dueDate < today) charged[index] = (charged[index] ?? 0) + unpaid
          })
        }
        const expected = charged.map((sum) => Math.floor((sum * ppmPerDay) / 1_000_000))
        expect(owed(paid, asOf, { ppmPerDay, room: Number.MAX_SAFE_INTEGER })).toEqual(expected)
      }),
    )
  })

  test('penalties never exceed the limit, never decrease over time and never increase by a payment', () => {
    fc.assert(
      fc.property(payments, payment, day, fc.nat(100_000), (paid, more, asOf, room) => {
        expect(sum(owed(paid, asOf, { room }))).toBeLessThanOrEqual(room)
        const now = sum(owed(paid, asOf))
        expect(sum(owed(paid, addDays(asOf, 1)))).toBeGreaterThanOrEqual(now)
        expect(sum(owed([...paid, more], asOf))).toBeLessThanOrEqual(now)
      }),
    )
  })
})
