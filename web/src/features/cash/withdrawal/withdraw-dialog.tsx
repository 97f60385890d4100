import { useRef } from 'react'
import { useProfile } from '../../../lender/profile.ts'
import { LoadFailure } from '../../../lists/load-failure.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import type { WithdrawResult } from './withdraw-result.ts'
import { type DialogFrame, WithdrawSteps } from './withdraw-steps.tsx'

type Props = DialogFrame & { onEnded: (result: WithdrawResult) => void }

/** The dialog Tarik Dana: the amount, the registered account and the reason, then the password. */
export function WithdrawDialog({ onEnded, ...frame }: Props) {
  const profile = useProfile()
  if (!profile.data) return <ComingAccount frame={frame} profile={profile} />
  const { bankInformation } = profile.data
  return bankInformation ? (
    <WithdrawSteps frame={frame} account={bankInformation} onEnded={onEnded} />
  ) : (
    <NoAccount {...frame} />
  )
}

/** Placeholder while the registered account loads; the browser stores only its masked number. */
const ComingAccount = ({
  frame,
  profile,
}: {
  frame: DialogFrame
  profile: ReturnType<typeof useProfile>
}) => (
  <Dialog {...frame} size="small" title="Tarik Dana">
    {profile.isPending ? (
      <Loading label="Memuat rekening tujuan…">
        <div className="flex items-center gap-4">
          <Skeleton className="size-11" />
          <div className="grid gap-1.5">
            <Skeleton className="h-4.5 w-44" />
            <Skeleton className="h-4 w-36" />
          </div>
        </div>
      </Loading>
    ) : (
      <LoadFailure query={profile} />
    )}
  </Dialog>
)

/** Shown to a lender without a registered account: withdrawals can go to no other account. */
function NoAccount(frame: DialogFrame) {
  const understood = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      {...frame}
      size="small"
      initialFocus={understood}
      title="Rekening bank Anda belum terdaftar"
      footer={
        <Button ref={understood} onClick={() => frame.onOpenChange(false)}>
          Mengerti
        </Button>
      }
    >
      <p className="text-mute">
        Dana hanya dapat ditarik ke rekening bank Anda yang terdaftar. Hubungi kami untuk mendaftarkan
        rekening.
      </p>
    </Dialog>
  )
}
