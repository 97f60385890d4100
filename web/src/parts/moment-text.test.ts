import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ageText, dayText, momentText, timeLeft } from './moment-text.ts'

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-29T10:00:00Z') }))
afterEach(() => void vi.useRealTimers())

test('an age is written in minutes below an hour, in hours below two days, then in days', () => {
  expect(ageText('2026-11-29T09:59:50Z')).toBe('1 menit')
  expect(ageText('2026-11-29T09:13:00Z')).toBe('47 menit')
  expect(ageText('2026-11-28T10:00:00Z')).toBe('24 jam')
  expect(ageText('2026-11-27T10:00:00Z')).toBe('2 hari')
})

test('a proposal is over in the millisecond of its end, not after it', () => {
  expect(timeLeft('2026-11-29T10:00:00.001Z')).toBe('sisa 1 menit')
  expect(timeLeft('2026-11-29T10:00:00.000Z')).toBe('lewat batas waktu')
})

test('dates of tables have short months, and times are of Jakarta', () => {
  expect(dayText('2026-08-17')).toBe('17 Agu 2026')
  expect(momentText('2026-11-29T17:05:00Z')).toBe('30 Nov 2026 00.05')
})
