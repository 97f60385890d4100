import { useRef } from 'react'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  title: string
  description: string
  /** What the secret is, as its label for those who hear it and on the button that copies it. */
  what: string
  secret: string
  onClose: () => void
}

/** Shows a secret, once. */
export function SecretDialog({ title, description, what, secret, onClose }: Props) {
  const done = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      // A press outside must not take away what is shown only once.
      locked
      size="small"
      title={title}
      description={description}
      initialFocus={done}
      footer={
        <Button ref={done} onClick={onClose}>
          Saya sudah menyimpannya
        </Button>
      }
    >
      <code
        aria-label={what}
        className="block rounded-control bg-sunken p-4 text-table font-semibold wrap-anywhere"
      >
        {secret}
      </code>
      <div className="mt-4">
        <CopyButton text={secret} what={what} />
      </div>
    </Dialog>
  )
}
