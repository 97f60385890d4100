import { FileText } from 'lucide-react'
import { RowAction } from '../../lists/row-action.tsx'
import type { RowDocument } from './documents.ts'
import { openDocument } from './open-document.ts'

type Props = { document: RowDocument; loanNumber: string }

/** Opens one document of a loan in a new tab. */
export const DocumentButton = ({ document: { label, url }, loanNumber }: Props) => (
  <RowAction
    name={`${label} ${loanNumber}, buka di tab baru`}
    icon={<FileText aria-hidden className="size-4" />}
    act={() => openDocument(url, `${label} - ${loanNumber}`)}
  >
    {label}
  </RowAction>
)
