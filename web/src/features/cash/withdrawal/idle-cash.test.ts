import { expect, test } from 'vitest'
import { clockOf } from './idle-cash.ts'

const layer = (arrivedOn: string, amount: number, deadline: string, late = false) => ({
  arrivedOn,
  amount,
  deadline,
  late,
})

test('WDR-01 the withdrawal form sums the overdue idle cash and the amount of the next deadline', () => {
  expect(clockOf([])).toEqual({ late: 0, next: null })
  expect(clockOf([layer('2026-11-16', 300, '2026-11-18', true)])).toEqual({ late: 300, next: null })
  expect(
    clockOf([
      layer('2026-11-16', 300, '2026-11-18', true),
      layer('2026-11-17', 200, '2026-11-19', true),
      layer('2026-11-20', 50, '2026-11-24'),
      layer('2026-11-21', 25, '2026-11-24'),
      layer('2026-11-23', 10, '2026-11-25'),
    ]),
  ).toEqual({ late: 500, next: { deadline: '2026-11-24', amount: 75 } })
})
