import { Bell } from '../features/lenders/notifications/bell.tsx'
import { Tkb } from '../features/loans/credit-quality/tkb.tsx'
import { paths } from '../paths.ts'
import { Link } from '../ui/link.tsx'
import { useAccountDialogs } from './account-dialogs.tsx'
import { topBarClass } from './layout-skeleton.tsx'
import { Logo } from './logo.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

/** The top bar: logo, title, the four TKB figures, and the account menu. */
export function TopBar() {
  const { show, dialog } = useAccountDialogs()
  return (
    <header className={topBarClass}>
      <Link to={paths.portfolio} className="flex rounded-control">
        <Logo title="Lender Dashboard" />
      </Link>
      <div className="ml-auto flex items-center gap-1 md:gap-2">
        <Tkb />
        <Bell onProfile={() => show('profile')} />
        <ThemeToggle />
        <ProfileMenu />
      </div>
      {dialog}
    </header>
  )
}
