import { useEffect, useEffectEvent, useState } from 'react'
import { AgreementsDialog } from '../../../agreement/agreements-dialog.tsx'
import { ApiError, reasonOf } from '../../../api/errors.ts'
import { isOffline } from '../../../api/idempotency/offline.ts'
import { useActing, useOnWaiting } from '../../../company/acting.ts'
import type { Decision } from '../../../company/proposed.ts'
import { useIsProposed } from '../../../company/use-company.ts'
import { BarredDialog } from '../../../requirements/barred-dialog.tsx'
import { useBarring } from '../../../requirements/requirements.ts'
import { RiskDialog } from '../../../risk-warning/risk-dialog.tsx'
import { useRiskConsent } from '../../../risk-warning/use-risk-consent.ts'
import { usePasswordConsent } from '../../../session/password-consent.tsx'
import { Money } from '../../../ui/money.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { noNetwork } from '../../../ui/no-network.ts'
import { toast } from '../../../ui/toast-store.ts'
import { AmountsDialog } from './amounts-dialog.tsx'
import { type Chosen, sumOf } from './chosen.ts'
import { useSelection } from './store.ts'
import { UnknownSelection } from './unknown-selection.tsx'
import { useSelectionFunding } from './use-selection-funding.ts'

type Props = {
  lenderUserId: number
  /** The loans to begin with, in place of those that were selected on the marketplace. */
  own?: readonly Chosen[]
  /** The proposal that is decided: its loans and amounts are read and agreed to, or not at all. */
  decision?: Decision
  /** Called when the dialogs are closed and the agreements discarded. */
  onClosed: () => void
  /** Called when the selection was processed, whether or not every loan was funded. */
  onFunded: (selectionId: string) => void
  onDashboard: () => void
}

/** Several loans at once, from the amounts to the reserved money: Jumlah Funding, then Preview Agreement. */
export function SelectionFlow({ lenderUserId, own, decision, onClosed, onFunded, onDashboard }: Props) {
  const [open, setOpen] = useState(true)
  const { chosen, change } = useLoans(lenderUserId, own)
  const asks = useIsProposed('FUNDING')
  const isProposed = (total: number) => !decision && asks(total)
  const onWaiting = useOnWaiting()
  const barring = useBarring('FUNDING')
  const risk = useRiskConsent()
  const password = usePasswordConsent(decision ? 'Setujui' : 'Danai')
  const funding = useSelectionFunding({
    withConsent: (call) => risk.withConsent(() => password.withPassword(call)),
    chosen,
    onFigures: (withFigures) => change(withFigures),
    onGiveUp: giveUp,
    onClose: close,
    onFunded: (selectionId) => {
      change(() => [])
      onFunded(selectionId)
    },
    acting: useActing(decision),
    isProposed,
    onWaiting(waiting) {
      change(() => [])
      close()
      onWaiting(waiting)
    },
  })
  const { reading, busy, lostKey } = funding
  const checkAtOnce = useEffectEvent(() => void funding.check())
  const isDecision = decision !== undefined
  useEffect(() => {
    if (isDecision) checkAtOnce()
  }, [isDecision])

  function close() {
    funding.abort()
    setOpen(false)
  }

  function giveUp(error: unknown) {
    if (isOffline(error)) {
      toast.error(noNetwork)
      return decision ? close() : funding.stopReading()
    }
    // An ended session needs no message here, because the app itself reports it.
    if (!(error instanceof ApiError && error.kind === 'session')) toast.error(reasonOf(error))
    close()
  }

  const dialog = { open, onOpenChange: (stays: boolean) => !stays && close(), onClosed }
  if (risk.isAsking) return <RiskDialog {...dialog} onAccepted={risk.accepted} />
  if (lostKey !== null) {
    return <UnknownSelection lostKey={lostKey} onKnown={funding.learn} onDashboard={onDashboard} />
  }
  if (!reading && decision) return <Checking {...dialog} />
  if (!reading && barring.length > 0) return <BarredDialog {...dialog} list={barring} />
  if (!reading) {
    return (
      <AmountsDialog
        {...dialog}
        open={open && chosen.length > 0}
        chosen={chosen}
        onChange={change}
        checked={funding.checked}
        busy={busy}
        action={isProposed(sumOf(chosen)) ? 'Ajukan' : 'Selanjutnya'}
        onContinue={() => void funding.check()}
      />
    )
  }
  return (
    <AgreementsDialog
      {...dialog}
      locked={busy}
      facts={{
        count: `${reading.length} pinjaman`,
        total: (
          <Money
            amount={reading.reduce((sum, { amount }) => sum + amount, 0)}
            className="font-semibold text-ink"
          />
        ),
      }}
      loans={reading}
      action={decision ? 'Setujui dan Danai' : 'Danai'}
      fetchAll
      lenderUserId={lenderUserId}
      onGiveUp={giveUp}
      onAgreed={() => void funding.fund(reading)}
    >
      {password.dialog}
    </AgreementsDialog>
  )
}

/** The selected loans of this lender, or their own list of one place. */
function useLoans(lenderUserId: number, own: readonly Chosen[] | undefined) {
  const stored = useSelection(lenderUserId)
  const [chosen, change] = useState<readonly Chosen[]>(own ?? [])
  return own ? { chosen, change } : stored
}

/** Shown while the loans of a proposal are looked at again. */
const Checking = (dialog: { open: boolean; onOpenChange: (open: boolean) => void; onClosed: () => void }) => (
  <Dialog {...dialog} size="large" title="Preview Agreement">
    <Loading label="Memeriksa pinjaman…">
      <div className="grid gap-3">
        <Skeleton className="h-5 w-64" />
        <Skeleton className="h-72 w-full" />
      </div>
    </Loading>
  </Dialog>
)
