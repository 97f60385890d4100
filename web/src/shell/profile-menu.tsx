import { ArrowUpFromLine, ChevronDown, KeyRound, LogOut, UserRound, Wallet } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { logOut } from '../session/end.ts'
import { useLender } from '../session/use-session.ts'
import { withLoader } from '../ui/loader-store.ts'
import { Menu } from '../ui/menu.tsx'
import { toast } from '../ui/toast-store.ts'

const ProfileDialog = lazy(() =>
  import('./profile-dialog.tsx').then((module) => ({ default: module.ProfileDialog })),
)

const icon = { size: 18, 'aria-hidden': true, className: 'shrink-0 text-mute' } as const
const notYet = () => toast.info('Fitur ini belum tersedia.')

/** Up to two first letters: `PT Sumber Rejeki` gives PS. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

/** What belongs to the lender: profile, money in and out, password, and the way out. */
export function ProfileMenu() {
  const lender = useLender()
  const [profile, setProfile] = useState<'unused' | 'open' | 'closed'>('unused')
  const items = [
    { label: 'Profil', icon: <UserRound {...icon} />, onSelect: () => setProfile('open') },
    { label: 'Deposit', icon: <Wallet {...icon} />, onSelect: notYet },
    { label: 'Tarik Dana', icon: <ArrowUpFromLine {...icon} />, onSelect: notYet },
    { label: 'Ubah Kata Sandi', icon: <KeyRound {...icon} />, onSelect: notYet },
    {
      label: 'Keluar',
      icon: <LogOut {...icon} className="shrink-0" />,
      onSelect: () => void withLoader(() => logOut()),
      apart: true,
      tone: 'bad' as const,
    },
  ]
  return (
    <>
      <Menu
        label={`Akun ${lender.userName}`}
        triggerClassName="flex min-h-11 items-center gap-2 rounded-control px-1.5 hover:bg-idle-tint"
        trigger={
          <>
            <span
              aria-hidden
              className="grid size-8 place-items-center rounded-full bg-brand-tint text-table font-semibold text-brand"
            >
              {initialsOf(lender.userName)}
            </span>
            <span aria-hidden className="hidden max-w-36 truncate font-medium lg:inline">
              {lender.userName}
            </span>
            <ChevronDown size={16} aria-hidden className="text-mute" />
          </>
        }
        header={
          <>
            <p className="truncate font-semibold">{lender.userName}</p>
            <p className="truncate text-table text-mute">{lender.email}</p>
          </>
        }
        items={items}
      />
      {profile !== 'unused' && (
        <Suspense>
          <ProfileDialog
            open={profile === 'open'}
            onOpenChange={(open) => setProfile(open ? 'open' : 'closed')}
          />
        </Suspense>
      )}
    </>
  )
}
