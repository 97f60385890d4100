import { Menu } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Link } from '../../ui/link.tsx'
import { paths } from '../paths.ts'
import { Count } from '../../ui/count.tsx'
import { inBar, isCurrent, navigation } from './navigation.ts'
import { PersonLinks } from './person-links.tsx'

const item =
  'grid min-h-15 place-content-center justify-items-center gap-0.5 text-center text-meta font-medium -outline-offset-4'

/** The navigation on a phone, within reach of the thumb. */
export function BottomBar({ forMe }: { forMe: number }) {
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const rest = navigation.slice(inBar)
  const isInRest = rest.some(({ to }) => isCurrent(to, pathname))
  return (
    <nav
      aria-label="Menu utama"
      className="safe-bottom fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-t border-line bg-surface md:hidden"
    >
      {navigation.slice(0, inBar).map(({ label, to, Icon }) => {
        const current = isCurrent(to, pathname)
        return (
          <Link
            key={to}
            to={to}
            aria-current={current ? 'page' : undefined}
            className={cx(item, current ? 'text-brand' : 'text-mute')}
          >
            <span className="relative">
              <Icon size={22} aria-hidden />
              <span className="absolute -top-1.5 left-3.5">
                {to === paths.proposals && <Count of={forMe} />}
              </span>
            </span>
            <span>{label}</span>
          </Link>
        )
      })}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className={cx(item, isInRest ? 'text-brand' : 'text-mute')}
      >
        <Menu size={22} aria-hidden />
        <span>Lainnya</span>
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="Lainnya" size="small">
        <ul className="-mx-2 grid">
          {rest.map(({ label, to, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                replace
                onClick={() => setOpen(false)}
                className="flex min-h-12 items-center gap-3 rounded-control px-2 font-medium hover:bg-idle-tint"
              >
                <Icon size={20} aria-hidden className="text-mute" />
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <PersonLinks onChosen={() => setOpen(false)} />
      </Dialog>
    </nav>
  )
}
