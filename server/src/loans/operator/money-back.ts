import { askOfLarge } from '../../operator/ask-first.ts'

/** What to ask before much money goes back to lenders; null for less. */
export const askToGiveBack = (amount: number): string | null => askOfLarge(amount, 'Give back to the lenders')

/** Describes what happened to the fundings of cancelled loans. */
export const formatMoneyBack = ({ refunded, released, cancelling }: MoneyBack): string =>
  `${refunded} fundings refunded, ${released} reservations released` +
  (cancelling > 0
    ? `, ${cancelling} released when the provider has cancelled their agreements (fundings waiting)`
    : '')

/** What goes back to lenders: numbers of fundings, and all of it in whole rupiah. */
export type MoneyBack = { refunded: number; released: number; cancelling: number; amount: number }
