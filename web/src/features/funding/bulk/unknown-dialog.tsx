import { Button } from '../../../ui/button.tsx'
import { countText } from '../../../ui/count-text.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Money } from '../../../ui/money.tsx'
import { useOutcomePolling } from '../../../api/idempotency/use-outcome-polling.ts'
import { lookUpBulk } from './bulk-offer.ts'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onClosed: () => void
  /** The idempotency key of the request, for looking up its outcome. */
  outcomeKey: string
  /** The number of loans and the amount in whole rupiah that the lender requested. */
  asked: { count: number; total: number }
  /** Called when the money is reserved. */
  onSubmitted: (bulkFundingNumber: string) => void
  /** Called when nothing was reserved, with the reason. */
  onFailed: (sentence: string) => void
}

/** A bulk funding whose answer was lost: polls the server until the outcome is known. */
export function UnknownDialog({ outcomeKey, asked, onSubmitted, onFailed, ...dialog }: Props) {
  const { isPolling, pollNow } = useOutcomePolling(outcomeKey, lookUpBulk, (outcome) =>
    'answer' in outcome ? onSubmitted(outcome.answer.bulkFundingNumber) : onFailed(outcome.refusal.message),
  )
  return (
    <Dialog
      {...dialog}
      title="Pendanaan sedang dipastikan"
      footer={
        <>
          <Button variant="secondary" onClick={() => dialog.onOpenChange(false)}>
            Tutup
          </Button>
          <Button busy={isPolling} onClick={pollNow}>
            Periksa lagi
          </Button>
        </>
      }
    >
      <p role="status" className="text-mute">
        Jawaban server untuk pendanaan <Money amount={asked.total} className="font-semibold text-ink" /> (
        <span className="figures font-semibold text-ink">{countText(asked.count)} pinjaman</span>) belum kami
        terima. Kami terus menanyakannya, dan hasilnya tampil di sini. Anda tidak perlu mengulang pendanaan
        ini; satu produk tidak akan didanai dua kali.
      </p>
    </Dialog>
  )
}
