import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import independent from 'xirr'
import { addDays } from '@pematang/contract/format/business-date'
import { buildSchedule } from './index.ts'
import { type CashFlow, xirr } from './xirr.ts'

const start = '2026-01-01'
const theirs = (flows: readonly CashFlow[]) =>
  independent(flows.map(({ on, amount }) => ({ amount, when: new Date(`${on}T00:00:00Z`) })))

/**
 * Cash flows of a lender who pays out once or in parts, and gets money back at least a month later, so exactly one rate
 * fits. Over fewer days a loss has a yearly rate so close to -1 that floating point cannot represent it.
 */
const lending = fc
  .record({
    out: fc.array(fc.record({ days: fc.nat(30), amount: fc.integer({ min: 100_000, max: 90_000_000 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
    back: fc.array(
      fc.record({ days: fc.integer({ min: 61, max: 1_800 }), share: fc.integer({ min: 1, max: 60 }) }),
      { minLength: 1, maxLength: 40 },
    ),
    gain: fc.integer({ min: 40, max: 250 }),
  })
  .map(({ out, back, gain }): CashFlow[] => {
    const paid = out.reduce((sum, { amount }) => sum + amount, 0)
    const shares = back.reduce((sum, { share }) => sum + share, 0)
    return [
      ...out.map(({ days, amount }) => ({ on: addDays(start, days), amount: -amount })),
      ...back.map(({ days, share }) => ({
        on: addDays(start, days),
        amount: Math.round((paid * gain * share) / 100 / shares),
      })),
    ]
  })

describe('the return of a lender', () => {
  test('the internal rate of return equals values calculated by hand: 10% after a year, minus 50%, and zero', () => {
    const after = (amount: number) => [
      { on: '2026-01-01', amount: -1_000_000 },
      { on: '2027-01-01', amount },
    ]
    expect(xirr(after(1_100_000))).toBeCloseTo(0.1, 10)
    expect(xirr(after(500_000))).toBeCloseTo(-0.5, 10)
    expect(xirr(after(1_000_000))).toBeCloseTo(0, 10)
  })

  test('the internal rate of return of a loan paid to term is its compounded rate, apart from the lengths of months', () => {
    const schedule = buildSchedule({
      principal: 100_000_000,
      annualRate: 0.12,
      interestType: 'ANNUITY',
      tenor: 24,
      tenorPeriod: 'MONTH',
      startDate: start,
    })
    const flows = [
      { on: start, amount: -100_000_000 },
      ...schedule.map((row) => ({ on: row.dueDate, amount: row.principal + row.interest })),
    ]
    expect(xirr(flows)).toBeCloseTo(1.01 ** 12 - 1, 3)
    expect(xirr(flows)).toBeCloseTo(theirs(flows), 8)
  })

  test('the internal rate of return agrees with an independent library', () => {
    let compared = 0
    fc.assert(
      fc.property(lending, (flows) => {
        let expected: number
        try {
          expected = theirs(flows)
        } catch {
          // The library's iteration does not always converge; our function must still return a rate.
          expect(xirr(flows)).not.toBeNull()
          return
        }
        compared += 1
        // At returns of millions of percent the two algorithms differ in the last digits.
        expect(Math.abs((xirr(flows) ?? Number.NaN) - expected)).toBeLessThan(1e-6 * (1 + Math.abs(expected)))
      }),
      { numRuns: 300 },
    )
    expect(compared).toBeGreaterThan(250)
  })

  test('the internal rate of return discounts all cash flows to zero, in any order', () => {
    fc.assert(
      fc.property(lending, (flows) => {
        const rate = xirr(flows) ?? Number.NaN
        const value = (at: number) =>
          flows.reduce((sum, { on, amount }) => {
            const years = (Date.parse(on) - Date.parse(start)) / 86_400_000 / 365
            return sum + amount / (1 + at) ** years
          }, 0)
        const paid = flows.reduce((sum, { amount }) => sum + Math.max(0, -amount), 0)
        expect(Math.abs(value(rate)) / paid).toBeLessThan(1e-6)
        expect(Math.abs((xirr(flows.toReversed()) ?? Number.NaN) - rate)).toBeLessThan(
          1e-9 * (1 + Math.abs(rate)),
        )
      }),
    )
  })

  test('the internal rate of return is undefined for cash flows in one direction or on one day', () => {
    expect(xirr([])).toBeNull()
    expect(xirr([{ on: start, amount: -1 }])).toBeNull()
    expect(
      xirr([
        { on: start, amount: 5 },
        { on: '2026-02-01', amount: 5 },
      ]),
    ).toBeNull()
    expect(
      xirr([
        { on: start, amount: -5 },
        { on: start, amount: 6 },
      ]),
    ).toBeNull()
  })
})
