import type { BulkProduct } from '@pematang/contract/funding/bulk/endpoints'
import { useState } from 'react'
import { type BulkOffer, readBulkOffer } from './bulk-offer.ts'
import { changeWords, type ShownLoans } from './change-words.ts'

/**
 * The offer in the confirmation: the sums of the product at first, then the latest offer.
 * @param product as it was when the funding started
 * @param seen the loans of it that were open then, as far as they are known
 */
export function useBulkOffer(product: BulkProduct, seen: ShownLoans['loans']) {
  const [offer, setOffer] = useState<BulkOffer | null>(null)
  const [change, setChange] = useState<string | null>(null)
  const asked: ShownLoans = offer ?? { loans: seen, count: product.openLoan, total: product.openLoanAmount }

  /**
   * Reads the open loans.
   * @param otherwise what has changed if the open loans have not
   * @returns them, and whether they match the confirmation shown; null where no loan is open
   */
  async function read(
    signal: AbortSignal,
    otherwise: string | null = null,
  ): Promise<{ offer: BulkOffer; isAsked: boolean } | null> {
    const now = await readBulkOffer(product.uploadId, signal)
    if (signal.aborted || !now) return null
    const words = changeWords(asked, now) ?? otherwise
    setOffer(now)
    setChange(words)
    return { offer: now, isAsked: words === null }
  }

  return { offer, asked, change, read }
}
