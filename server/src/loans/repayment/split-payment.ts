import { shareOut } from '../../books/index.ts'

/** The article of the income tax law: PPh 23 or PPh 26. */
export type TaxArticle = 23 | 26

/** The part of a payment that is allocated to one installment, in whole rupiah. */
export type InstallmentPart = { no: number; principal: number; interest: number; penalty: number }

/**
 * One funding's claim on an installment before a payment: its share, the amount received so far, and how its lender is
 * taxed.
 */
export type Claim = {
  lenderId: number
  fundingId: string
  principal: number
  interest: number
  principalGot: number
  interestGot: number
  /** The amount of the funding; penalties are split in proportion to it. */
  amount: number
  taxRatePpm: number
  /** The article (23 or 26) of the income tax law by which the lender's interest is taxed at present. */
  taxArticle: TaxArticle
}

/**
 * The part of a payment that one funding receives of one installment. `tax` is withheld from it, by the lender's
 * current rate, so that the lender's month is right.
 */
export type Received = {
  lenderId: number
  fundingId: string
  no: number
  principal: number
  interest: number
  penalty: number
  tax: number
  taxRatePpm: number
  taxArticle: TaxArticle
}

/**
 * Splits an installment's part of a payment among the fundings, by largest remainder over what each is still owed: no
 * funding gets more than its share, and all are paid in full when the installment is complete.
 * @param claims all fundings of the loan, always in the same order
 */
export function splitPart(part: InstallmentPart, claims: readonly Claim[]): Omit<Received, 'tax'>[] {
  const principals = shareOut(
    part.principal,
    claims.map((claim) => claim.principal - claim.principalGot),
  )
  const interests = shareOut(
    part.interest,
    claims.map((claim) => claim.interest - claim.interestGot),
  )
  const penalties = shareOut(
    part.penalty,
    claims.map((claim) => claim.amount),
  )
  return claims.map((claim, index) => ({
    lenderId: claim.lenderId,
    fundingId: claim.fundingId,
    no: part.no,
    // Each list has one amount for each claim.
    principal: principals[index] as number,
    interest: interests[index] as number,
    penalty: penalties[index] as number,
    taxRatePpm: claim.taxRatePpm,
    taxArticle: claim.taxArticle,
  }))
}
