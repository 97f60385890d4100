import { ArrowLeft } from 'lucide-react'
import { Link } from './link.tsx'

/** The link above a screen's heading to the list that it belongs to; its words name that list. */
export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Link
    to={to}
    className="-ml-1 mb-3 inline-flex min-h-11 items-center gap-2 rounded-control px-1 text-table font-semibold text-brand print:hidden"
  >
    <ArrowLeft aria-hidden className="size-4" />
    {children}
  </Link>
)
