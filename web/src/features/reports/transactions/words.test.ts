import { expect, test } from 'vitest'
import { correctionNote } from './words.ts'

test('VAL-09 the correction of a withdrawal says that money was taken back, and a debt only where something was advanced', () => {
  expect(correctionNote('Withdraw', -100_000)).toBe('Ditarik kembali karena tercatat keliru')
  expect(correctionNote('Withdraw', 45_000)).toBe('Kekurangan saldo, dipotong dari dana berikutnya')
  expect(correctionNote('Top Up', -1)).toBe('Ditarik kembali karena tercatat keliru')
})
