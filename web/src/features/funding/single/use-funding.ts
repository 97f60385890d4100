import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Agreement, prepareAgreement } from '../../../agreement/prepare-agreement.ts'
import { type Answer, api } from '../../../api/client.ts'
import { ApiError, messageOf } from '../../../api/errors.ts'
import { isOffline } from '../../../api/idempotency/offline.ts'
import { summaryKey } from '../../../lender/summary.ts'
import { isPasswordMissing } from '../../../session/password-consent.tsx'
import { withLoader } from '../../../ui/loader-store.ts'
import { toast } from '../../../ui/toast-store.ts'
import { UnknownOutcome } from '../../../api/idempotency/outcome.ts'
import { beginFunding, type FundedLoan, fundLoan, type WaitingFunding, waitingFundings } from './fund-loan.ts'
import type { FundingResult } from './funding-result.ts'
import type { Refused } from './amount-refusal.ts'

type Options = {
  loan: MarketplaceLoan
  lenderUserId: number
  /** Called when the agreement could not be generated, fetched or shown. */
  onGiveUp: (error: unknown) => void
  onFunded: (signing: FundedLoan) => void
  onFailed: (result: FundingResult) => void
  /** Called when the open amount differs from the one shown. */
  onOffer: (offer: FundingOffer) => void
  /** Makes a call that may need the lender's acceptance of the risk warning, or their password. */
  withConsent: <T>(call: () => Promise<T>) => Promise<T>
}

export type FundingOffer = Answer<'GET /funding/offer'>

/** Reservations of the same amount that already wait for a signature; the lender has to confirm another one. */
export type Waiting = { amount: number; list: readonly WaitingFunding[] }

const idsOf = (list: readonly WaitingFunding[]) => list.map(({ docToken }) => docToken)

/** The calls of the funding dialog: existing reservations, the agreement for an amount, then the funding itself. */
export function useFunding(options: Options) {
  const { loan, lenderUserId, onGiveUp, onFunded, onFailed, onOffer, withConsent } = options
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  const [agreement, setAgreement] = useState<Agreement | null>(null)
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const [knownWaiting, setKnownWaiting] = useState<readonly string[]>([])
  const calls = useRef(new AbortController())
  const client = useQueryClient()

  // StrictMode mounts twice, and the first unmount must not abort the calls of the second mount.
  useEffect(() => {
    calls.current = new AbortController()
    return () => calls.current.abort()
  }, [])

  /** Runs some work and is busy meanwhile. A failure ends it, unless the lender has already left it. */
  async function run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = calls.current
    setBusy(true)
    try {
      await work(signal)
    } catch (error) {
      if (!signal.aborted) onGiveUp(error)
    } finally {
      setBusy(false)
    }
  }

  /** Generates the agreements for this amount. A refusal is shown at the amount field. */
  async function makeAgreement(amount: number, known: readonly string[], signal: AbortSignal) {
    const prepared = await withConsent(() => prepareAgreement(loan, amount, lenderUserId, signal))
    if (signal.aborted) return
    setKnownWaiting(known)
    if ('refusal' in prepared) {
      setWaiting(null)
      await lookAnew(signal)
      if (!signal.aborted) setRefused({ amount, sentence: prepared.refusal })
    } else {
      beginFunding(loan, { amount, knownWaiting: known })
      setWaiting(null)
      setAgreement(prepared.agreement)
    }
  }

  /** Fetches the open amount again, because the loan or the cash has changed since it was shown. */
  async function lookAnew(signal: AbortSignal): Promise<void> {
    void client.invalidateQueries({ queryKey: summaryKey })
    const { loanNumber } = loan
    // If this call fails, the refusal is shown nevertheless.
    const offer = await api('GET /funding/offer', { query: { loanNumber }, signal, quiet: true }).catch(
      () => null,
    )
    if (offer && !signal.aborted) onOffer(offer)
  }

  /** Continues with the agreements, or with the existing reservations of the same amount. */
  const prepare = (amount: number): Promise<void> =>
    run(async (signal) => {
      const list = await waitingFundings(loan, amount, signal)
      if (signal.aborted) return
      if (list.length > 0) setWaiting({ amount, list })
      else await makeAgreement(amount, [], signal)
    })

  /** Continues after the lender has confirmed another reservation in addition to the existing ones. */
  function another({ amount, list }: Waiting): Promise<void> {
    if (agreement) {
      setWaiting(null)
      return fund(agreement, idsOf(list))
    }
    return run((signal) => makeAgreement(amount, idsOf(list), signal))
  }

  /** Reserves the money. Every failure ends in a result, except where the same amount was reserved meanwhile. */
  async function fund({ amount }: Agreement, known: readonly string[] = knownWaiting): Promise<void> {
    setBusy(true)
    const result = { loanNumber: loan.loanNumber, amount }
    try {
      const request = { amount, knownWaiting: known }
      onFunded(await withConsent(() => withLoader(() => fundLoan(loan, request))))
    } catch (error) {
      if (error instanceof UnknownOutcome) onFailed({ ...result, outcome: 'unknown', key: error.key })
      else if (error instanceof ApiError && error.code === 'FUNDING_WAITS') await askAbout(amount)
      else if (isOffline(error)) toast.error(messageOf(error))
      else if (!isPasswordMissing(error)) onFailed({ ...result, outcome: 'failed', reason: messageOf(error) })
    } finally {
      setBusy(false)
      // Whatever the outcome, cached figures may be stale. The next screen fetches what it shows.
      void client.invalidateQueries({ refetchType: 'none' })
    }
  }

  /** Asks the lender again, because the same amount was reserved meanwhile in another tab or by a delayed request. */
  async function askAbout(amount: number): Promise<void> {
    const { signal } = calls.current
    try {
      const list = await waitingFundings(loan, amount, signal)
      if (signal.aborted) return
      if (list.length > 0) setWaiting({ amount, list })
      else onGiveUp(null)
    } catch (error) {
      if (!signal.aborted) onGiveUp(error)
    }
  }

  return {
    busy,
    agreement,
    waiting,
    refused,
    forgetRefusal: () => setRefused(null),
    backToAmount: () => setAgreement(null),
    prepare,
    another,
    fund: (read: Agreement) => fund(read),
    abort: () => calls.current.abort(),
  }
}
