import { expect, test } from 'vitest'
import { runWords } from './run-words.ts'

const run = { roundNumber: 1, ranDate: '2026-11-23T00:00:00.000Z', fundedAmount: 0, reason: null }

test.each([
  [{ funded: 2, pending: 0, notFunded: 0 }, '2 pinjaman didanai.'],
  [
    { funded: 1, pending: 1, notFunded: 1200 },
    '1 pinjaman didanai, 1 sedang diproses, 1.200 cocok tetapi tidak didanai.',
  ],
  [{ funded: 0, pending: 3, notFunded: 0 }, '0 pinjaman didanai, 3 sedang diproses.'],
])(
  'AUT-08 a round of automatic funding shows how many loans are funded, pending and not funded: %o',
  (figures, sentence) => {
    expect(runWords({ ...run, ...figures })).toBe(sentence)
  },
)
