import type { BulkProduct } from '@pematang/contract/bulk-funding/endpoints'
import { refusals } from '@pematang/contract/refusals'
import { type Answer, api } from '../../api/client.ts'
import { askOnce } from '../../wishes/ask-once.ts'

/** An open loan, and what is left of it in whole rupiah. */
export type OpenLoan = Answer<'GET /marketplace/bulk/loan-numbers'>['list'][number]

/** What a bulk funding would fund now, as the server tells it when the lender asks to. Amounts in whole rupiah. */
export type BulkWish = {
  loans: readonly [OpenLoan, ...OpenLoan[]]
  count: number
  total: number
  cashBalance: number
}

/** Said where the cash is less than all loans together (specification, section 5). */
export const cashTooLow = refusals.BULK_CASH_TOO_LOW.sentence({})

/** Said where no answer came to a submission. */
export const unknownOutcome =
  'Kami belum menerima kepastian dari server. Periksa Dashboard Anda lebih dulu. Bila Anda mencoba lagi, produk ini tidak akan didanai dua kali.'

/** Said where nothing of the product is open any more, in the server's own words. */
export const nothingOpen = refusals.BULK_CLOSED.sentence({})

/**
 * Asks what the product's open loans are, and what the lender has.
 * @returns null where no loan is open any more
 * @throws ApiError
 */
export async function readWish(uploadId: string, signal: AbortSignal): Promise<BulkWish | null> {
  const [numbers, { cashBalance }] = await Promise.all([
    api('GET /marketplace/bulk/loan-numbers', { query: { bulk_secure_id: uploadId }, signal }),
    api('GET /lender/summary', { signal }),
  ])
  const [first, ...others] = numbers.list
  if (!first) return null
  return {
    loans: [first, ...others],
    count: numbers.total_loan,
    total: numbers.total_loan_amount,
    cashBalance,
  }
}

/**
 * Has all of it reserved, once however often it is asked for while the outcome is unknown. Needs the password to have
 * been checked.
 * @param total whole rupiah that the lender has agreed to
 * @throws ApiError `hasUnknownOutcome` tells whether the money may have moved
 */
export function submitBulk(
  { uploadId, loanTypeId }: Pick<BulkProduct, 'uploadId' | 'loanTypeId'>,
  total: number,
): Promise<Answer<'POST /funding/bulk'>> {
  const body = {
    loan_type_secure_id: String(loanTypeId),
    loan_bulk_upload_group_id: uploadId,
    total_loan_amount: total,
  }
  return askOnce(body, (idempotencyKey) => api('POST /funding/bulk', { body, idempotencyKey }))
}
