import { ChevronDown, FileText } from 'lucide-react'
import { messageOf } from '../../../api/errors.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Menu } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { DocumentButton, iconClass } from './document-button.tsx'
import type { RowDocument } from './documents.ts'
import { openDocument } from '../../../agreement/open-document.ts'

type Props = {
  documents: readonly RowDocument[]
  /** True while the agreement's file is being created. */
  prepared: boolean
  loanNumber: string
}

/** The documents of one row. An agreement that consists of two files has one button for both. */
export function DocumentActions({ documents, prepared, loanNumber }: Props) {
  const agreements = documents.filter(({ kind }) => kind === 'agreement')
  const several = agreements.length > 1
  const alone = several ? documents.filter(({ kind }) => kind !== 'agreement') : documents
  return (
    <>
      {prepared && <Prepared />}
      {several && <AgreementMenu agreements={agreements} loanNumber={loanNumber} />}
      {alone.map((document) => (
        <DocumentButton key={document.label} document={document} loanNumber={loanNumber} />
      ))}
    </>
  )
}

/** Shown instead of the agreement's button while its file is being created. */
const Prepared = () => (
  <span className="inline-flex min-h-11 items-center gap-1.5 px-2 text-table whitespace-nowrap text-mute">
    <FileText aria-hidden className={iconClass} />
    <span>
      <span className="sr-only">Perjanjian </span>Disiapkan
    </span>
  </span>
)

function AgreementMenu({ agreements, loanNumber }: { agreements: RowDocument[]; loanNumber: string }) {
  return (
    <Menu
      label={`Perjanjian ${loanNumber}`}
      trigger={
        <>
          <FileText aria-hidden className={iconClass} />
          <span aria-hidden>Perjanjian</span>
          <ChevronDown aria-hidden className="size-4" />
        </>
      }
      triggerClassName={cx(buttonClass('quiet'), 'gap-1.5! px-2! text-table')}
      items={agreements.map(({ label, url }) => ({
        label,
        icon: <FileText aria-hidden className="size-4" />,
        onSelect: () => {
          openDocument(url, `${label} - ${loanNumber}`).catch((error: unknown) =>
            toast.error(messageOf(error)),
          )
        },
      }))}
    />
  )
}
