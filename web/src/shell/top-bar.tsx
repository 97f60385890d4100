import { Link } from 'react-router'
import { Tkb } from '../features/credit-quality/tkb.tsx'
import { paths } from '../paths.ts'
import { Logo } from './logo.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

/** Logo, title, the four TKB figures, and what belongs to the lender. */
export function TopBar() {
  return (
    <header className="sticky top-0 z-20 flex h-(--topbar-height) items-center gap-2 border-b border-line bg-surface px-4 md:gap-4 md:pr-4 md:pl-6">
      <Link to={paths.portfolio} className="flex rounded-control">
        <Logo title="Lender Dashboard" />
      </Link>
      <div className="ml-auto flex items-center gap-1 md:gap-2">
        <Tkb />
        <ThemeToggle />
        <ProfileMenu />
      </div>
    </header>
  )
}
