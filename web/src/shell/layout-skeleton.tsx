import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { Link } from '../ui/link.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Logo } from './logo.tsx'
import { Sidebar } from './sidebar.tsx'

export const topBarClass =
  'sticky top-0 z-20 flex h-(--topbar-height) items-center gap-2 border-b border-line bg-surface px-4 md:gap-4 md:pr-4 md:pl-6'
export const mainClass = 'mx-auto w-full max-w-[1248px] px-4 pt-5 pb-28 outline-none md:px-6 md:pt-6 md:pb-12'
export const columnsClass = 'md:grid md:grid-cols-[var(--sidebar-width)_minmax(0,1fr)]'

/** The logged-in layout while its code loads: the server renders it before any script, and its links already work. */
export function LayoutSkeleton({ children }: { children: ReactNode }) {
  return (
    <div>
      <header className={topBarClass}>
        <Link to={paths.portfolio} className="flex rounded-control">
          <Logo title="Lender Dashboard" />
        </Link>
      </header>
      <div className={columnsClass}>
        <Sidebar />
        <main className={mainClass}>{children}</main>
      </div>
      <BottomBar />
    </div>
  )
}
