import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

/** Shows the secret that signs the calls, once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const done = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      // A press outside must not take away what is shown only once.
      locked
      size="small"
      title="Simpan Kunci Rahasia Ini"
      description="Kunci rahasia ini tidak ditampilkan lagi. Dengannya sistem Anda memeriksa bahwa panggilan berasal dari kami."
      initialFocus={done}
      footer={
        <Button ref={done} onClick={onClose}>
          Saya sudah menyimpannya
        </Button>
      }
    >
      <code
        aria-label="Kunci rahasia"
        className="block rounded-control bg-sunken p-4 text-table font-semibold wrap-anywhere"
      >
        {secret}
      </code>
      <div className="mt-4">
        <CopyButton text={secret} what="kunci rahasia" />
      </div>
    </Dialog>
  )
}
