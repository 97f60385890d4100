import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link } from '../../ui/link.tsx'

type Props = {
  title: string
  /** Beside the title: a state, a number. */
  mark?: ReactNode
  /** One sentence or facts below the title. */
  lead?: ReactNode
  /** The list from which the page is one of many. */
  back?: { to: string; label: string }
  actions?: ReactNode
  children: ReactNode
}

/** A screen of the console: its heading, which is also the title of the tab, and its sections. */
export function Page({ title, mark, lead, back, actions, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Konsol`
  }, [title])
  return (
    <main
      id="isi"
      tabIndex={-1}
      className="mx-auto grid w-full max-w-300 gap-5 px-4 py-5 outline-none sm:px-6"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-1">
          {back && (
            <Link
              to={back.to}
              className="-ml-1 inline-flex min-h-6 items-center gap-0.5 justify-self-start text-table text-mute hover:text-ink"
            >
              <ChevronLeft size={16} aria-hidden />
              {back.label}
            </Link>
          )}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="min-w-0 text-h1 font-bold wrap-anywhere">{title}</h1>
            {mark}
          </div>
          {lead && <div className="text-table text-mute">{lead}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </main>
  )
}
