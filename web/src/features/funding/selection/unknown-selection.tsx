import type { Outcome } from '../../../api/idempotency/outcome.ts'
import { useOutcomePolling } from '../../../api/idempotency/use-outcome-polling.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { type FundedSelection, lookUpSelection } from './fund-selection.ts'

type Props = {
  /** The idempotency key of the request whose answer was lost. */
  lostKey: string
  onKnown: (outcome: Outcome<FundedSelection>) => void
  onDashboard: () => void
}

/** A selection whose answer was lost: polls the server until the outcome is known. */
export function UnknownSelection({ lostKey, onKnown, onDashboard }: Props) {
  const { isPolling, pollNow } = useOutcomePolling(lostKey, lookUpSelection, onKnown)
  return (
    <Dialog
      open
      locked
      onOpenChange={() => undefined}
      size="small"
      title="Pendanaan sedang dipastikan"
      footer={
        <>
          <Button variant="secondary" onClick={onDashboard}>
            Lihat Dashboard
          </Button>
          <Button busy={isPolling} onClick={pollNow}>
            Periksa lagi
          </Button>
        </>
      }
    >
      <p role="status" className="text-mute">
        Jawaban server belum kami terima. Kami terus menanyakannya. Anda tidak perlu mengulang pendanaan ini:
        tidak ada pinjaman yang didanai dua kali.
      </p>
    </Dialog>
  )
}
