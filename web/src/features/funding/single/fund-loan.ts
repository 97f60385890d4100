import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import { type Answer, api } from '../../../api/client.ts'
import { sendOnce, beginRequest } from '../../../api/idempotency/send-once.ts'
import type { LookUp } from '../../../api/idempotency/outcome.ts'

export type FundedLoan = Answer<'POST /funding'>
export type WaitingFunding = Answer<'GET /funding/waiting'>['list'][number]

/** A funding request: whole rupiah, and the reservations of the same amount that the lender already knows of. */
export type FundingRequest = { amount: number; knownWaiting: readonly string[] }

const bodyOf = (
  loan: Pick<MarketplaceLoan, 'loanId' | 'loanNumber'>,
  { amount, knownWaiting }: FundingRequest,
) => ({
  loanId: loan.loanId,
  amount,
  loanNumber: loan.loanNumber,
  knownWaiting: [...knownWaiting],
})

/** The reservations of this amount on this loan that wait for the lender's signature, the newest first. */
export const waitingFundings = async (
  { loanNumber }: Pick<MarketplaceLoan, 'loanNumber'>,
  amount: number,
  signal?: AbortSignal,
): Promise<WaitingFunding[]> =>
  (
    await api('GET /funding/waiting', {
      query: { loanNumber, amount: String(amount) },
      ...(signal && { signal }),
    })
  ).list

/** Discards an older key of this request. Call it when the funding dialog opens. */
export const beginFunding = (loan: MarketplaceLoan, request: FundingRequest): void =>
  beginRequest(bodyOf(loan, request))

/** Looks up the outcome of the funding with this idempotency key. */
export const lookUpFunding: LookUp<FundedLoan> = (key, signal) =>
  api('POST /funding/outcome', { body: { key }, signal, quiet: true })

/**
 * Reserves the amount on the loan, and only once even if it is repeated while the outcome is unknown.
 * @throws UnknownOutcome where the money may have been reserved; ApiError FUNDING_WAITS where the same amount is
 * already reserved
 */
export function fundLoan(loan: MarketplaceLoan, request: FundingRequest): Promise<FundedLoan> {
  const body = bodyOf(loan, request)
  return sendOnce(body, {
    send: (idempotencyKey, signal) => api('POST /funding', { body, idempotencyKey, signal }),
    lookUp: lookUpFunding,
  })
}
