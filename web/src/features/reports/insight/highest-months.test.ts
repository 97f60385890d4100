import { expect, test } from 'vitest'
import { highestOf } from './highest-months.ts'

test('the monthly chart labels the highest past and the highest future bar, and none when all amounts are zero', () => {
  const month = (expected: number, received = 0) => ({ expected, received })
  const months = [month(5), month(3, 9), month(0), month(2), month(4), month(4)]
  expect([...highestOf(months, 2)]).toEqual([1, 4])
  expect([...highestOf([month(0), month(7), month(0)], 1)]).toEqual([1])
  expect([...highestOf([month(0), month(0)], 0)]).toEqual([])
})
