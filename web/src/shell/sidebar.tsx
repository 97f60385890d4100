import { useLocation } from 'react-router'
import { cx } from '../ui/cx.ts'
import { Link } from '../ui/link.tsx'
import { CompanyEntries } from './company-entries.tsx'
import { navigation } from './navigation.ts'

/** The navigation on a desktop. */
export function Sidebar() {
  const { pathname } = useLocation()
  return (
    <aside className="sticky top-(--topbar-height) hidden h-[calc(100dvh-var(--topbar-height))] flex-col border-r border-line bg-surface p-3 md:flex">
      <nav aria-label="Menu utama" className="grid gap-1">
        {navigation.map(({ prefix, label, to, under, Icon }) => {
          const current = under.some((start) => pathname.startsWith(start))
          return (
            <Link
              key={to}
              to={to}
              aria-current={current ? 'page' : undefined}
              className={cx(
                'flex min-h-11 items-center gap-3 rounded-control px-3 font-medium transition-colors',
                current
                  ? 'bg-brand-tint font-semibold text-brand'
                  : 'text-mute hover:bg-idle-tint hover:text-ink',
              )}
            >
              <Icon size={20} aria-hidden />
              {prefix ? `${prefix} ${label}` : label}
            </Link>
          )
        })}
        <CompanyEntries place="sidebar" />
      </nav>
    </aside>
  )
}
