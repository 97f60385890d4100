import { FileText } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import type { RowDocument } from './documents.ts'
import { openDocument } from './open-document.ts'

type Props = { document: RowDocument; loanNumber: string }

/** Opens one document of a loan in a new tab. */
export function DocumentButton({ document: { label, url }, loanNumber }: Props) {
  const [busy, setBusy] = useState(false)
  async function open() {
    setBusy(true)
    try {
      await openDocument(url, `${label} - ${loanNumber}`)
    } catch (error) {
      toast.error(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="quiet"
      className="gap-1.5! px-2! text-table"
      icon={<FileText aria-hidden className="size-4" />}
      aria-label={`${label} ${loanNumber}, buka di tab baru`}
      busy={busy}
      onClick={open}
    >
      {label}
    </Button>
  )
}
