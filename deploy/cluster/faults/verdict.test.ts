import { expect, test } from 'vitest'
import { longestGap } from './outage.ts'
import { generator } from '../../../server/testing/faults.ts'
import { compare } from './verdict.ts'

const funding = (docToken: string, amount: number) => ({ docToken, lenderId: 1, loanId: 2, amount })
const acknowledged = (docToken: string, amount: number) => ({ ...funding(docToken, amount), key: docToken })

test('counts nothing as lost or doubled when the database has exactly the acknowledged fundings', () => {
  const verdict = compare([acknowledged('a', 1), acknowledged('b', 2)], [funding('a', 1), funding('b', 2)])
  expect(verdict).toEqual({ acknowledged: 2, lost: 0, doubled: 0, unknown: 0 })
})

test('counts an acknowledged funding as lost when the database lacks it or has another amount', () => {
  expect(compare([acknowledged('a', 1)], []).lost).toBe(1)
  expect(compare([acknowledged('a', 1)], [funding('a', 2)]).lost).toBe(1)
})

test('counts a second funding of one request as doubled, and a funding that no client sent as unknown', () => {
  const verdict = compare([acknowledged('a', 1)], [funding('a', 1), funding('b', 1)])
  expect(verdict).toMatchObject({ lost: 0, doubled: 1, unknown: 1 })
})

test('measures the longest gap between successes, including from the fault to the first and from the last to the end', () => {
  expect(longestGap([5, 11, 12, 30], 10, 35)).toBe(18)
  expect(longestGap([9], 10, 35)).toBe(25)
})

test('the same seed draws the same faults, so that a run of faults can be repeated', () => {
  const [one, other] = [generator(7), generator(7)]
  expect([one(), one()]).toEqual([other(), other()])
  expect(generator(7)()).not.toBe(generator(8)())
})
