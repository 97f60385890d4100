import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useRevoke } from './mandate-queries.ts'

/** Asks for confirmation before the mandate is revoked; it needs no password, because it only removes a right. */
export function RevokeDialog({ onClosed }: { onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const revoke = useRevoke()
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      size="small"
      title="Cabut kuasa?"
      locked={revoke.isPending}
      footer={
        <>
          <Button variant="secondary" disabled={revoke.isPending} onClick={() => setOpen(false)}>
            Batal
          </Button>
          <Button
            variant="danger"
            busy={revoke.isPending}
            busyLabel="Mencabut…"
            onClick={() =>
              revoke.mutate(undefined, {
                onSuccess: () => {
                  toast.success('Kuasa sudah dicabut')
                  setOpen(false)
                },
              })
            }
          >
            Cabut kuasa
          </Button>
        </>
      }
    >
      <p className="text-mute">
        Pendanaan otomatis berhenti seketika. Pendanaan yang belum ditandatangani tidak ditandatangani lagi
        dan dananya kembali ke cash balance. Yang sudah ditandatangani tetap berjalan. Strategi Anda tetap
        tersimpan.
      </p>
    </Dialog>
  )
}
