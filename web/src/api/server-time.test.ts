import { expect, test } from 'vitest'
import { learnServerTime, serverNow } from './server-time.ts'

const answered = (at: number) => learnServerTime(new Headers({ date: new Date(at).toUTCString() }))
const hour = 3_600_000
/** Whether the server's time is this far from the device's, but for a second. */
const isAhead = (by: number) => Math.abs(serverNow() - Date.now() - by) < 1_500

test('SCN-06 the time follows the server where the clock of the device is hours off, either way', () => {
  answered(Date.now() + 7 * hour)
  expect(isAhead(7 * hour)).toBe(true)
  answered(Date.now() - 30 * hour)
  expect(isAhead(-30 * hour)).toBe(true)
})

test('SCN-06 an answer that was slow, or names no time, changes no clock', () => {
  answered(Date.now() + 7 * hour)
  learnServerTime(new Headers())
  expect(isAhead(7 * hour)).toBe(true)
  answered(Date.now() - 10_000)
  expect(isAhead(0)).toBe(true)
})
