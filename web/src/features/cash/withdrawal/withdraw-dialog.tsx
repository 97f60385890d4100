import { formatDateTimeLong } from '@pematang/contract/format/date'
import { type ReactNode, useRef } from 'react'
import type { Decision } from '../../../company/proposed.ts'
import { useProfile } from '../../../lender/profile.ts'
import { LoadFailure } from '../../../lists/load-failure.tsx'
import { Button } from '../../../ui/button.tsx'
import { ContactLine } from '../../../requirements/contact-links.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import type { WithdrawResult } from './withdraw-result.ts'
import { type DialogFrame, WithdrawSteps } from './withdraw-steps.tsx'

type Props = DialogFrame & {
  /** The proposal that is decided: its amount, reason and account are shown and cannot be changed. */
  decision?: Decision
  onEnded: (result: WithdrawResult) => void
  /** Opens the profile, where another account is asked for; not from a decision. */
  onProfile?: (() => void) | undefined
}

/** The dialog Tarik Dana: the amount, the registered account and the reason, then the password. */
export function WithdrawDialog({ decision, onEnded, onProfile, ...frame }: Props) {
  const profile = useProfile()
  if (!profile.data) return <ComingAccount frame={frame} profile={profile} />
  const { bankInformation, withdrawalsFrom } = profile.data
  if (!bankInformation) return <NoAccount frame={frame} onProfile={onProfile} />
  if (withdrawalsFrom !== null) return <Waiting frame={frame} from={withdrawalsFrom} />
  return <WithdrawSteps {...{ frame, decision, onEnded, onProfile }} account={bankInformation} />
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
const NoAccount = ({ frame, onProfile }: { frame: DialogFrame } & Pick<Props, 'onProfile'>) => (
  <NotNow frame={frame} title="Rekening bank Anda belum terdaftar">
    <p className="text-mute">
      Dana hanya dapat ditarik ke rekening bank Anda yang terdaftar. Rekening didaftarkan di Profil.
    </p>
    {onProfile && (
      <Button variant="secondary" className="mt-3" onClick={onProfile}>
        Daftarkan rekening
      </Button>
    )}
  </NotNow>
)

/** Shown after a change of contact or bank account, until the waiting time is over; a refusal says the same. */
const Waiting = ({ frame, from }: { frame: DialogFrame; from: string }) => (
  <NotNow frame={frame} title="Penarikan dana dijeda sementara">
    <p className="text-mute">
      Nomor handphone, email, atau rekening bank Anda baru saja diubah. Demi keamanan, penarikan dana dapat
      dilakukan lagi mulai <strong className="figures text-ink">{formatDateTimeLong(from)}</strong>.
    </p>
    <p className="mt-3 text-mute">
      Jika bukan Anda yang mengubahnya, tekan tautan di SMS atau email yang kami kirim, atau segera hubungi
      kami.
    </p>
  </NotNow>
)

function NotNow({ frame, title, children }: { frame: DialogFrame; title: string; children: ReactNode }) {
  const understood = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      {...frame}
      size="small"
      initialFocus={understood}
      title={title}
      footer={
        <Button ref={understood} onClick={() => frame.onOpenChange(false)}>
          Mengerti
        </Button>
      }
    >
      {children}
      <ContactLine />
    </Dialog>
  )
}
