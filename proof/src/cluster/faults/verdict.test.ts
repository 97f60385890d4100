import { expect, test } from 'vitest'
import { longestGap } from './outage.ts'
import { generator } from '../../../../server/testing/faults.ts'
import { compare } from './verdict.ts'

const funding = (docToken: string, amount: number) => ({ docToken, lenderId: 1, loanId: 2, amount })
const acknowledged = (docToken: string, amount: number) => ({ ...funding(docToken, amount), key: docToken })

test('the fault verdict reports no lost or doubled funding when the database has exactly the acknowledged ones', () => {
  const verdict = compare([acknowledged('a', 1), acknowledged('b', 2)], [funding('a', 1), funding('b', 2)])
  expect(verdict).toEqual({ acknowledged: 2, lost: 0, doubled: 0, unknown: 0 })
})

test('the fault verdict counts an acknowledged funding as lost when the database lacks it or has another amount', () => {
  expect(compare([acknowledged('a', 1)], []).lost).toBe(1)
  expect(compare([acknowledged('a', 1)], [funding('a', 2)]).lost).toBe(1)
})

test('the fault verdict counts a second funding of one request as doubled, and a funding that no client sent as unknown', () => {
  const verdict = compare([acknowledged('a', 1)], [funding('a', 1), funding('b', 1)])
  expect(verdict).toMatchObject({ lost: 0, doubled: 1, unknown: 1 })
})

test('the longest outage includes the gap from the fault to the first success and from the last success to the end', () => {
  expect(longestGap([5, 11, 12, 30], 10, 35)).toBe(18)
  expect(longestGap([9], 10, 35)).toBe(25)
})

test('the random generator of the fault test is reproducible by its seed', () => {
  const [one, other] = [generator(7), generator(7)]
  expect([one(), one()]).toEqual([other(), other()])
  expect(generator(7)()).not.toBe(generator(8)())
})
