import { Clock } from 'lucide-react'
import { Money } from '../../ui/money.tsx'

/**
 * Money reserved for fundings that wait for a signature. It is no longer part of the cash balance, and it comes
 * back to it when the time to sign has passed.
 * @param amount whole rupiah, above zero
 */
export function ReservedNotice({ amount }: { amount: number }) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 rounded-card bg-warn-tint px-3.5 py-3 text-table md:grid-cols-[auto_auto_minmax(0,1fr)_auto] md:px-5">
      <Clock aria-hidden className="size-4 text-warn" />
      <strong className="font-semibold text-warn">Menunggu tanda tangan</strong>
      <Money amount={amount} className="font-semibold md:order-last" />
      <p className="col-span-3 text-meta text-mute md:col-span-1 md:text-table">
        Dana ini disisihkan dari Cash Balance sampai perjanjian ditandatangani, dan kembali bila batas
        waktunya lewat.
      </p>
    </div>
  )
}
