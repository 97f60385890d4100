import { expect, test } from 'vitest'
import { correctionNote, isReservedBefore } from './words.ts'

test('SCN-11 a reservation is shown where it was on an earlier day in Jakarta than the movement', () => {
  const moved = { createdDate: '2026-06-30T17:30:00.000Z' }
  expect(isReservedBefore({ ...moved, reservedDate: '2026-06-30T16:30:00.000Z' })).toBe(true)
  expect(isReservedBefore({ ...moved, reservedDate: '2026-06-30T17:10:00.000Z' })).toBe(false)
  expect(isReservedBefore({ ...moved, reservedDate: null })).toBe(false)
})

test('VAL-09 the correction of a withdrawal says that money was taken back, and a debt only where something was advanced', () => {
  expect(correctionNote('Withdraw', -100_000)).toBe('Ditarik kembali karena tercatat keliru')
  expect(correctionNote('Withdraw', 45_000)).toBe('Kekurangan saldo, dipotong dari dana berikutnya')
  expect(correctionNote('Top Up', -1)).toBe('Ditarik kembali karena tercatat keliru')
})
