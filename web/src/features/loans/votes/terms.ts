import { formatDateLong } from '@pematang/contract/format/date'
import { formatInterest } from '@pematang/contract/format/interest'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import { sumOf } from './months.ts'
import type { Vote } from './queries.ts'
import { returnText, spreadOf, tenorOf } from './words.ts'

type Side = Vote['before']

const lastDay = ({ installments }: Side): string => {
  const last = installments.at(-1)
  return last ? formatDateLong(last.dueDate) : '–'
}

const terms: readonly (readonly [string, (side: Side) => string])[] = [
  ['Bunga per tahun', ({ interest }) => formatInterest(interest)],
  ['Jenis bunga', spreadOf],
  ['Tenor', tenorOf],
  ['Angsuran tersisa', ({ installments }) => `${installments.length} kali`],
  ['Angsuran terakhir', lastDay],
  ['Pokok yang akan kembali', ({ installments }) => formatRupiah(sumOf(installments).principal)],
  ['Bunga yang akan diterima', ({ installments }) => formatRupiah(sumOf(installments).interest)],
  ['Imbal hasil per tahun', returnText],
]

/** The terms of a vote before and after, as this lender's own part of the loan has them. */
export const termsOf = ({ before, after }: Pick<Vote, 'before' | 'after'>) =>
  terms.map(([label, textOf]) => ({ label, before: textOf(before), after: textOf(after) }))
