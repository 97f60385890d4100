import { formatDateTimeLong } from '@pematang/contract/format/date'
import { Button } from '../../../ui/button.tsx'
import { countText } from '../../../ui/count-text.ts'
import { Money } from '../../../ui/money.tsx'
import type { WaitingFunding } from './fund-loan.ts'
import type { Waiting } from './use-funding.ts'

/** The reservation whose deadline for the signature comes first. */
export const firstToSign = (list: readonly WaitingFunding[]): WaitingFunding | undefined =>
  list.toSorted((a, b) => (a.signBefore < b.signBefore ? -1 : 1))[0]

/** The existing reservations of the same amount, and until when they can be signed. */
export function WaitingStep({ waiting: { amount, list } }: { waiting: Waiting }) {
  const first = firstToSign(list)
  return (
    <div role="status" className="grid gap-3">
      <p>
        Anda sudah menyisihkan <Money amount={amount} className="font-semibold" /> untuk pinjaman ini
        {list.length > 1 && <> sebanyak {countText(list.length)} kali</>}, dan perjanjiannya belum
        ditandatangani.
      </p>
      {first && (
        <p className="text-mute">
          {list.length > 1 ? 'Yang pertama berakhir dapat' : 'Perjanjian itu dapat'} ditandatangani sampai{' '}
          <span className="figures font-medium text-ink">{formatDateTimeLong(first.signBefore)}</span>.
          Setelah itu dananya kembali ke Cash Balance.
        </p>
      )}
      <p className="text-mute">
        Pendanaan baru menyisihkan <Money amount={amount} /> lagi dari Cash Balance Anda.
      </p>
    </div>
  )
}

type Buttons = {
  waiting: Waiting
  busy: boolean
  onSign: (funding: WaitingFunding) => void
  onAnother: () => void
}

export function WaitingButtons({ waiting, busy, onSign, onAnother }: Buttons) {
  const first = firstToSign(waiting.list)
  return (
    <>
      <Button variant="secondary" busy={busy} onClick={onAnother}>
        Buat pendanaan baru
      </Button>
      {first && (
        <Button disabled={busy} onClick={() => onSign(first)}>
          Tanda tangani yang menunggu
        </Button>
      )}
    </>
  )
}
