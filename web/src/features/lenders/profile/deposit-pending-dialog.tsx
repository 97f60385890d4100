import { Hourglass } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ContactLine } from '../../../requirements/contact-links.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

type Props = { open: boolean; onOpenChange: (open: boolean) => void; onClosed: () => void }

/** Shown instead of Deposit while there is no account to pay into. */
export function DepositPendingDialog(props: Props) {
  const understood = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      {...props}
      size="medium"
      initialFocus={understood}
      title="Oops, virtual account Anda masih diproses"
      footer={
        <Button ref={understood} onClick={() => props.onOpenChange(false)}>
          Mengerti
        </Button>
      }
    >
      <div className="flex items-start gap-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-warn-tint text-warn">
          <Hourglass size={22} aria-hidden />
        </span>
        <div className="grid gap-2">
          <p className="text-mute">
            Petunjuk deposit akan tampil di sini setelah nomor virtual account Anda selesai diproses. Jangan
            transfer ke nomor lain; hubungi kami bila nomor Anda belum ada saat Anda ingin deposit.
          </p>
          <ContactLine />
        </div>
      </div>
    </Dialog>
  )
}
