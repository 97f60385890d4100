import { useRef } from 'react'
import { useLender } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { WithdrawResult } from './withdraw-result.ts'
import { type DialogFrame, WithdrawSteps } from './withdraw-steps.tsx'

type Props = DialogFrame & { onEnded: (result: WithdrawResult) => void }

/** Tarik Dana: how much to the registered account and why, then the password. */
export function WithdrawDialog({ onEnded, ...frame }: Props) {
  const { bankInformation } = useLender()
  return bankInformation ? (
    <WithdrawSteps frame={frame} account={bankInformation} onEnded={onEnded} />
  ) : (
    <NoAccount {...frame} />
  )
}

/** Withdrawals go to the registered account only, and there is none. */
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
        rekening, lalu login kembali.
      </p>
    </Dialog>
  )
}
