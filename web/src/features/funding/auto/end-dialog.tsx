import { useState } from 'react'
import { useActing } from '../../../company/acting.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { type Strategy, useSetState } from './strategy-queries.ts'

/** Asks for confirmation before a strategy is ended permanently. */
export function EndDialog({ strategy, onClosed }: { strategy: Strategy; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const change = useSetState(useActing())
  const { strategyId, name } = strategy
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      size="small"
      title={`Akhiri ${name}?`}
      locked={change.isPending}
      footer={
        <>
          <Button variant="secondary" disabled={change.isPending} onClick={() => setOpen(false)}>
            Batal
          </Button>
          <Button
            variant="danger"
            busy={change.isPending}
            onClick={() =>
              change.mutate(
                { strategyId, state: 'ENDED' },
                {
                  onSuccess: () => {
                    toast.success(`Strategi ${name} diakhiri`)
                    setOpen(false)
                  },
                },
              )
            }
          >
            Akhiri strategi
          </Button>
        </>
      }
    >
      <p className="text-mute">
        Strategi ini tidak mendanai lagi dan tidak dapat dilanjutkan. Pendanaannya dan riwayatnya tetap ada.
        Untuk berhenti sementara, jeda saja.
      </p>
    </Dialog>
  )
}
