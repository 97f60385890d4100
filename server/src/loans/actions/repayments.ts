import { formatDateLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { ObjectRef } from '@pematang/contract/staff/fields'
import {
  type Action,
  action,
  dateField,
  loanField,
  optional,
  paymentField,
  reasonField,
  rupiahField,
  textField,
  type Words,
  yesField,
} from '../../staff/index.ts'
import { type RecordedRepayment, recordRepayment, type Repayment } from '../repayment/index.ts'
import { reverseRepayment } from '../reversals/index.ts'
import { settleEarly } from '../terms/index.ts'
import { toldLenders } from './telling.ts'

const fields = {
  loanNumber: loanField('Pinjaman'),
  paidOn: dateField('Tanggal valuta'),
  amount: rupiahField('Jumlah yang diterima'),
  reference: textField('Referensi di bank', 100),
  penalty: optional(rupiahField('Bagian denda')),
  fee: optional(rupiahField('Bagian biaya platform')),
  again: yesField('Catat lagi setelah dibatalkan'),
}

const asRepayment = ({ again, ...payment }: Repayment & { again: boolean }): Repayment => ({
  ...payment,
  ...(again ? { again } : {}),
})

type Parts = Pick<RecordedRepayment, 'principal' | 'interest' | 'penalty' | 'fee' | 'excess' | 'tax'>

const partsInWords = ({ principal, interest, penalty, fee, excess, tax }: Parts): Words => ({
  Pokok: formatRupiah(principal),
  Bunga: formatRupiah(interest),
  Denda: formatRupiah(penalty),
  ...(fee === 0 ? {} : { 'Biaya platform': formatRupiah(fee) }),
  ...(excess === 0 ? {} : { 'Kelebihan bayar': formatRupiah(excess) }),
  'Pajak yang dipotong': formatRupiah(tax),
})

const recorded = (
  { repaid, repeated, moved, ...parts }: RecordedRepayment,
  { amount }: Repayment,
): Words => ({
  Pembayaran: repeated ? 'sudah tercatat' : formatRupiah(amount),
  ...partsInWords(parts),
  ...(repaid ? { Pinjaman: 'lunas' } : {}),
  ...(moved.length === 0 ? {} : { 'Dialokasikan ulang': moved.join(', ') }),
})

const aboutPayment = ({ reference }: { reference: string }): ObjectRef => ({ kind: 'PAYMENT', id: reference })

export const repayments: readonly Action[] = [
  action({
    command: recordRepayment,
    title: 'Catat pembayaran',
    group: 'Pembayaran',
    belongsTo: ['LOAN'],
    does: 'Mencatat pembayaran Penerima Dana dan membagikannya kepada para Pemberi Dana.',
    fields,
    input: asRepayment,
    after: recorded,
    told: toldLenders,
    about: ({ loanNumber }) => ({ kind: 'LOAN', id: loanNumber }),
  }),
  action({
    command: settleEarly,
    title: 'Catat pelunasan dipercepat',
    group: 'Pembayaran',
    belongsTo: ['LOAN'],
    does: 'Mencatat pelunasan seluruh pinjaman; bunga masa berikutnya dihapus.',
    fields,
    input: asRepayment,
    after: recorded,
    told: toldLenders,
    about: ({ loanNumber }) => ({ kind: 'LOAN', id: loanNumber }),
  }),
  action({
    command: reverseRepayment,
    title: 'Batalkan pembayaran, atau catat ulang',
    group: 'Pembayaran',
    belongsTo: ['PAYMENT', 'LOAN'],
    does: 'Mengambil kembali pembayaran yang salah catat. Dengan tanggal atau jumlah yang benar ia langsung dicatat ulang.',
    fields: {
      reference: paymentField('Referensi pembayaran'),
      loanNumber: optional(loanField('Pinjaman, bila satu transfer membayar beberapa')),
      paidOn: optional(dateField('Tanggal valuta yang benar')),
      amount: optional(rupiahField('Jumlah yang benar')),
      reason: reasonField(),
    },
    input: (filled) => filled,
    after: ({ amount, loanNumber, owed, claimed, moved, corrected, ...parts }, { paidOn }) => ({
      [`Pembayaran atas ${loanNumber}`]: `${formatRupiah(amount)} diambil kembali`,
      ...partsInWords(parts),
      ...(owed === 0 ? {} : { 'Kekurangan yang menjadi kewajiban Pemberi Dana': formatRupiah(owed) }),
      ...(claimed === 0 ? {} : { 'Pajak dan biaya yang ditagih kembali': formatRupiah(claimed) }),
      ...(moved.length === 0 ? {} : { 'Dialokasikan ulang': moved.join(', ') }),
      ...(corrected === null ? {} : { 'Dicatat ulang': correctedInWords(corrected, paidOn) }),
    }),
    told: toldLenders,
    about: aboutPayment,
  }),
]

const correctedInWords = (
  { principal, interest, penalty, fee, excess }: RecordedRepayment,
  paidOn: string | undefined,
): string =>
  `${formatRupiah(principal + interest + penalty + fee + excess)}${
    paidOn === undefined ? '' : ` pada ${formatDateLong(new Date(`${paidOn}T00:00:00+07:00`))}`
  }`
