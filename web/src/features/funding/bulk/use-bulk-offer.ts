import type { BulkProduct } from '@pematang/contract/funding/bulk/endpoints'
import { useState } from 'react'
import { type BulkOffer, readBulkOffer } from './bulk-offer.ts'

/**
 * The offer in the confirmation: the sums of the product at first, then the latest offer.
 * @param product as it was when the funding started
 */
export function useBulkOffer(product: BulkProduct) {
  const [offer, setOffer] = useState<BulkOffer | null>(null)
  const [isChanged, setChanged] = useState(false)
  const asked = offer ?? { count: product.openLoan, total: product.openLoanAmount }

  /**
   * Reads the open loans.
   * @returns them, and whether they match the confirmation shown; null where no loan is open
   */
  async function read(signal: AbortSignal): Promise<{ offer: BulkOffer; isAsked: boolean } | null> {
    const now = await readBulkOffer(product.uploadId, signal)
    if (signal.aborted || !now) return null
    const isAsked = now.total === asked.total && now.count === asked.count
    setOffer(now)
    setChanged(!isAsked)
    return { offer: now, isAsked }
  }

  return { offer, asked, isChanged, read }
}
