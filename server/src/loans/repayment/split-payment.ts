import { taxOn, shareOut } from '../../books/index.ts'

/** The article of the income tax law: PPh 23 or PPh 26. */
export type TaxArticle = 23 | 26

/** The part of a payment that is allocated to one installment, in whole rupiah. */
export type InstallmentPart = { no: number; principal: number; interest: number; penalty: number }

/**
 * One funding's claim on an installment before a payment: its share, the amount received so far, and its lender's tax.
 */
export type Claim = {
  lenderId: number
  fundingId: string
  principal: number
  interest: number
  principalGot: number
  interestGot: number
  /**
   * The part of `interestGot` that was taxed by the current article at the current rate, and the tax withheld from it.
   */
  interestTaxed: number
  taxWithheld: number
  /** The amount of the funding; penalties are split in proportion to it. */
  amount: number
  taxRatePpm: number
  /** The article (23 or 26) of the income tax law by which the lender's interest is taxed at present. */
  taxArticle: TaxArticle
}

/**
 * The part of a payment that one funding receives of one installment. `tax` is withheld from it, by the lender's
 * current rate.
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
export function splitPart(part: InstallmentPart, claims: readonly Claim[]): Received[] {
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
  return claims.map((claim, index) => {
    // Each list has one amount for each claim.
    const interest = interests[index] as number
    return {
      lenderId: claim.lenderId,
      fundingId: claim.fundingId,
      no: part.no,
      principal: principals[index] as number,
      interest,
      penalty: penalties[index] as number,
      tax: taxOf(claim, interest),
      taxRatePpm: claim.taxRatePpm,
      taxArticle: claim.taxArticle,
    }
  })
}

/**
 * The tax on all interest of the installment received by the present article and rate, less the tax withheld from it
 * before. So the tax on an installment is rounded down once, however many payments it takes. Interest received under an
 * earlier article or rate is not taxed again.
 */
function taxOf(claim: Claim, interest: number): number {
  const inAll = taxOn(claim.interestTaxed + interest, claim.taxRatePpm)
  return Math.min(interest, Math.max(0, inAll - claim.taxWithheld))
}
