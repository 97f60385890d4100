import { formatRupiah } from '@pematang/contract/format/rupiah'
import { cx } from './cx.ts'

/** An amount of whole rupiah as `Rp1.250.000`, with digits of equal width that never wrap. */
export function Money({ amount, className }: { amount: number; className?: string }) {
  return <span className={cx('figures', className)}>{formatRupiah(amount)}</span>
}
