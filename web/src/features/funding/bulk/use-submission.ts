import type { BulkProduct } from '@pematang/contract/funding/bulk/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { UnknownOutcome } from '../../../api/idempotency/outcome.ts'
import type { Acting } from '../../../company/proposed.ts'
import { withLoader } from '../../../ui/loader-store.ts'
import { type BulkOffer, submitBulk } from './bulk-offer.ts'

type Options = {
  product: BulkProduct
  /** Called when nothing was reserved, with the error; the submission lasts until it has ended. */
  onFailed: (error: unknown) => Promise<void>
  /** Makes a call that needs the lender's acceptance of the risk warning. */
  withConsent: <T>(call: () => Promise<T>) => Promise<T>
  /** How the call is made by a member of a company. */
  acting: Acting
}

/**
 * The submission of a bulk funding: its number once the money is reserved, or its idempotency key if the answer was
 * lost.
 */
export function useSubmission({ product, onFailed, withConsent, acting }: Options) {
  const [number, setNumber] = useState<string | null>(null)
  const [lostKey, setLostKey] = useState<string | null>(null)
  const [isSubmitting, setSubmitting] = useState(false)
  const client = useQueryClient()

  async function submit(agreed: BulkOffer) {
    setSubmitting(true)
    try {
      const answer = await withConsent(() => withLoader(() => submitBulk(product, agreed, acting)))
      setNumber(answer.bulkFundingNumber)
    } catch (error) {
      if (error instanceof UnknownOutcome) setLostKey(error.key)
      else await onFailed(error)
    } finally {
      setSubmitting(false)
      // Any outcome may have changed the figures. The next screen fetches what it shows.
      void client.invalidateQueries({ refetchType: 'none' })
    }
  }

  return { number, setNumber, lostKey, isSubmitting, submit }
}
