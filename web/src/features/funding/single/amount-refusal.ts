/** The server's sentence about the amount of a request. */
export type Refused = { amount: number; sentence: string }

/**
 * The refusal to show under the amount field: while the field still has the refused amount, or nothing of the loan is
 * open. If Danai Semua has changed the amount meanwhile, the new amount has not been refused.
 * @param loan in its latest known state
 */
export const standingRefusal = (
  refused: Refused | null,
  amount: number | null,
  loan: { outstandingFunding: number },
): string | null =>
  refused && (refused.amount === amount || loan.outstandingFunding === 0) ? refused.sentence : null
