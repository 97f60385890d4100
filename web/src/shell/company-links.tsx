import { Building2, ClipboardCheck, type LucideIcon } from 'lucide-react'
import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, onFailure } from '../api/client.ts'
import { isFactorNeeded } from '../api/errors.ts'
import { paths } from '../paths.ts'
import { Count } from '../ui/count.tsx'
import { cx } from '../ui/cx.ts'
import { Link } from '../ui/link.tsx'

/** What others propose is asked for this often while the page is visible, in milliseconds. */
const often = 60_000

type Props = { place: 'sidebar' | 'bottom' }

/**
 * What a company has in the navigation: its proposals, with how many wait for this person, and itself. On a phone, where
 * the width is for one more, the proposals lead to it.
 */
export function CompanyLinks({ place }: Props) {
  const count = useQuery({
    queryKey: ['company', 'count'],
    queryFn: ({ signal }) => api('GET /company/proposals/count', { signal, quiet: true }),
    refetchInterval: often,
  })
  const client = useQueryClient()
  // A refused call shows that the day has come before the next count does, which is refused as well.
  useEffect(
    () =>
      onFailure((error) => {
        if (isFactorNeeded(error)) void client.invalidateQueries({ queryKey: ['company', 'count'] })
      }),
    [client],
  )
  const waiting = count.data?.waiting ?? 0
  const proposals = { to: paths.proposals, label: 'Persetujuan', Icon: ClipboardCheck, count: waiting }
  return place === 'bottom' ? (
    <BottomLink {...proposals} />
  ) : (
    <>
      {isFactorNeeded(count.error) && <ToFactor />}
      <SidebarLink {...proposals} />
      <SidebarLink to={paths.company} label="Perusahaan" Icon={Building2} count={0} />
    </>
  )
}

/** What a member can still use without the second factor that their company asks for. */
const stillOpen: readonly string[] = [paths.sessions, paths.notifications]

/** Leads a member who lacks the second factor that their company asks for to where it is set up. */
function ToFactor() {
  const client = useQueryClient()
  const { pathname } = useLocation()
  // What was read before the day says that it is to come.
  useEffect(() => void client.invalidateQueries({ queryKey: ['requirements'] }), [client])
  return stillOpen.includes(pathname) ? null : <Navigate to={paths.sessions} replace />
}

type Entry = { to: string; label: string; Icon: LucideIcon; count: number }

const useCurrent = (to: string) => (useLocation().pathname.startsWith(to) ? ('page' as const) : undefined)

function SidebarLink({ to, label, Icon, count }: Entry) {
  const current = useCurrent(to)
  return (
    <Link
      to={to}
      aria-current={current}
      className={cx(
        'flex min-h-11 items-center gap-3 rounded-control px-3 font-medium transition-colors',
        current ? 'bg-brand-tint font-semibold text-brand' : 'text-mute hover:bg-idle-tint hover:text-ink',
      )}
    >
      <Icon size={20} aria-hidden />
      <span className="min-w-0 flex-1">{label}</span>
      <Count of={count} />
    </Link>
  )
}

function BottomLink({ to, label, Icon, count }: Entry) {
  const current = useCurrent(to)
  return (
    <Link
      to={to}
      aria-current={current}
      className={cx(
        'relative grid min-h-15 place-content-center justify-items-center gap-0.5 text-center text-meta font-medium -outline-offset-4',
        current ? 'text-brand' : 'text-mute',
      )}
    >
      <Icon size={22} aria-hidden />
      <span>{label}</span>
      <span className="absolute top-1 left-1/2 ml-2">
        <Count of={count} />
      </span>
    </Link>
  )
}
