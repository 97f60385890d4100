import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Part } from '../../../ui/lazy-part.tsx'
import { toastPartMissing } from '../../../ui/part-missing.tsx'

type Frame = { open: boolean; onOpenChange: (open: boolean) => void }
type Props = {
  children: ReactNode
  className: string
  disabled?: boolean
  /** The lazy dialog, whose script loads with the first press. */
  dialog: (frame: Frame) => ReactNode
}

/** A quiet button that opens a lazy dialog. */
export function DialogButton({ children, className, disabled = false, dialog }: Props) {
  const [open, setOpen] = useState(false)
  const [isMounted, setMounted] = useState(false)
  const show = () => {
    setMounted(true)
    setOpen(true)
  }
  const giveUp = () => {
    setMounted(false)
    toastPartMissing()
  }
  return (
    <>
      <Button variant="quiet" className={className} disabled={disabled} onClick={show}>
        {children}
      </Button>
      {isMounted && (
        <Part notLoaded={() => null} onNotLoaded={giveUp}>
          {dialog({ open, onOpenChange: setOpen })}
        </Part>
      )}
    </>
  )
}
