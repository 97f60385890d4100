import { shareOut } from './split-schedule.ts'

/** What a payment gave to one installment, in rupiah. */
export type InstallmentPart = { no: number; principal: number; interest: number; penalty: number }

/** One funding's side of an installment before a payment: its share, what it has got of it, its lender's tax. */
export type Claim = {
  lenderId: number
  fundingId: string
  principal: number
  interest: number
  principalGot: number
  interestGot: number
  taxWithheld: number
  /** The amount of the funding; a penalty is shared by it. */
  amount: number
  taxRatePpm: number
}

/** What a payment gave to one funding of one installment; `tax` is withheld of it. */
export type Received = {
  lenderId: number
  fundingId: string
  no: number
  principal: number
  interest: number
  penalty: number
  tax: number
}

/**
 * Shares what a payment gave to an installment out among its fundings, by largest remainder over what each has
 * still to get of it: nobody gets more than his share, and all have theirs when the installment is complete.
 * @param claims all fundings of the loan, in an order that is always the same
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
    }
  })
}

/**
 * Tax is reckoned on all interest got of the installment so far, less what was withheld before: however it was paid
 * in parts, a complete installment has the tax of the whole, floored once. Where the lender's rate has changed in
 * between, a payment is never taxed below zero or above its own interest.
 */
function taxOf(claim: Claim, interest: number): number {
  const inAll = taxOn(claim.interestGot + interest, claim.taxRatePpm)
  return Math.min(interest, Math.max(0, inAll - claim.taxWithheld))
}

/** `withholdTax` for a rate in parts of a million: the tax on gross interest in whole rupiah, rounded down. */
export function taxOn(interest: number, ratePpm: number): number {
  const exact = interest * ratePpm
  if (!Number.isSafeInteger(exact)) return Number((BigInt(interest) * BigInt(ratePpm)) / 1_000_000n)
  return (exact - (exact % 1_000_000)) / 1_000_000
}
