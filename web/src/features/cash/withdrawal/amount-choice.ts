import { checkWithdrawalAmount } from '@pematang/contract/cash/withdrawal/rules'
import { screenRefusals } from '@pematang/contract/screen-refusals'

/** The lender's input. With `all`, the amount is the whole balance, and the field is locked. */
export type AmountChoice = { all: boolean; typed: number | null }

export const nothingChosen: AmountChoice = { all: false, typed: null }

/** The amount in the field, in whole rupiah; null while it is empty. */
export const chosenAmount = ({ all, typed }: AmountChoice, cashBalance: number): number | null =>
  all ? cashBalance : typed

/** Whether the whole balance is withdrawn (Tarik Semua): the switch is on, or exactly the balance was typed. */
export const isAll = (choice: AmountChoice, cashBalance: number): boolean =>
  choice.all || choice.typed === cashBalance

/** Switches Tarik Semua. Switching it off restores the amount typed before, unless that is the whole balance too. */
export function pressAll({ typed }: AmountChoice, all: boolean, cashBalance: number): AmountChoice {
  return { all, typed: !all && typed === cashBalance ? null : typed }
}

/**
 * The error sentence for an amount, the same that the server would answer with, or null. An empty field has no error
 * yet.
 * @param fee the bank's fee, null while it is unknown
 */
export function amountSentence(
  amount: number | null,
  cashBalance: number,
  fee: number | null = null,
): string | null {
  if (amount === null) return null
  const breach = checkWithdrawalAmount({ amount, cashBalance, fee })
  if (breach === null) return null
  const value = 'amount' in breach ? breach.amount : undefined
  return screenRefusals[breach.code].sentence(value === undefined ? {} : { amount: value })
}
