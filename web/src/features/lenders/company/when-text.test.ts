import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenText } from './when-text.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-30T03:00:00Z') }))
afterEach(() => void vi.useRealTimers())

test('COM-01 the list of people says of an invitation that it ended, once its time is over', () => {
  expect(whenText({ invitedUntil: '2026-12-01T03:00:00Z', lastUsed: null })).toBe(
    'Undangan berlaku sampai 1 Desember 2026 10.00 WIB',
  )
  expect(whenText({ invitedUntil: '2026-10-25T03:00:00Z', lastUsed: null })).toBe(
    'Undangan berakhir 25 Oktober 2026 10.00 WIB',
  )
})
