import { formatRupiah } from '@pematang/contract/format/rupiah'
import { Money } from '../ui/money.tsx'

/** The sentence for an amount above this lender's remaining legal limit, in whole rupiah. */
export const roomSentence = (room: number): string =>
  `Sesuai batas pendanaan Anda, jumlah yang masih dapat Anda danai adalah ${formatRupiah(room)}`

type Props = {
  /** The remaining legal limit in whole rupiah; null where no limit applies. */
  room: number | null
  /** Shown only if the remaining limit is less than this amount: otherwise another rule is stricter. */
  below: number
}

/** A sentence with the remaining legal limit of this lender. */
export const FundingRoom = ({ room, below }: Props) =>
  room !== null &&
  room < below && (
    <p className="flex items-center justify-between gap-4 text-table text-mute">
      Sisa batas pendanaan Anda
      <Money amount={room} className="font-semibold text-ink" />
    </p>
  )
