import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { LoanToRead } from '../../../agreement/use-agreement.ts'
import { ApiError, messageOf } from '../../../api/errors.ts'
import { isOffline } from '../../../api/idempotency/offline.ts'
import { type Outcome, UnknownOutcome } from '../../../api/idempotency/outcome.ts'
import { type Acting, Waiting } from '../../../company/proposed.ts'
import { summaryKey } from '../../../lender/summary.ts'
import { isPasswordMissing } from '../../../session/password-consent.tsx'
import { withLoader } from '../../../ui/loader-store.ts'
import { toast } from '../../../ui/toast-store.ts'
import { byNumber, type Checked, readyLoans, withFigures } from './amounts.ts'
import type { Chosen } from './chosen.ts'
import { beginSelection, checkSelection, type FundedSelection, fundSelection } from './fund-selection.ts'

type Loans = readonly [LoanToRead, ...LoanToRead[]]

type Options = {
  chosen: readonly Chosen[]
  /** Called with the latest figures of the loans. */
  onFigures: (update: (now: readonly Chosen[]) => readonly Chosen[]) => void
  /** Called when the check or an agreement failed for a reason that the lender cannot fix. */
  onGiveUp: (error: unknown) => void
  onClose: () => void
  onFunded: (selectionId: string) => void
  /** How the call is made by a member of a company. */
  acting: Acting
  /** Whether others have to decide on this sum, so that nothing is read before it is proposed. */
  isProposed: (total: number) => boolean
  onWaiting: (waiting: Waiting) => void
  /** Makes a call that may need the lender's acceptance of the risk warning, or their password. */
  withConsent: <T>(call: () => Promise<T>) => Promise<T>
}

const unchecked: Checked = new Map()

/**
 * The loans, each with the number of loans that are signed together, which extends the signing time of their
 * agreements.
 */
function inOneRow([first, ...others]: Loans): Loans {
  const signedTogether = others.length + 1
  return [{ ...first, signedTogether }, ...others.map((loan) => ({ ...loan, signedTogether }))]
}

/** The calls of a selection: the check of its amounts, then the funding. */
export function useSelectionFunding(options: Options) {
  const { chosen, onFigures, onGiveUp, onClose, onFunded, acting, isProposed, onWaiting, withConsent } =
    options
  const [busy, setBusy] = useState(false)
  const [checked, setChecked] = useState(unchecked)
  /** The loans whose agreements are shown; null before the amounts are final. */
  const [reading, setReading] = useState<Loans | null>(null)
  const [lostKey, setLostKey] = useState<string | null>(null)
  const calls = useRef(new AbortController())
  const client = useQueryClient()
  // StrictMode mounts twice, and the first unmount must not abort the calls of the second mount.
  useEffect(() => {
    calls.current = new AbortController()
    return () => calls.current.abort()
  }, [])

  /** Checks all amounts on the server; the agreements follow once none is refused. */
  async function check(): Promise<void> {
    const loans = readyLoans(chosen, checked)
    if (!loans) return
    const { signal } = calls.current
    setBusy(true)
    try {
      const { list, total, cashBalance, fundingRoom } = await withConsent(() => checkSelection(loans, signal))
      if (signal.aborted) return
      const answers = byNumber(list)
      setChecked(answers)
      onFigures((now) => withFigures(now, answers))
      if (total > Math.min(cashBalance, fundingRoom ?? cashBalance))
        void client.invalidateQueries({ queryKey: summaryKey })
      const refused = list.flatMap((one) => one.refusal ?? [])
      const [first] = refused
      // The loans of a proposal cannot be changed: it is decided as long as one of them can still be funded.
      if (first && typeof acting !== 'number') return
      if (first && refused.length === list.length)
        throw new ApiError('refused', 403, first.code, first.message)
      beginSelection(loans, acting)
      if (isProposed(total)) await fund(loans)
      else setReading(inOneRow(loans))
    } catch (error) {
      if (!signal.aborted) onGiveUp(error)
    } finally {
      setBusy(false)
    }
  }

  async function fund(loans: Loans): Promise<void> {
    setBusy(true)
    try {
      const funded = await withConsent(() => withLoader(() => fundSelection(loans, acting)))
      onFunded(funded.selectionId)
    } catch (error) {
      if (error instanceof Waiting) onWaiting(error)
      else if (error instanceof UnknownOutcome) setLostKey(error.key)
      else if (isOffline(error)) toast.error(messageOf(error))
      else if (!isPasswordMissing(error)) backToAmounts(error)
    } finally {
      setBusy(false)
      // Whatever the outcome, cached figures may be stale. The next screen fetches what it shows.
      void client.invalidateQueries({ refetchType: 'none' })
    }
  }

  /** Shows why nothing was reserved, and returns to the amounts, where there are any to change. */
  function backToAmounts(error: unknown): void {
    toast.error(messageOf(error))
    // The amounts of a proposal cannot be changed: it is decided as it is, or looked at again.
    if (typeof acting === 'number') onClose()
    else setReading(null)
    void client.invalidateQueries({ queryKey: summaryKey })
  }

  function learn(outcome: Outcome<FundedSelection>): void {
    setLostKey(null)
    if ('answer' in outcome) onFunded(outcome.answer.selectionId)
    else if (outcome.refusal instanceof Waiting) onWaiting(outcome.refusal)
    else backToAmounts(outcome.refusal)
  }

  return {
    busy,
    checked,
    reading,
    lostKey,
    check,
    fund,
    learn,
    stopReading: () => setReading(null),
    abort: () => calls.current.abort(),
  }
}
