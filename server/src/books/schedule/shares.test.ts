import { expect, test } from 'vitest'
import { scheduleFundings, shareOut } from './funding-schedules.ts'
import { netSchedule } from './net-schedule.ts'
import { buildSchedule, type ScheduleTerms } from './schedule.ts'
import { taxOn } from './tax.ts'

const terms: Omit<ScheduleTerms, 'principal'> = {
  annualRate: 0.12,
  interestType: 'FLAT',
  tenor: 3,
  tenorPeriod: 'MONTH',
  startDate: '2026-01-31',
}

test('LED-08 an amount is split in proportion to the weights, and zero over any weights is zero', () => {
  expect(shareOut(0, [0, 0])).toEqual([0, 0])
  expect(shareOut(0, [3, 5])).toEqual([0, 0])
  expect(shareOut(1, [3, 5])).toEqual([0, 1])
})

test('LED-08 each funding has the schedule of its own amount, and the borrower their sum', () => {
  const amounts = [0, 1_000_001, 1, 700_000, 1_000_001]
  const { installments, shares } = scheduleFundings(amounts, terms)
  for (const [place, principal] of amounts.entries()) {
    const own = principal === 0 ? null : buildSchedule({ ...terms, principal })
    const nothing = [0, 0, 0]
    expect(shares[place]).toEqual({
      principal: own?.map((one) => one.principal) ?? nothing,
      interest: own?.map((one) => one.interest) ?? nothing,
    })
  }
  expect(installments).toHaveLength(3)
  for (const [no, installment] of installments.entries()) {
    const sum = (of: 'principal' | 'interest') => shares.reduce((all, share) => all + (share[of][no] ?? 0), 0)
    expect([installment.principal, installment.interest]).toEqual([sum('principal'), sum('interest')])
  }
})

test('LED-08 a loan of a single rupiah has a schedule, and one whose fundings are all zero is refused', () => {
  expect(scheduleFundings([1], terms).installments.reduce((sum, { principal }) => sum + principal, 0)).toBe(1)
  expect(() => scheduleFundings([0], terms)).toThrow(RangeError)
})

test('LED-08 a net schedule subtracts the tax, rounded down for each installment, and sums the net amounts', () => {
  const [first] = buildSchedule({ ...terms, principal: 1_000_000 })
  if (!first) throw new Error('no installment')
  const schedule = [
    { ...first, principal: 100, interest: 19 },
    { ...first, principal: 200, interest: 27 },
  ]
  const net = netSchedule(schedule, 0.15)
  expect(net.installments.map((one) => [one.tax, one.net])).toEqual([
    [2, 117],
    [4, 223],
  ])
  expect([net.principal, net.interest, net.tax, net.net]).toEqual([300, 46, 6, 340])
})

test('LED-08 withheld tax is rounded down exactly, also when interest times rate exceeds the safe integers of JavaScript', () => {
  expect([taxOn(6, 150_000), taxOn(7, 150_000), taxOn(20, 150_000), taxOn(999_999, 1_000_000)]).toEqual([
    0, 1, 3, 999_999,
  ])
  expect(taxOn(9_007_199_254_740_991, 150_000)).toBe(1_351_079_888_211_148)
  expect(taxOn(60_047_995_031_607, 150_000)).toBe(9_007_199_254_741)
})

test('LED-08 a schedule with the longest tenor and the highest rate is accepted, and anything above refused', () => {
  const built = (changes: Partial<ScheduleTerms>) => () =>
    buildSchedule({ ...terms, principal: 1_000, ...changes })
  expect(built({ tenor: 1 })()).toHaveLength(1)
  expect(built({ tenor: 3650, tenorPeriod: 'DAY' })()).toHaveLength(3650)
  expect(built({ annualRate: 10 })()[0]?.interest).toBe(833)
  expect(built({ annualRate: 0 })()[0]?.interest).toBe(0)
  for (const tenor of [0, 3651, 1.5])
    expect(built({ tenor })).toThrow(`A tenor is 1 to 3650 periods: ${tenor}`)
  for (const annualRate of [10.001, -0.001])
    expect(built({ annualRate })).toThrow(`A yearly rate lies between 0 and 10: ${annualRate}`)
  expect(built({ principal: 0 })).toThrow('principal is out of range: 0')
})

test('LED-08 an annuity charges interest on the remaining principal, and a flat loan on the original principal', () => {
  const steep = { ...terms, principal: 100, annualRate: 10, tenor: 2 }
  const rows = (interestType: ScheduleTerms['interestType']) =>
    buildSchedule({ ...steep, interestType }).map(({ principal, interest }) => [principal, interest])
  expect(rows('ANNUITY')).toEqual([
    [36, 83],
    [64, 53],
  ])
  expect(rows('FLAT')).toEqual([
    [50, 83],
    [50, 83],
  ])
})

test('LED-08 a principal of fewer rupiah than installments is repaid by the first of them, and never below zero', () => {
  const rows = buildSchedule({ ...terms, principal: 3, annualRate: 0, interestType: 'ANNUITY', tenor: 5 })
  expect(rows.map(({ principal }) => principal)).toEqual([1, 1, 1, 0, 0])
})
