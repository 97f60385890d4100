import type { BulkProduct } from '@pematang/contract/funding/bulk/endpoints'
import { screenRefusals } from '@pematang/contract/screen-refusals'
import type { LoanToRead } from '../../../agreement/use-agreement.ts'
import { type Answer, api } from '../../../api/client.ts'
import type { LookUp } from '../../../api/idempotency/outcome.ts'
import { sendOnce } from '../../../api/idempotency/send-once.ts'
import { type Acting, carriedOut } from '../../../company/proposed.ts'
import { roomSentence } from '../../../lender/funding-room.tsx'

/** The open loans of a product and the lender's available cash. Amounts in whole rupiah. */
export type BulkOffer = {
  loans: readonly [LoanToRead, ...LoanToRead[]]
  count: number
  total: number
  /** Identifies this set of loans with amounts and terms, which the lender agrees to. */
  preview: string
  cashBalance: number
  /** The remaining legal limit; null if none applies. */
  fundingRoom: number | null
}

/** The sentence for available cash below the sum of all loans (specification, section 5). */
const cashTooLow = screenRefusals.BULK_CASH_TOO_LOW.sentence({})

/** The sentence for an offer that costs more than the cash or the remaining legal limit; null if both suffice. */
export function shortOf({ total, cashBalance, fundingRoom }: BulkOffer): string | null {
  if (cashBalance < total) return cashTooLow
  return fundingRoom !== null && fundingRoom < total ? roomSentence(fundingRoom) : null
}

/** The sentence for a product without any open loan. */
export const nothingOpen = screenRefusals.BULK_CLOSED.sentence({})

/**
 * Reads the open loans of the product and the lender's available cash.
 * @returns null when no loan is open any more
 * @throws ApiError
 */
export async function readBulkOffer(uploadId: string, signal: AbortSignal): Promise<BulkOffer | null> {
  const [numbers, { cashBalance, fundingRoom }] = await Promise.all([
    api('GET /marketplace/bulk/loan-numbers', { query: { bulk_secure_id: uploadId }, signal }),
    api('GET /lender/summary', { signal }),
  ])
  const [first, ...others] = numbers.list.map(({ loan_number: loanNumber, amount }) => ({
    loanNumber,
    amount,
  }))
  if (!first) return null
  return {
    loans: [first, ...others],
    count: numbers.total_loan,
    total: numbers.total_loan_amount,
    preview: numbers.preview_sha256,
    cashBalance,
    fundingRoom,
  }
}

/** Looks up the outcome of the bulk funding with this idempotency key. */
export const lookUpBulk: LookUp<Answer<'POST /funding/bulk'>> = async (key, signal) =>
  carriedOut(await api('POST /funding/bulk/outcome', { body: { key }, signal, quiet: true }))

/**
 * Reserves all loans, and only once even if it is repeated while the outcome is unknown. The password must have been
 * checked.
 * @param offer the set that the lender saw and agreed to
 * @throws UnknownOutcome where the money may have been reserved; Waiting where others have to decide
 */
export async function submitBulk(
  { uploadId, loanTypeId }: Pick<BulkProduct, 'uploadId' | 'loanTypeId'>,
  { total, preview }: Pick<BulkOffer, 'total' | 'preview'>,
  proposal: Acting,
): Promise<Answer<'POST /funding/bulk'>> {
  const body = {
    loan_type_secure_id: String(loanTypeId),
    loan_bulk_upload_group_id: uploadId,
    total_loan_amount: total,
    preview_sha256: preview,
  }
  const answer = await sendOnce(
    { ...body, proposal },
    {
      send: (idempotencyKey, signal) => api('POST /funding/bulk', { body, idempotencyKey, signal, proposal }),
      lookUp: lookUpBulk,
    },
  )
  return carriedOut(answer)
}
