import type { MarketplaceLoan } from '@pematang/contract/marketplace/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Agreement, prepareAgreement } from '../../agreement/prepare-agreement.ts'
import { messageOf } from '../../api/errors.ts'
import { summaryKey } from '../../lender/summary.ts'
import { withLoader } from '../../ui/loader-store.ts'
import { hasUnknownOutcome } from '../../wishes/ask-once.ts'
import { beginFunding, type FundedLoan, fundLoan } from './fund-loan.ts'
import { type FundingResult, unknownOutcome } from './funding-result.ts'

type Options = {
  loan: MarketplaceLoan
  lenderUserId: number
  /** The agreement could not be made, fetched or shown. */
  onGiveUp: (error: unknown) => void
  onFunded: (signing: FundedLoan) => void
  onFailed: (result: FundingResult) => void
}

/** The two calls behind the funding dialog: the agreement for an amount, then the funding itself. */
export function useFunding({ loan, lenderUserId, onGiveUp, onFunded, onFailed }: Options) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [agreement, setAgreement] = useState<Agreement | null>(null)
  const calls = useRef(new AbortController())
  const client = useQueryClient()

  // StrictMode mounts twice: the calls of the mount that stays must not be aborted by the one that went.
  useEffect(() => {
    calls.current = new AbortController()
    return () => calls.current.abort()
  }, [])

  /** Has the agreements made for this amount. A refusal belongs to the amount field. */
  async function prepare(amount: number): Promise<void> {
    const { signal } = calls.current
    setBusy(true)
    try {
      const prepared = await prepareAgreement(loan, amount, lenderUserId, signal)
      if (signal.aborted) return
      if ('refusal' in prepared) {
        setRefusal(prepared.refusal)
        void client.invalidateQueries({ queryKey: summaryKey })
      } else {
        beginFunding(loan, amount)
        setAgreement(prepared.agreement)
      }
    } catch (error) {
      if (!signal.aborted) onGiveUp(error)
    } finally {
      setBusy(false)
    }
  }

  /** Reserves the money. Every failure is a result to be shown. */
  async function fund({ amount }: Agreement): Promise<void> {
    setBusy(true)
    try {
      onFunded(await withLoader(() => fundLoan(loan, amount)))
    } catch (error) {
      const reason = hasUnknownOutcome(error) ? unknownOutcome : messageOf(error)
      onFailed({ outcome: 'failed', loanNumber: loan.loanNumber, amount, reason })
    } finally {
      // Whatever the outcome, figures from before are no longer sure. The next screen asks for what it shows.
      void client.invalidateQueries({ refetchType: 'none' })
    }
  }

  return {
    busy,
    agreement,
    refusal,
    forgetRefusal: () => setRefusal(null),
    prepare,
    fund,
    abort: () => calls.current.abort(),
  }
}
