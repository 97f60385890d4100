import type { MarketplaceLoan } from '@pematang/contract/marketplace/endpoints'
import { type Answer, api } from '../../api/client.ts'
import { askOnce, beginWish } from '../../wishes/ask-once.ts'

export type FundedLoan = Answer<'POST /funding'>

const bodyOf = (loan: Pick<MarketplaceLoan, 'loanId' | 'loanNumber'>, amount: number) => ({
  loanId: loan.loanId,
  amount,
  loanNumber: loan.loanNumber,
})

/** To be called when the dialog in which it can be asked for opens. */
export const beginFunding = (loan: MarketplaceLoan, amount: number): void => beginWish(bodyOf(loan, amount))

/**
 * Reserves the amount on the loan, once however often it is asked for while the outcome is unknown.
 * @param amount whole rupiah
 * @throws ApiError `hasUnknownOutcome` tells whether the money may have moved
 */
export function fundLoan(loan: MarketplaceLoan, amount: number): Promise<FundedLoan> {
  const body = bodyOf(loan, amount)
  return askOnce(body, (idempotencyKey) => api('POST /funding', { body, idempotencyKey }))
}
