import { askOfLarge } from '../../operator/ask-first.ts'

/** What to ask before much money goes back to lenders; null for less. */
export const askToGiveBack = (amount: number): string | null =>
  askOfLarge(amount, 'Kembalikan kepada Pemberi Dana')

export const formatMoneyBack = ({ refunded, released, cancelling }: MoneyBack): string =>
  `${refunded} pendanaan dikembalikan, ${released} cadangan dilepaskan` +
  (cancelling > 0
    ? `, ${cancelling} dilepaskan setelah penyedia membatalkan perjanjiannya ("fundings waiting")`
    : '')

/** What goes back to lenders: numbers of fundings, and all of it in whole rupiah. */
export type MoneyBack = { refunded: number; released: number; cancelling: number; amount: number }
