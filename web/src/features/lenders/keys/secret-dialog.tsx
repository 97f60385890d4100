import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

/** Shows the secret of a key, once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const done = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      // A press outside must not take away what is shown only once.
      locked
      size="small"
      title="Simpan Kunci Ini"
      description="Kunci ini tidak ditampilkan lagi. Siapa pun yang memilikinya dapat membaca data akun Anda."
      initialFocus={done}
      footer={
        <Button ref={done} onClick={onClose}>
          Saya sudah menyimpannya
        </Button>
      }
    >
      <code
        aria-label="Kunci API"
        className="block rounded-control bg-sunken p-4 text-table font-semibold wrap-anywhere"
      >
        {secret}
      </code>
      <div className="mt-4">
        <CopyButton text={secret} what="kunci API" />
      </div>
    </Dialog>
  )
}
