import { useQueryClient } from '@tanstack/react-query'
import { ArrowUpFromLine, ChevronDown, KeyRound, LogOut, UserRound, Wallet } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { messageOf } from '../api/errors.ts'
import { institutionQuery, useInstitution, useIsCorporate } from '../features/profile/use-institution.ts'
import type { WithdrawResult } from '../features/withdrawal/withdraw-result.ts'
import { paths } from '../paths.ts'
import { logOut } from '../session/end.ts'
import { useLender } from '../session/use-session.ts'
import { withLoader } from '../ui/loader-store.ts'
import { Menu } from '../ui/menu.tsx'
import { toast } from '../ui/toast-store.ts'

const dialogs = {
  profile: lazy(() =>
    import('../features/profile/profile-dialog.tsx').then((module) => ({ default: module.ProfileDialog })),
  ),
  depositPending: lazy(() =>
    import('../features/profile/deposit-pending-dialog.tsx').then((module) => ({
      default: module.DepositPendingDialog,
    })),
  ),
  withdraw: lazy(() =>
    import('../features/withdrawal/withdraw-dialog.tsx').then((module) => ({
      default: module.WithdrawDialog,
    })),
  ),
  password: lazy(() =>
    import('../features/auth/change-password-dialog.tsx').then((module) => ({
      default: module.ChangePasswordDialog,
    })),
  ),
}
type DialogName = keyof typeof dialogs

const icon = { size: 18, 'aria-hidden': true, className: 'shrink-0 text-mute' } as const

/** Up to two first letters: `PT Sumber Rejeki` gives PS. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

/** Asks whether there is an account to pay in to. A person has no company profile, and so none either. */
function useDeposit(onPending: () => void): () => Promise<void> {
  const client = useQueryClient()
  const isCorporate = useIsCorporate()
  const navigate = useNavigate()
  // Asked for in advance, so that the answer is there when it is needed.
  useInstitution()
  return async () => {
    try {
      const company = isCorporate ? await client.query(institutionQuery) : null
      if (company?.accountType) await navigate(paths.deposit)
      else onPending()
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
}

/** What belongs to the lender: profile, money in and out, password, and the way out. */
export function ProfileMenu() {
  const lender = useLender()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<{ name: DialogName; open: boolean } | null>(null)
  const show = (name: DialogName) => setDialog({ name, open: true })
  const openDeposit = useDeposit(() => show('depositPending'))
  const items = [
    { label: 'Profil', icon: <UserRound {...icon} />, onSelect: () => show('profile') },
    { label: 'Deposit', icon: <Wallet {...icon} />, onSelect: () => void openDeposit() },
    { label: 'Tarik Dana', icon: <ArrowUpFromLine {...icon} />, onSelect: () => show('withdraw') },
    { label: 'Ubah Kata Sandi', icon: <KeyRound {...icon} />, onSelect: () => show('password') },
    {
      label: 'Keluar',
      icon: <LogOut {...icon} className="shrink-0" />,
      onSelect: () => void withLoader(() => logOut()),
      apart: true,
      tone: 'bad' as const,
    },
  ]
  // The result hides the top bar, and with it this menu and its dialog.
  const showResult = (result: WithdrawResult) => void navigate(paths.withdrawStatus, { state: result })
  const Shown = dialog && dialogs[dialog.name]
  return (
    <>
      <Menu
        label={`Akun ${lender.userName}`}
        triggerClassName="flex min-h-11 items-center gap-2 rounded-control px-1.5 hover:bg-idle-tint"
        trigger={<Who name={lender.userName} />}
        header={
          <>
            <p className="truncate font-semibold">{lender.userName}</p>
            <p className="truncate text-table text-mute">{lender.email}</p>
          </>
        }
        items={items}
      />
      {Shown && (
        <Suspense>
          <Shown
            open={dialog.open}
            onOpenChange={(open) => setDialog({ ...dialog, open })}
            onClosed={() => setDialog(null)}
            onEnded={showResult}
          />
        </Suspense>
      )}
    </>
  )
}

/** The initials; on a desktop with the name. */
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
    <ChevronDown size={16} aria-hidden className="text-mute" />
  </>
)
