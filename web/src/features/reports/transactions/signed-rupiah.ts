import { formatRupiah } from '@pematang/contract/format/rupiah'

/**
 * Formats whole rupiah with a sign: '+Rp1.000' for money that came in, '-Rp1.000' for money that left, 'Rp0' for zero.
 */
export const signedRupiah = (amount: number): string => `${amount > 0 ? '+' : ''}${formatRupiah(amount)}`
