import { taxOn, shareOut } from '../schedule/index.ts'

/** PPh 23 or PPh 26. */
export type TaxArticle = 23 | 26

/** The part of a payment that goes to one installment, in rupiah. */
export type InstallmentPart = { no: number; principal: number; interest: number; penalty: number }

/** One funding's claim on an installment before a payment: its share, what it has received of it, its lender's tax. */
export type Claim = {
  lenderId: number
  fundingId: string
  principal: number
  interest: number
  principalGot: number
  interestGot: number
  /** The part of `interestGot` that was taxed by the current article at the current rate, and the tax withheld from it. */
  interestTaxed: number
  taxWithheld: number
  /** The amount of the funding, by which a penalty is shared. */
  amount: number
  taxRatePpm: number
  /** 23 or 26: the article of the income tax law that the lender's interest is taxed by at present. */
  taxArticle: TaxArticle
}

/**
 * The part of a payment that one funding receives of one installment; `tax` is withheld from it, by the lender's rate
 * at that time.
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
 * Splits an installment's part of a payment among the fundings, by largest remainder over what each is still owed of
 * it: no funding gets more than its share, and all have theirs when the installment is complete.
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
    const interest = interests[index] ?? 0
    return {
      lenderId: claim.lenderId,
      fundingId: claim.fundingId,
      no: part.no,
      principal: principals[index] ?? 0,
      interest,
      penalty: penalties[index] ?? 0,
      tax: taxOf(claim, interest),
      taxRatePpm: claim.taxRatePpm,
      taxArticle: claim.taxArticle,
    }
  })
}

/**
 * Tax is computed on all interest of the installment that was received by the present article and rate, less what was
 * withheld of it before: in however many parts it was paid, an installment bears the tax on the whole, rounded down once.
 * Another article or rate applies from its day: what was received before is not taxed again.
 */
function taxOf(claim: Claim, interest: number): number {
  const inAll = taxOn(claim.interestTaxed + interest, claim.taxRatePpm)
  return Math.min(interest, Math.max(0, inAll - claim.taxWithheld))
}
