import { expect, test } from 'vitest'
import { monthsOf, sumOf } from './months.ts'

const at = (dueDate: string, principal: number, interest = 0) => ({ dueDate, principal, interest })

test('VOTE-03 installments before and after are shown side by side by month, summed where a month has several', () => {
  expect(
    monthsOf(
      [at('2026-12-31', 100, 10), at('2027-01-07', 50, 5), at('2027-01-14', 50, 4)],
      [at('2027-02-28', 200, 3), at('2027-01-31', 0, 7)],
    ),
  ).toEqual([
    { month: '2026-12', before: { principal: 100, interest: 10 }, after: { principal: 0, interest: 0 } },
    { month: '2027-01', before: { principal: 100, interest: 9 }, after: { principal: 0, interest: 7 } },
    { month: '2027-02', before: { principal: 0, interest: 0 }, after: { principal: 200, interest: 3 } },
  ])
})

test('VOTE-03 the sums of both sides are those of their installments', () => {
  expect(sumOf([at('2027-01-01', 1, 2), at('2027-02-01', 3, 4)])).toEqual({ principal: 4, interest: 6 })
  expect(sumOf([])).toEqual({ principal: 0, interest: 0 })
})
