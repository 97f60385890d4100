import type { InstitutionProfile } from '@pematang/contract/profile/endpoints'

/** A virtual account that a lender can pay in to; its number has 15 digits. */
export type DepositAccount = NonNullable<InstitutionProfile['dataAccountBalance']>

/** The accounts to be shown, at most two: the one at BNI, then the one at the other bank. One without a number is none. */
export function accountsOf(profile: InstitutionProfile): DepositAccount[] {
  return [profile.dataAccountBalance, profile.dataAccountBalanceIM].filter(
    (account): account is DepositAccount => account !== null && account.vaNumber.trim() !== '',
  )
}

/**
 * A number in groups of four, to be read aloud; what is left over comes first.
 * @example groupsOf('988000012345678') // ['988', '0000', '1234', '5678']
 */
export const groupsOf = (number: string): string[] => number.match(/\d{1,4}(?=(?:\d{4})*$)/g) ?? [number]
