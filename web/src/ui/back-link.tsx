import { ArrowLeft } from 'lucide-react'
import { Link } from './link.tsx'

type Props = {
  to: string
  children: string
  /** Goes back to the list where it was; a press with a key that opens a new tab still follows the link. */
  onBack?: (() => void) | undefined
}

/** The link above a screen's heading to the list that it belongs to; its words name that list. */
export const BackLink = ({ to, children, onBack }: Props) => (
  <Link
    to={to}
    onClick={(event) => {
      if (!onBack || event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      onBack()
    }}
    className="-ml-1 mb-3 inline-flex min-h-11 items-center gap-2 rounded-control px-1 text-table font-semibold text-brand print:hidden"
  >
    <ArrowLeft aria-hidden className="size-4" />
    {children}
  </Link>
)
