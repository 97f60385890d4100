import { formatRupiah } from '@pematang/contract/format/rupiah'
import { cx } from './cx.ts'

/** Whole rupiah as `Rp1.250.000`, in figures of equal width that never wrap. */
export function Money({ amount, className }: { amount: number; className?: string }) {
  return <span className={cx('figures', className)}>{formatRupiah(amount)}</span>
}
