import { expect, test } from 'vitest'
import { closedWords, fillingWords, ownWords, refusedWords, unfilledWords } from './offer-words.ts'

test('CHO-05 the loan page explains why a loan cannot be funded, and shows nothing for an open one', () => {
  expect(closedWords.OPEN).toBeNull()
  expect(closedWords.FULL?.title).toBe('Pinjaman ini sudah penuh')
  expect(closedWords.CLOSED?.title).toBe('Masa pendanaan sudah berakhir')
  expect(closedWords.CANCELLED?.title).toBe('Pinjaman ini dibatalkan')
})

test('CHO-05 the loan page explains why a loan is not shown, and offers a retry for other failures', () => {
  expect(
    ['LOAN_NOT_FOUND', 'LOAN_CLOSED', 'LOAN_CANCELLED'].map((code) => refusedWords(code)?.title),
  ).toEqual(['Pinjaman tidak ditemukan', 'Masa pendanaan sudah berakhir', 'Pinjaman ini dibatalkan'])
  expect([refusedWords('OVERLOADED'), refusedWords(null)]).toEqual([null, null])
})

test('CHO-05 the loan page shows the lender’s own fundings, signed or waiting, and nothing without one', () => {
  expect(ownWords({ settled: 0, waiting: 0 })).toBeNull()
  expect(ownWords({ settled: 1_000_000, waiting: 0 })).toBe(
    'Anda sudah mendanai Rp1.000.000 di pinjaman ini.',
  )
  expect(ownWords({ settled: 1_000_000, waiting: 300_000 })).toBe(
    'Anda sudah mendanai Rp1.000.000 di pinjaman ini. Rp300.000 menunggu tanda tangan Anda.',
  )
})

test('CHO-05 the loan page explains what happens to a loan that is not full at the end of its offer', () => {
  const loan = { totalLoan: 10_000_000 } as Parameters<typeof unfilledWords>[0]['loan']
  const words = (offerEnd: Parameters<typeof unfilledWords>[0]['offerEnd']) =>
    unfilledWords({ loan, offerEnd })
  expect(words(null)).toBeNull()
  expect(words({ extendDays: 0, extensions: 0, payOutShare: null, payOutDays: 30 })).toBe(
    'Jika tetap belum penuh, pinjaman dibatalkan dan dana Anda kembali.',
  )
  expect(words({ extendDays: 7, extensions: 2, payOutShare: 0.725, payOutDays: 30 })).toBe(
    'Diperpanjang 7 hari, paling banyak 2 kali. Dicairkan sebesar yang terdanai jika sedikitnya 72,5% dari Rp10.000.000 terkumpul, selain itu dibatalkan dan dana Anda kembali.',
  )
})

test('CHO-05 the loan page shows how much of a loan was funded, and since when', () => {
  const day = (on: string, percent: number) => ({ on, percent })
  expect(fillingWords([])).toBeNull()
  expect(fillingWords([day('2026-11-22', 0)])).toBe('Belum sampai 5% terdanai sejak 22 November 2026.')
  expect(fillingWords([day('2026-11-19', 5), day('2026-11-22', 45)])).toBe(
    'Sedikitnya 45% terdanai dalam 4 hari, sejak 19 November 2026.',
  )
  expect(fillingWords([day('2026-11-22', 100)])).toBe(
    'Seluruhnya terdanai dalam 1 hari, sejak 22 November 2026.',
  )
})
