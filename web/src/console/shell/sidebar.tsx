import { useLocation } from 'react-router'
import { Mark } from '../../shell/logo.tsx'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/link.tsx'
import { Count } from '../../ui/count.tsx'
import { isCurrent, navigation } from './navigation.ts'
import { paths } from '../paths.ts'

/** The navigation on a desktop. */
export function Sidebar({ forMe }: { forMe: number }) {
  const { pathname } = useLocation()
  return (
    <aside className="sticky top-0 hidden h-dvh flex-col gap-4 border-r border-line bg-surface p-3 md:flex">
      <p className="flex min-h-11 items-center gap-2.5 px-2">
        <Mark className="size-7!" />
        <span className="text-section font-bold tracking-tight">Konsol</span>
      </p>
      <nav aria-label="Menu utama" className="grid gap-0.5">
        {navigation.map(({ label, to, Icon }) => {
          const current = isCurrent(to, pathname)
          return (
            <Link
              key={to}
              to={to}
              aria-current={current ? 'page' : undefined}
              className={cx(
                'flex min-h-10 items-center gap-3 rounded-control px-3 text-table font-medium transition-colors',
                current
                  ? 'bg-brand-tint font-semibold text-brand'
                  : 'text-mute hover:bg-idle-tint hover:text-ink',
              )}
            >
              <Icon size={18} aria-hidden />
              <span className="flex-1">{label}</span>
              {to === paths.proposals && <Count of={forMe} />}
            </Link>
          )
        })}
      </nav>
    </aside>
  )
}
