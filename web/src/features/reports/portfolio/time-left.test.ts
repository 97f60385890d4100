import { expect, test } from 'vitest'
import { timeLeft } from './time-left.ts'

test.each([
  ['2026-11-24T10:00:00Z', 'sisa 2 hari'],
  ['2026-11-23T13:59:59Z', 'sisa 1 hari 3 jam'],
  ['2026-11-23T09:59:59Z', 'sisa 23 jam 59 menit'],
  ['2026-11-22T11:00:00Z', 'sisa 1 jam'],
  ['2026-11-22T10:05:30Z', 'sisa 5 menit'],
  ['2026-11-22T10:00:59Z', 'sisa kurang dari 1 menit'],
  ['2026-11-22T10:00:00Z', 'waktu habis'],
  ['2026-11-21T10:00:00Z', 'waktu habis'],
])('the time left to sign at 10:00 with the deadline %s is shown as: %s', (until, said) => {
  expect(timeLeft(until, Date.parse('2026-11-22T10:00:00Z'))).toBe(said)
})

test('computing the time left until an invalid date throws a RangeError', () => {
  expect(() => timeLeft('besok', 0)).toThrow(RangeError)
})
