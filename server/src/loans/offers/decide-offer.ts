/**
 * The rule for a loan that is not fully funded, or not paid out, in time. It is copied from the loan type at
 * publication.
 */
export type OfferRule = {
  extendDays: number
  extendTimes: number
  /** The minimum funded share in ppm at which the loan is paid out; null if it must be fully funded. */
  payOutSharePpm: number | null
  payOutDays: number
}

/** A loan that is on offer or fully funded, and not paid out yet; amounts in whole rupiah. */
export type OfferState = OfferRule & {
  status: 'OFFERED' | 'FUNDED'
  total: number
  funded: number
  /** The amount reserved for pending signatures. */
  reserved: number
  extended: number
  /** Whether the last day of the offer, and the deadline for the disbursement, have passed. */
  isOver: boolean
  isLate: boolean
}

/** Why the loan is cancelled and its money refunded. */
export type CancelReason = 'OFFER_ENDED' | 'NOT_PAID_OUT'
export type OfferDecision =
  | { decision: 'EXTENDED' }
  | { decision: 'PAID_OUT' }
  | { decision: 'CANCELLED'; because: CancelReason }

/**
 * Decides what to do with a loan now; null while it waits for its last day, pending signatures or its disbursement. A
 * loan that is not full is extended while its rule allows it, otherwise disbursed if its minimum share is reached,
 * otherwise refunded. After the deadline for the disbursement it is refunded in any case.
 */
export function decideOffer(offer: OfferState): OfferDecision | null {
  const { status, total, funded, reserved } = offer
  if (offer.isLate)
    return { decision: 'CANCELLED', because: status === 'FUNDED' ? 'NOT_PAID_OUT' : 'OFFER_ENDED' }
  if (status === 'FUNDED' || !offer.isOver) return null
  if (funded + reserved < total && offer.extended < offer.extendTimes) return { decision: 'EXTENDED' }
  if (reserved > 0) return null
  return reachesShare(offer) ? { decision: 'PAID_OUT' } : { decision: 'CANCELLED', because: 'OFFER_ENDED' }
}

const reachesShare = ({ payOutSharePpm, total, funded }: OfferState): boolean =>
  payOutSharePpm !== null &&
  funded > 0 &&
  BigInt(funded) * 1_000_000n >= BigInt(payOutSharePpm) * BigInt(total)
