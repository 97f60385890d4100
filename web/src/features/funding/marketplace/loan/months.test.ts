import fc from 'fast-check'
import { expect, test } from 'vitest'
import { barsOf, highestBar, isNamedIn, monthsOf } from './months.ts'

const line = (dueDate: string, principal: number, interest: number, tax: number) => ({
  no: 1,
  dueDate,
  principal,
  interest,
  tax,
  net: principal + interest - tax,
})

test('CHO-06 the projection adds up the installments of a weekly loan by month', () => {
  const installments = [
    line('2026-12-24', 100, 10, 1),
    line('2026-12-31', 100, 9, 1),
    line('2027-01-07', 100, 8, 1),
  ]
  expect(monthsOf(installments)).toEqual([
    { month: '2026-12', principal: 200, interest: 19, tax: 2, net: 217 },
    { month: '2027-01', principal: 100, interest: 8, tax: 1, net: 107 },
  ])
})

test('CHO-06 the months and the bars of the projection each add up to the installments, to the rupiah', () => {
  const installment = fc
    .tuple(fc.nat(479), fc.nat(1_000_000), fc.nat(100_000), fc.nat(9_000))
    .map(([month, principal, interest, tax]) => {
      const on = new Date(Date.UTC(2026, month, 15)).toISOString().slice(0, 10)
      return line(on, principal, interest, Math.min(tax, interest))
    })
  const sum = (list: readonly { principal: number; interest: number; tax: number; net: number }[]) =>
    (['principal', 'interest', 'tax', 'net'] as const).map((key) =>
      list.reduce((total, one) => total + one[key], 0),
    )
  fc.assert(
    fc.property(fc.array(installment, { minLength: 1, maxLength: 400 }), (all) => {
      const installments = all.toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : 1))
      const months = monthsOf(installments)
      const bars = barsOf(months)
      expect(sum(months)).toEqual(sum(installments))
      expect(sum(bars)).toEqual(sum(installments))
      expect(bars.length).toBeLessThanOrEqual(41)
      expect(new Set(bars.map(({ key }) => key)).size).toBe(bars.length)
    }),
  )
})

test('CHO-06 the projection chart has years instead of months above three years', () => {
  const many = (months: number) =>
    monthsOf(
      Array.from({ length: months }, (_, month) =>
        line(new Date(Date.UTC(2026, 11 + month, 1)).toISOString().slice(0, 10), 1, 1, 0),
      ),
    )
  const names = (months: number) => barsOf(many(months)).map(({ name }) => name)
  expect(names(36)).toHaveLength(36)
  expect(names(2)).toEqual(['Desember 2026', 'Januari 2027'])
  expect(names(37)).toEqual(['Tahun 2026', 'Tahun 2027', 'Tahun 2028', 'Tahun 2029'])
})

test('CHO-06 the years below the projection chart do not overlap where the loan starts shortly before January', () => {
  const years = (first: number, months: number) => {
    const due = (month: number) => new Date(Date.UTC(2026, first + month, 1)).toISOString().slice(0, 10)
    const bars = barsOf(monthsOf(Array.from({ length: months }, (_, month) => line(due(month), 1, 1, 0))))
    return bars.flatMap(({ year }, index) => (year === null ? [] : [`${index}: ${year}`]))
  }
  expect(years(11, 36)).toEqual(['1: 2027', '13: 2028', '25: 2029'])
  expect(years(11, 12)).toEqual(['1: 2027'])
  expect(years(8, 36)).toEqual(['0: 2026', '4: 2027', '16: 2028', '28: 2029'])
  expect(years(11, 6)).toEqual(['0: 2026', '1: 2027'])
  expect(years(0, 12)).toEqual(['0: 2026'])
})

test('CHO-06 the projection chart names at most six months on a phone, every January among them', () => {
  const named = (first: number, months: number) => {
    const bars = Array.from({ length: months }, (_, month) => ({
      key: new Date(Date.UTC(2026, first + month, 1)).toISOString().slice(0, 7),
    }))
    return bars.filter((_, index) => isNamedIn(bars)(index)).map(({ key }) => key)
  }
  expect(named(11, 36)).toEqual(['2027-01', '2027-07', '2028-01', '2028-07', '2029-01', '2029-07'])
  expect(named(8, 30)).toEqual(['2027-01', '2027-07', '2028-01', '2028-07', '2029-01'])
  expect(named(11, 12)).toEqual(['2027-01', '2027-03', '2027-05', '2027-07', '2027-09', '2027-11'])
  expect(named(1, 6)).toEqual(['2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07'])
})

test('CHO-06 the projection chart labels the first of several highest bars', () => {
  const bar = (net: number, tax: number) => ({ principal: 0, interest: 0, tax, net })
  expect(highestBar([bar(1, 0), bar(4, 1), bar(5, 0), bar(3, 0)])).toBe(1)
})
