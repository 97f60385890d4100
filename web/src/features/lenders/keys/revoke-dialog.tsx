import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

type Props = { label: string; busy: boolean; onRevoke: () => void; onClose: () => void }

/** Asks before a key ends, because systems that use it stop at once. */
export function RevokeDialog({ label, busy, onRevoke, onClose }: Props) {
  const stay = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      locked={busy}
      size="small"
      title="Cabut Kunci"
      description={`Sistem yang memakai kunci “${label}” langsung ditolak. Ini tidak dapat dibatalkan.`}
      initialFocus={stay}
      footer={
        <>
          <Button ref={stay} variant="secondary" disabled={busy} onClick={onClose}>
            Batal
          </Button>
          <Button busy={busy} onClick={onRevoke}>
            Cabut kunci
          </Button>
        </>
      }
    />
  )
}
