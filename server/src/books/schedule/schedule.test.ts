import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '@pematang/contract/format/business-date'
import { type Installment, buildSchedule, type ScheduleTerms } from './schedule.ts'

const monthly: ScheduleTerms = {
  principal: 12_000_000,
  annualRate: 0.12,
  interestType: 'ANNUITY',
  tenor: 12,
  tenorPeriod: 'MONTH',
  startDate: '2026-01-31',
}
const sum = (rows: Installment[], key: 'principal' | 'interest') =>
  rows.reduce((total, row) => total + row[key], 0)

const anyTerms: fc.Arbitrary<ScheduleTerms> = fc.record({
  principal: fc.integer({ min: 1, max: 2_000_000_000 }),
  annualRate: fc.integer({ min: 0, max: 100_000 }).map((rate) => rate / 100_000),
  interestType: fc.constantFrom('ANNUITY', 'FLAT', 'BULLET'),
  tenor: fc.integer({ min: 1, max: 90 }),
  tenorPeriod: fc.constantFrom('DAY', 'WEEK', 'MONTH'),
  startDate: fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2020-01-01', days)),
})

describe('schedule', () => {
  test('an annuity schedule has equal installments, except the last', () => {
    const rows = buildSchedule(monthly)
    expect(rows[0]).toEqual({ no: 1, dueDate: '2026-02-28', principal: 946_185, interest: 120_000 })
    expect(rows.slice(1, 3).map((row) => row.dueDate)).toEqual(['2026-03-31', '2026-04-30'])
    expect(new Set(rows.slice(0, -1).map((row) => row.principal + row.interest))).toEqual(
      new Set([1_066_185]),
    )
    expect(sum(rows, 'principal')).toBe(12_000_000)
  })

  test('a flat loan has interest on the original principal, and the last installment has the remainder of the division', () => {
    const rows = buildSchedule({ ...monthly, principal: 1_000_000, interestType: 'FLAT' })
    expect(rows.map((row) => row.interest)).toEqual(Array(12).fill(10_000))
    expect(rows.map((row) => row.principal)).toEqual([...Array(11).fill(83_333), 83_337])
  })

  test('a bullet loan has interest in each period and the principal at the end', () => {
    const rows = buildSchedule({ ...monthly, interestType: 'BULLET', tenor: 3 })
    expect(rows.map(({ principal, interest }) => [principal, interest])).toEqual([
      [0, 120_000],
      [0, 120_000],
      [12_000_000, 120_000],
    ])
  })

  test('a bullet loan in days has one installment, and weekly interest is seven days over 365', () => {
    const days = buildSchedule({ ...monthly, interestType: 'BULLET', tenor: 90, tenorPeriod: 'DAY' })
    expect(days).toEqual([{ no: 1, dueDate: '2026-05-01', principal: 12_000_000, interest: 355_068 }])
    const weeks = buildSchedule({ ...monthly, interestType: 'FLAT', tenor: 4, tenorPeriod: 'WEEK' })
    expect(weeks.map(({ dueDate, interest }) => [dueDate, interest])).toEqual([
      ['2026-02-07', 27_616],
      ['2026-02-14', 27_616],
      ['2026-02-21', 27_616],
      ['2026-02-28', 27_616],
    ])
  })

  test('a schedule adds up to the principal, has no negative amounts, and its dates and numbers increase', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const rows = buildSchedule(terms)
        expect(sum(rows, 'principal')).toBe(terms.principal)
        expect(rows.every((row) => row.principal >= 0 && row.interest >= 0)).toBe(true)
        rows.forEach((row, index) => {
          expect(row.no).toBe(index + 1)
          expect(row.dueDate > (rows[index - 1]?.dueDate ?? terms.startDate)).toBe(true)
        })
      }),
    )
  })

  test('the annuity schedule is within a rupiah of the floating-point formula', () => {
    const annuities = anyTerms.map((terms) => ({ ...terms, interestType: 'ANNUITY' as const }))
    fc.assert(
      fc.property(annuities, (terms) => {
        fc.pre(terms.tenor > 1 && terms.principal > 1_000 && Number(terms.annualRate) > 0.001)
        const share = { MONTH: 1 / 12, WEEK: 7 / 365, DAY: 1 / 365 }[terms.tenorPeriod]
        const rate = Number(terms.annualRate) * share
        const formula = (terms.principal * rate) / (1 - (1 + rate) ** -terms.tenor)
        const [first] = buildSchedule(terms)
        expect(Math.abs((first?.principal ?? 0) + (first?.interest ?? 0) - formula)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('a schedule at an interest rate of zero splits the principal without interest', () => {
    const rows = buildSchedule({ ...monthly, principal: 100, annualRate: 0, tenor: 3 })
    expect(rows.map(({ principal, interest }) => [principal, interest])).toEqual([
      [33, 0],
      [33, 0],
      [34, 0],
    ])
  })

  test('a schedule for terms that are out of range is refused', () => {
    const wrong: Partial<ScheduleTerms>[] = [
      { principal: 0 },
      { principal: 1.5 },
      { principal: 2 ** 53 },
      { annualRate: -0.01 },
      { annualRate: 11 },
      { annualRate: '12%' },
      { tenor: 0 },
      { tenor: 1.5 },
      { tenor: 3651 },
      { startDate: '2026-02-30' },
    ]
    for (const terms of wrong) expect(() => buildSchedule({ ...monthly, ...terms })).toThrow(RangeError)
  })
})
