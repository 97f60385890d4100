import { FileText } from 'lucide-react'
import { RowAction } from '../lists/row-action.tsx'
import { openDocument } from './open-document.ts'

type Props = { loanNumber: string; factsheetUrl: string; className?: string }

/** Opens the factsheet of a loan in a new tab; it is to be read before funding the loan. */
export const FactsheetButton = ({ loanNumber, factsheetUrl, className }: Props) => (
  <RowAction
    name={`Baca factsheet ${loanNumber}, buka di tab baru`}
    icon={<FileText aria-hidden className="size-4" />}
    {...(className === undefined ? {} : { className })}
    act={() => openDocument(factsheetUrl, `Factsheet - ${loanNumber}`)}
  >
    Baca factsheet
  </RowAction>
)
