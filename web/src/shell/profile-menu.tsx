import { ArrowUpFromLine, ChevronDown, KeyRound, LogOut, Percent, UserRound, Wallet } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useMay } from '../company/member.ts'
import { useProfile } from '../lender/profile.ts'
import { paths } from '../paths.ts'
import { logOut } from '../session/end.ts'
import { useLender } from '../session/use-session.ts'
import { withLoader } from '../ui/loader-store.ts'
import { Menu } from '../ui/menu.tsx'
import { useAccountDialogs } from './account-dialogs.tsx'

const icon = { size: 18, 'aria-hidden': true, className: 'shrink-0 text-mute' } as const

/** Up to two initials: `PT Sumber Rejeki` gives PS. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

/** The account menu: profile, deposit, withdrawal, password and logout. */
export function ProfileMenu() {
  const lender = useLender()
  const { show, openDeposit, dialog } = useAccountDialogs()
  const navigate = useNavigate()
  const may = useMay('WITHDRAWAL')
  const name = lender.member?.name ?? lender.userName
  const items = [
    { label: 'Profil', icon: <UserRound {...icon} />, onSelect: () => show('profile') },
    { label: 'Deposit', icon: <Wallet {...icon} />, onSelect: () => void openDeposit() },
    ...(may
      ? [{ label: 'Tarik Dana', icon: <ArrowUpFromLine {...icon} />, onSelect: () => show('withdraw') }]
      : []),
    { label: 'Pajak', icon: <Percent {...icon} />, onSelect: () => void navigate(paths.taxOf()) },
    { label: 'Ubah Kata Sandi', icon: <KeyRound {...icon} />, onSelect: () => show('password') },
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
        label={`Akun ${name}`}
        triggerClassName="flex min-h-11 items-center gap-2 rounded-control px-1.5 hover:bg-idle-tint"
        trigger={<Who name={name} />}
        header={
          <>
            <p className="font-semibold break-words">{name}</p>
            {lender.member && <p className="text-table text-mute break-words">{lender.userName}</p>}
            <Email />
          </>
        }
        items={items}
      />
      {dialog}
    </>
  )
}

/** The e-mail address, fetched when the menu opens. Its line is reserved so that the layout does not shift. */
const Email = () => <p className="h-[1lh] truncate text-table text-mute">{useProfile().data?.email}</p>

/** The initials of the lender; on a desktop also the name. */
const Who = ({ name }: { name: string }) => (
  <>
    <span
      aria-hidden
      className="grid size-8 place-items-center rounded-full bg-brand-tint text-table font-semibold text-brand"
    >
      {initialsOf(name)}
    </span>
    <span aria-hidden className="hidden max-w-64 truncate font-medium lg:inline">
      {name}
    </span>
    <ChevronDown size={16} aria-hidden className="text-mute max-[22.5rem]:hidden" />
  </>
)
