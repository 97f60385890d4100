import { formatRupiah } from '@pematang/contract/format/rupiah'

/** '+Rp1.000' for money that came in, '-Rp1.000' for money that left, 'Rp0' for none. Whole rupiah. */
export const signedRupiah = (amount: number): string => `${amount > 0 ? '+' : ''}${formatRupiah(amount)}`
