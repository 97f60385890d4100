import { useState } from 'react'
import { AgreementsDialog } from '../../../agreement/agreements-dialog.tsx'
import { ApiError, reasonOf } from '../../../api/errors.ts'
import { BarredDialog } from '../../../requirements/barred-dialog.tsx'
import { useBarring } from '../../../requirements/requirements.ts'
import { RiskDialog } from '../../../risk-warning/risk-dialog.tsx'
import { useRiskConsent } from '../../../risk-warning/use-risk-consent.ts'
import { usePasswordConsent } from '../../../session/password-consent.tsx'
import { Money } from '../../../ui/money.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { AmountsDialog } from './amounts-dialog.tsx'
import { useSelection } from './store.ts'
import { UnknownSelection } from './unknown-selection.tsx'
import { useSelectionFunding } from './use-selection-funding.ts'

type Props = {
  lenderUserId: number
  /** Called when the dialogs are closed and the agreements discarded. */
  onClosed: () => void
  /** Called when the selection was processed, whether or not every loan was funded. */
  onFunded: (selectionId: string) => void
  onDashboard: () => void
}

/** Several loans at once, from the amounts to the reserved money: Jumlah Funding, then Preview Agreement. */
export function SelectionFlow({ lenderUserId, onClosed, onFunded, onDashboard }: Props) {
  const [open, setOpen] = useState(true)
  const { chosen, change } = useSelection(lenderUserId)
  const barring = useBarring('FUNDING')
  const risk = useRiskConsent()
  const password = usePasswordConsent('Danai')
  const funding = useSelectionFunding({
    withConsent: (call) => risk.withConsent(() => password.withPassword(call)),
    chosen,
    onFigures: (withFigures) => change(withFigures),
    onGiveUp: giveUp,
    onFunded: (selectionId) => {
      change(() => [])
      onFunded(selectionId)
    },
  })
  const { reading, busy, lostKey } = funding

  function close() {
    funding.abort()
    setOpen(false)
  }

  function giveUp(error: unknown) {
    // An ended session needs no message here, because the app itself reports it.
    if (!(error instanceof ApiError && error.kind === 'session')) toast.error(reasonOf(error))
    close()
  }

  const dialog = { open, onOpenChange: (stays: boolean) => !stays && close(), onClosed }
  if (risk.isAsking) return <RiskDialog {...dialog} onAccepted={risk.accepted} />
  if (lostKey !== null) {
    return <UnknownSelection lostKey={lostKey} onKnown={funding.learn} onDashboard={onDashboard} />
  }
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
      fetchAll
      lenderUserId={lenderUserId}
      onGiveUp={giveUp}
      onAgreed={() => void funding.fund(reading)}
    >
      {password.dialog}
    </AgreementsDialog>
  )
}
