import type { Part, VoteRule } from './rule.ts'

/** Principal in whole rupiah: of all lenders with a right, of those who voted, and of those who agreed. */
export type Count = { principal: number; voted: number; agreed: number }

export type Outcome = 'PASSED' | 'REFUSED' | 'NO_QUORUM'

/** Compares `amount` with a part of `whole`: below 0, 0 or above 0. Exact, where a product passes 2^53. */
function comparePart(amount: number, whole: number, { part, of }: Part): number {
  const difference = BigInt(amount) * BigInt(of) - BigInt(whole) * BigInt(part)
  return difference < 0n ? -1 : Number(difference > 0n)
}

/**
 * The outcome of a call by its count. Who did not vote is in no sum but the whole: silence agrees to nothing. At the first
 * call more than the quorum must have voted, at the second at least its quorum; of what voted, the majority must agree.
 */
export function outcomeOf(call: 1 | 2, { principal, voted, agreed }: Count, rule: VoteRule): Outcome {
  const isQuorate =
    call === 1
      ? comparePart(voted, principal, rule.quorum) > 0
      : comparePart(voted, principal, rule.secondQuorum) >= 0
  if (!isQuorate) return 'NO_QUORUM'
  return comparePart(agreed, voted, rule.majority) >= 0 ? 'PASSED' : 'REFUSED'
}
