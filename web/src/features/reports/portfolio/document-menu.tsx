import { ChevronDown, FileText } from 'lucide-react'
import { useState } from 'react'
import { openDocument } from '../../../agreement/open-document.ts'
import { messageOf } from '../../../api/errors.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Menu } from '../../../ui/menu.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { toast } from '../../../ui/toast-store.ts'
import type { RowDocument } from './documents.ts'

type Props = {
  documents: readonly RowDocument[]
  /** True while the agreement's file is being created. */
  prepared: boolean
  loanNumber: string
}

const icon = <FileText aria-hidden className="size-4" />

/** A menu of the documents of one row: an icon in a table, with a label on a card. */
export function DocumentMenu({ documents, prepared, loanNumber }: Props) {
  const [opening, setOpening] = useState(false)
  if (documents.length === 0 && !prepared) return null
  const open = ({ label, url }: RowDocument) => {
    setOpening(true)
    openDocument(url, `${label} - ${loanNumber}`)
      .catch((error: unknown) => toast.error(messageOf(error)))
      .finally(() => setOpening(false))
  }
  return (
    <Menu
      label={`Dokumen ${loanNumber}`}
      trigger={
        <>
          {opening ? <Spinner /> : icon}
          <span aria-hidden className="@min-[60rem]:hidden">
            Dokumen
          </span>
          <ChevronDown aria-hidden className="size-4 @min-[60rem]:hidden" />
        </>
      }
      triggerClassName={cx(buttonClass('quiet'), 'min-w-11 gap-1.5! px-2! text-table')}
      items={[
        ...(prepared ? [{ label: 'Perjanjian sedang disiapkan', icon, disabled: true }] : []),
        ...documents.map((document) => ({ label: document.label, icon, onSelect: () => open(document) })),
      ]}
    />
  )
}
