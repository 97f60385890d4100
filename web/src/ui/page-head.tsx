import type { ReactNode } from 'react'
import { BackLink } from './back-link.tsx'

type Props = {
  title: string
  /** Beside the title: a state. */
  mark?: ReactNode
  /** One sentence or facts below the title. */
  lead?: ReactNode
  /** The list from which the screen is one of many. */
  back?: { to: string; label: string }
  actions?: ReactNode
}

/** The heading of a screen, with its buttons beside it, or below it on a phone. */
export const PageHead = ({ title, mark, lead, back, actions }: Props) => (
  <>
    {back && <BackLink to={back.to}>{back.label}</BackLink>}
    <header className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="grid min-w-0 gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-h1 font-bold wrap-anywhere">{title}</h1>
          {mark}
        </div>
        {lead && <p className="max-w-160 text-mute">{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">{actions}</div>}
    </header>
  </>
)
