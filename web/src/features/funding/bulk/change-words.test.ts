import { expect, test } from 'vitest'
import { changeWords, type ShownLoans, shownLoans } from './change-words.ts'

const amount = 2_000_000

/** A set of loans by their numbers; `unseen` more were not shown. */
const loansOf = (numbers: readonly string[], unseen = 0): ShownLoans => ({
  loans: numbers.map((loanNumber) => ({ loanNumber, amount })),
  count: numbers.length + unseen,
  total: (numbers.length + unseen) * amount,
})

test('SCN-19 the change of a product names the two loans that left it and says that they may come back', () => {
  expect(changeWords(loansOf(['A-1', 'A-2', 'A-3', 'A-4']), loansOf(['A-1', 'A-4']))).toBe(
    'Tidak terbuka lagi: A-2 dan A-3. Yang batal didanai dapat dibuka kembali. Periksa jumlah yang baru sebelum melanjutkan.',
  )
})

test('SCN-19 the change of a product counts the loans that left it and were not shown, and those beyond five', () => {
  expect(changeWords(loansOf(['A-1', 'A-2'], 3), loansOf(['A-1', 'A-3'], 0))).toContain(
    'Tidak terbuka lagi: A-2 dan 2 pinjaman lain.',
  )
  expect(changeWords(loansOf(['1', '2', '3', '4', '5', '6', '7']), loansOf(['8']))).toContain(
    'Tidak terbuka lagi: 1, 2, 3, 4, 5, dan 2 pinjaman lain.',
  )
  expect(changeWords(loansOf([], 4), loansOf(['A-1'], 1))).toContain('Tidak terbuka lagi: 2 pinjaman lain.')
})

test('SCN-19 a loan that left a product before its card was loaded is named by the numbers read with the list', () => {
  const numbers = loansOf(['A-1', 'A-2', 'A-3']).loans
  const loans = shownLoans(loansOf(['A-1']).loans, [{ loanNumber: 'A-1', amount: 1 }, ...numbers.slice(1)])
  expect(changeWords({ loans, count: 3, total: 3 * amount }, loansOf(['A-1']))).toBe(
    'Tidak terbuka lagi: A-2 dan A-3. Yang batal didanai dapat dibuka kembali. Periksa jumlah yang baru sebelum melanjutkan.',
  )
})

test('SCN-19 the change of a product names a loan of which another amount is open', () => {
  const now = loansOf(['A-1', 'A-2'])
  const smaller = {
    ...now,
    loans: [...now.loans.slice(1), { loanNumber: 'A-1', amount: 1 }],
    total: amount + 1,
  }
  expect(changeWords(now, smaller)).toBe(
    'Sisa pendanaannya berubah: A-1. Periksa jumlah yang baru sebelum melanjutkan.',
  )
})

test('SCN-19 a loan that left a product is named also where another one of the same amount came back', () => {
  expect(changeWords(loansOf(['A-1', 'A-2']), loansOf(['A-1', 'A-3']))).toContain('Tidak terbuka lagi: A-2.')
})

test('SCN-19 a product with more loans than were shown has changed, and one with the same loans has not', () => {
  expect(changeWords(loansOf(['A-1']), loansOf(['A-1', 'A-2']))).toBe(
    'Pinjaman yang terbuka baru saja berubah. Periksa jumlah yang baru sebelum melanjutkan.',
  )
  expect(changeWords(loansOf(['A-1'], 1), loansOf(['A-1', 'A-2']))).toBeNull()
})
