import { useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { ContactLine } from './contact-links.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { RequirementList } from './requirement-list.tsx'
import type { Requirement } from './requirements.ts'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onClosed: () => void
  /** What is missing, at least one. */
  list: readonly Requirement[]
}

/** Shown instead of a funding that the server would refuse, before anything is typed. */
export function BarredDialog({ list, ...frame }: Props) {
  const understood = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      {...frame}
      size="small"
      initialFocus={understood}
      title="Akun Anda belum lengkap"
      description="Lengkapi dahulu sebelum mendanai."
      footer={
        <Button ref={understood} onClick={() => frame.onOpenChange(false)}>
          Mengerti
        </Button>
      }
    >
      <RequirementList list={list} />
      <ContactLine />
    </Dialog>
  )
}
