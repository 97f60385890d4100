import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { BorrowerItem } from '@pematang/contract/reports/borrowers/endpoints'

type Reason = { text: string; isBad: boolean }
type Figures = Pick<BorrowerItem, 'activeLoanAmount' | 'paidAmount' | 'writtenOffAmount' | 'daysLate'>

/** Why the figures of a borrower are what they are: late, written off, or repaid in full. */
export function reasonsOf({ activeLoanAmount, paidAmount, writtenOffAmount, daysLate }: Figures): Reason[] {
  return [
    ...(daysLate > 0 ? [{ text: `Terlambat ${daysLate} hari`, isBad: true }] : []),
    ...(writtenOffAmount > 0
      ? [{ text: `Dihapusbukukan ${formatRupiah(writtenOffAmount)}`, isBad: true }]
      : []),
    ...(activeLoanAmount === 0 && writtenOffAmount === 0 && paidAmount > 0
      ? [{ text: 'Lunas', isBad: false }]
      : []),
  ]
}
