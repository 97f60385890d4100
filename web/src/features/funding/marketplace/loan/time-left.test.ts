import { expect, test } from 'vitest'
import { timeLeft } from './time-left.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

test.each([
  [9 * day + 4 * hour + 59 * minute, '9 hari 4 jam'],
  [day, '1 hari'],
  [day - 1, '23 jam 59 menit'],
  [3 * hour, '3 jam'],
  [hour - 1, '59 menit'],
  [minute, '1 menit'],
  [minute - 1, 'Kurang dari 1 menit'],
  [1, 'Kurang dari 1 menit'],
  [0, null],
  [-day, null],
])('CHO-05 the time left %i milliseconds before the end of an offer is shown as %s', (left, text) => {
  expect(timeLeft(left)).toBe(text)
})
