import { useLocation } from 'react-router'
import { cx } from '../ui/cx.ts'
import { Link } from '../ui/link.tsx'
import { CompanyEntries } from './company-entries.tsx'
import { navigation } from './navigation.ts'

/** The navigation on a phone, within reach of the thumb. */
export function BottomBar() {
  const { pathname } = useLocation()
  return (
    <nav
      aria-label="Menu utama"
      className="safe-bottom fixed inset-x-0 bottom-0 z-20 grid grid-flow-col auto-cols-fr border-t border-line bg-surface md:hidden has-[>:nth-child(5)]:max-[22.5rem]:*:text-[0.625rem]!"
    >
      {navigation.map(({ prefix, label, to, under, Icon }) => {
        const current = under.some((start) => pathname.startsWith(start))
        return (
          <Link
            key={to}
            to={to}
            aria-current={current ? 'page' : undefined}
            className={cx(
              'grid min-h-15 place-content-center justify-items-center gap-0.5 text-center text-meta font-medium -outline-offset-4',
              current ? 'text-brand' : 'text-mute',
            )}
          >
            <Icon size={22} aria-hidden />
            <span>
              {prefix && <span className="sr-only">{`${prefix} `}</span>}
              {label}
            </span>
          </Link>
        )
      })}
      <CompanyEntries place="bottom" />
    </nav>
  )
}
