import { countText } from '../../../ui/count-text.ts'

/** A set of loans as it was shown; `count` includes loans that were not shown by number. Amounts in whole rupiah. */
export type ShownLoans = {
  loans: readonly { loanNumber: string; amount: number }[]
  count: number
  total: number
}

/**
 * The loans of a product as it was shown: those whose cards were loaded, and by their numbers those whose were not. A
 * card wins, because its amount was seen.
 */
export const shownLoans = (cards: ShownLoans['loans'], numbers: ShownLoans['loans']): ShownLoans['loans'] => [
  ...new Map([...numbers, ...cards].map((loan) => [loan.loanNumber, loan])).values(),
]

/** The most loans that a sentence names; it counts the others. */
const mostNamed = 5

const list = new Intl.ListFormat('id')

/** Numbers of loans, and how many more there are. */
function namesOf(numbers: readonly string[], all: number): string {
  const named = numbers.slice(0, mostNamed)
  const others = all - named.length
  return list.format(others > 0 ? [...named, `${countText(others)} pinjaman lain`] : named)
}

/**
 * Names what left a set of open loans since it was shown, and what has another amount open, in sentences. A loan that
 * was funded by others may come back; null if both sets are the same.
 */
export function changeWords(shown: ShownLoans, now: ShownLoans): string | null {
  const amounts = new Map(now.loans.map(({ loanNumber, amount }) => [loanNumber, amount]))
  const left = shown.loans.filter(({ loanNumber }) => !amounts.has(loanNumber))
  const other = shown.loans.filter(
    ({ loanNumber, amount }) => amounts.has(loanNumber) && amounts.get(loanNumber) !== amount,
  )
  const goneCount = Math.max(left.length, shown.count - now.count)
  const isSame =
    goneCount === 0 && other.length === 0 && now.count === shown.count && now.total === shown.total
  if (isSame) return null
  const numbersOf = (loans: ShownLoans['loans']) => loans.map(({ loanNumber }) => loanNumber)
  return [
    goneCount > 0 &&
      `Tidak terbuka lagi: ${namesOf(numbersOf(left), goneCount)}. Yang batal didanai dapat dibuka kembali.`,
    other.length > 0 && `Sisa pendanaannya berubah: ${namesOf(numbersOf(other), other.length)}.`,
    goneCount === 0 && other.length === 0 && 'Pinjaman yang terbuka baru saja berubah.',
    'Periksa jumlah yang baru sebelum melanjutkan.',
  ]
    .filter((sentence) => sentence !== false)
    .join(' ')
}

/** The sentence for a set of loans whose terms have changed since the consent, and nothing else. */
export const changedTerms =
  'Ketentuan pinjaman produk ini baru saja berubah. Baca perjanjian yang baru sebelum melanjutkan.'
