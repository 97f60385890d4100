import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { messageOf } from '../api/errors.ts'
import { useIsCompany } from '../company/member.ts'
import { institutionQuery, useInstitution } from '../features/lenders/profile/use-institution.ts'
import type { WithdrawResult } from '../features/cash/withdrawal/withdraw-result.ts'
import { profileQuery, useProfile } from '../lender/profile.ts'
import { paths } from '../paths.ts'
import { lazyPart, Part } from '../ui/lazy-part.tsx'
import { toastPartMissing } from '../ui/part-missing.tsx'
import { toast } from '../ui/toast-store.ts'

const dialogs = {
  profile: lazyPart(() =>
    import('../features/lenders/profile/profile-dialog.tsx').then((module) => module.ProfileDialog),
  ),
  depositPending: lazyPart(() =>
    import('../features/lenders/profile/deposit-pending-dialog.tsx').then(
      (module) => module.DepositPendingDialog,
    ),
  ),
  withdraw: lazyPart(() =>
    import('../features/cash/withdrawal/withdraw-dialog.tsx').then((module) => module.WithdrawDialog),
  ),
  password: lazyPart(() =>
    import('../features/lenders/auth/change-password-dialog.tsx').then(
      (module) => module.ChangePasswordDialog,
    ),
  ),
}
type DialogName = keyof typeof dialogs

/** Checks whether there is an account to pay into, in the company's profile or the lender's own. */
function useDeposit(onPending: () => void): () => Promise<void> {
  const client = useQueryClient()
  const isCorporate = useIsCompany()
  const navigate = useNavigate()
  // Prefetched, so that the answers are available here and in the dialogs.
  useInstitution()
  useProfile()
  return async () => {
    try {
      const who = isCorporate ? await client.query(institutionQuery) : await client.query(profileQuery)
      if (who.accountType) await navigate(paths.deposit)
      else onPending()
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
}

/**
 * The dialogs of the account, for every screen that offers them.
 * @returns `show` opens a dialog; `dialog` is the open dialog, to be rendered by the caller
 */
export function useAccountDialogs(): {
  show: (name: DialogName) => void
  openDeposit: () => Promise<void>
  dialog: ReactNode
} {
  const navigate = useNavigate()
  const [shown, setShown] = useState<{ name: DialogName; open: boolean } | null>(null)
  const show = (name: DialogName) => setShown({ name, open: true })
  const openDeposit = useDeposit(() => show('depositPending'))
  // Opens the result screen, which hides the top bar and with it the button that opened the dialog. Offline that screen
  // may not come, and an emptied dialog above it would look as if nothing had been sent.
  const showResult = (result: WithdrawResult) => {
    setShown(null)
    void navigate(paths.withdrawStatus, { state: result })
  }
  const Shown = shown && dialogs[shown.name]
  const dialog = Shown && (
    <Part
      key={shown.name}
      notLoaded={() => null}
      onNotLoaded={() => {
        setShown(null)
        toastPartMissing()
      }}
    >
      <Shown
        open={shown.open}
        onOpenChange={(open) => setShown({ ...shown, open })}
        onClosed={() => setShown(null)}
        onEnded={showResult}
        onProfile={() => show('profile')}
      />
    </Part>
  )
  return { show, openDeposit, dialog }
}
