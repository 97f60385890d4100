import { FileText } from 'lucide-react'
import { RowAction } from '../../../lists/row-action.tsx'
import { cx } from '../../../ui/cx.ts'
import type { RowDocument } from './documents.ts'
import { openDocument } from '../../../agreement/open-document.ts'

type Props = { document: RowDocument; loanNumber: string }

/** A wide table has no icons, which leaves the dates and amounts their room; its column is named Dokumen. */
export const iconClass = 'size-4 @min-[70rem]:hidden'

/** Opens one document of a loan in a new tab. In a narrow table the factsheet is only an icon. */
export const DocumentButton = ({ document: { kind, label, url }, loanNumber }: Props) => (
  <RowAction
    name={`${label} ${loanNumber}, buka di tab baru`}
    title={kind === 'factsheet' ? label : undefined}
    icon={<FileText aria-hidden className={iconClass} />}
    act={() => openDocument(url, `${label} - ${loanNumber}`)}
  >
    <span className={cx(kind === 'factsheet' && '@min-[60rem]:@max-[70rem]:sr-only')}>{label}</span>
  </RowAction>
)
