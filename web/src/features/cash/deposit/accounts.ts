import { groupsFromEnd } from '@pematang/contract/format/rupiah'
import type { DepositAccounts } from '@pematang/contract/lenders/profile/endpoints'

/** A virtual account that a lender can pay into; its number has 15 digits. */
export type DepositAccount = NonNullable<DepositAccounts['dataAccountBalance']>

/**
 * The accounts to show, at most two: first BNI, then the other bank. An account without a number is left out, and
 * without an account type there are none.
 */
export function accountsOf(profile: DepositAccounts): DepositAccount[] {
  if (!profile.accountType) return []
  return [profile.dataAccountBalance, profile.dataAccountBalanceIM].filter(
    (account): account is DepositAccount => account !== null && account.vaNumber.trim() !== '',
  )
}

/**
 * A number in groups of four, easy to read aloud; the shorter group comes first.
 * @example groupsOf('988000012345678') // ['988', '0000', '1234', '5678']
 */
export const groupsOf = (number: string): string[] =>
  /^\d+$/.test(number) ? groupsFromEnd(number, 4) : [number]
