import type { MarketplaceLoan } from '@pematang/contract/marketplace/endpoints'
import { type Answer, api } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { FundingKeys, isDefinite } from './funding-keys.ts'

export type FundedLoan = Answer<'POST /funding'>

const keys = () =>
  new FundingKeys(sessionStorage, () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, Date.now)

const bodyOf = (loan: Pick<MarketplaceLoan, 'loanId' | 'loanNumber'>, amount: number) => ({
  loanId: loan.loanId,
  amount,
  loanNumber: loan.loanNumber,
})

/** Makes the key of this wish when its dialog opens, so that every press on the button carries the same one. */
export function beginFunding(loan: MarketplaceLoan, amount: number): void {
  keys().keyFor(bodyOf(loan, amount))
}

/**
 * Reserves the amount on the loan, once however often it is asked for while the outcome is unknown.
 * @param amount whole rupiah
 * @throws ApiError `hasUnknownOutcome` tells whether the money may have moved
 */
export async function fundLoan(loan: MarketplaceLoan, amount: number): Promise<FundedLoan> {
  const body = bodyOf(loan, amount)
  try {
    const answer = await api('POST /funding', { body, idempotencyKey: keys().keyFor(body) })
    keys().settle(body)
    return answer
  } catch (error) {
    if (!hasUnknownOutcome(error)) keys().settle(body)
    throw error
  }
}

/** True where the funding may have been done although the call failed. */
export const hasUnknownOutcome = (error: unknown): boolean =>
  !(error instanceof ApiError) || !isDefinite(error.status, error.code)
