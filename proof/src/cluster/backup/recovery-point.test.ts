import { expect, test } from 'vitest'
import { isRight, recoveryPoint } from './recovery-point.ts'

const latest = Number.POSITIVE_INFINITY
const acknowledged = (docToken: string, askedAt: number, at: number) => ({
  docToken,
  lenderId: 1,
  loanId: 2,
  amount: at,
  key: docToken,
  askedAt,
  at,
})
const first = acknowledged('a', 1_000, 2_000)
const second = acknowledged('b', 3_000, 4_000)
const third = acknowledged('c', 5_000, 6_000)
const all = [first, second, third]

test('a restore to a moment is right when it has exactly what was acknowledged until then', () => {
  const point = recoveryPoint(all, [first, second], 4_500)
  expect(point).toEqual({ acknowledged: 2, missing: 0, beyond: 0, holes: 0, doubled: 0, lostSeconds: 0 })
  expect(isRight(point, 4_500)).toBe(true)
})

test('a restore to a moment may have or lack a funding that was on its way at that moment', () => {
  expect(isRight(recoveryPoint(all, [first], 3_500), 3_500)).toBe(true)
  expect(isRight(recoveryPoint(all, [first, second], 3_500), 3_500)).toBe(true)
})

test('a restore to a moment is wrong when something acknowledged before it is missing or has another amount', () => {
  expect(isRight(recoveryPoint(all, [first], 4_500), 4_500)).toBe(false)
  expect(isRight(recoveryPoint(all, [first, { ...second, amount: 1 }], 4_500), 4_500)).toBe(false)
})

test('a restore to a moment is wrong when it has something that was asked for after it', () => {
  const point = recoveryPoint(all, all, 4_500)
  expect(point.beyond).toBe(1)
  expect(isRight(point, 4_500)).toBe(false)
})

test('a restore of all that was archived loses the end, and the recovery point says how many seconds', () => {
  const point = recoveryPoint(all, [first], latest)
  expect(point).toMatchObject({ missing: 2, holes: 0, lostSeconds: 2 })
  expect(isRight(point, latest)).toBe(true)
})

test('a restore of all that was archived is wrong when something between is gone', () => {
  const point = recoveryPoint(all, [first, third], latest)
  expect(point).toMatchObject({ missing: 1, holes: 1 })
  expect(isRight(point, latest)).toBe(false)
})
