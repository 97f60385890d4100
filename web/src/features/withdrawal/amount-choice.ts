import { checkWithdrawalAmount } from '@pematang/contract/withdrawal/rules'
import { refusals } from '@pematang/contract/refusals'

/** What the lender has chosen. `all` was pressed: the amount is the whole balance, and the field is locked. */
export type AmountChoice = { all: boolean; typed: number | null }

export const nothingChosen: AmountChoice = { all: false, typed: null }

/** The amount that stands in the field, in whole rupiah; null while it is empty. */
export const chosenAmount = ({ all, typed }: AmountChoice, cashBalance: number): number | null =>
  all ? cashBalance : typed

/** Whether Tarik Semua is on: because it was pressed, or because exactly the balance was typed. */
export const isAll = (choice: AmountChoice, cashBalance: number): boolean =>
  choice.all || choice.typed === cashBalance

/** Tarik Semua was pressed. Off again, what was typed before comes back, unless that is the whole balance too. */
export function pressAll({ typed }: AmountChoice, all: boolean, cashBalance: number): AmountChoice {
  return { all, typed: !all && typed === cashBalance ? null : typed }
}

/**
 * The sentence for an amount that cannot be withdrawn, the very one the server would refuse it with, or null.
 * An empty field is not wrong yet.
 */
export function amountSentence(amount: number | null, cashBalance: number): string | null {
  if (amount === null) return null
  const breach = checkWithdrawalAmount({ amount, cashBalance })
  if (breach === null) return null
  return refusals[breach.code].sentence('amount' in breach ? { amount: breach.amount } : {})
}
