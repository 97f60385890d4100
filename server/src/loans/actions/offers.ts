import { formatDateLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import {
  type Action,
  action,
  dateField,
  loanField,
  nameField,
  reasonField,
  textField,
  yesField,
} from '../../staff/index.ts'
import {
  asTheyAre,
  cancelLoan,
  deleteDraft,
  extendOffer,
  publishLoans,
  renameBorrower,
  restoreDraft,
} from '../offers/index.ts'
import { ofLoan, statusBefore, toldLenders } from './telling.ts'

const loan = loanField('Pinjaman')
const dayInWords = (day: string): string => formatDateLong(new Date(`${day}T00:00:00+07:00`))

export const offers: readonly Action[] = [
  action({
    command: publishLoans,
    title: 'Tawarkan pinjaman',
    group: 'Penawaran',
    belongsTo: ['LOAN'],
    does: 'Menawarkan draf di marketplace, dengan isi yang sekarang: bila draf diubah sesudahnya, usulan ini ditolak.',
    fields: { loanNumber: loan },
    input: ({ loanNumber }, { db }) => asTheyAre(db, [loanNumber]),
    after: ({ published, notOffered }) => ({
      Ditawarkan: String(published),
      ...(notOffered.length === 0
        ? {}
        : { 'Tidak dapat ditawarkan': notOffered.map(({ loanNumber }) => loanNumber).join(', ') }),
    }),
    told: () => ['Pemberi Dana dengan pencarian tersimpan yang cocok diberi tahu.'],
    about: (input) => {
      const [loanNumber, ...others] = numbersOf(input)
      return loanNumber === undefined || others.length > 0 ? null : ofLoan({ loanNumber })
    },
    says: (input) => ({
      Pinjaman:
        'loanIds' in input ? `${input.loanIds.length} pinjaman dari berkas` : numbersOf(input).join(', '),
    }),
  }),
  action({
    command: cancelLoan,
    title: 'Batalkan penawaran',
    group: 'Penawaran',
    belongsTo: ['LOAN'],
    does: 'Menarik pinjaman yang belum dicairkan dari marketplace; dana yang sudah masuk dikembalikan.',
    fields: { loanNumber: loan, reason: reasonField() },
    input: (filled) => filled,
    before: statusBefore,
    after: ({ cancelled, refunded, released, cancelling, amount }) => ({
      Status: cancelled ? 'dibatalkan' : 'tidak berubah',
      'Pendanaan yang dikembalikan': String(refunded),
      'Pemesanan yang dilepas': String(released),
      ...(cancelling === 0 ? {} : { 'Menunggu pembatalan tanda tangan': String(cancelling) }),
      'Dana yang kembali': formatRupiah(amount),
    }),
    told: toldLenders,
    about: ofLoan,
  }),
  action({
    command: extendOffer,
    title: 'Perpanjang penawaran',
    group: 'Penawaran',
    belongsTo: ['LOAN'],
    does: 'Menawarkan pinjaman lebih lama.',
    fields: {
      loanNumber: loan,
      until: dateField('Sampai'),
      beyondAgreements: yesField('Juga melewati tenggat perjanjian yang sudah dibuat'),
    },
    input: (filled) => filled,
    after: ({ offerUntil, extendedUntil, lenders }) => ({
      'Akhir penawaran': `${dayInWords(extendedUntil)} (semula ${dayInWords(offerUntil)})`,
      'Pemberi Dana yang diberi tahu': String(lenders),
    }),
    told: toldLenders,
    about: ofLoan,
  }),
  action({
    command: deleteDraft,
    title: 'Hapus draf',
    group: 'Penawaran',
    belongsTo: ['LOAN'],
    does: 'Menghapus draf; nomornya tidak dipakai lagi, dan draf dapat dipulihkan.',
    fields: { loanNumber: loan, reason: reasonField() },
    input: (filled) => filled,
    before: statusBefore,
    after: ({ deleted }) => ({ Status: deleted ? 'dihapus' : 'sudah dihapus' }),
    about: ofLoan,
  }),
  action({
    command: restoreDraft,
    title: 'Pulihkan draf',
    group: 'Penawaran',
    belongsTo: [],
    does: 'Mengembalikan draf yang dihapus, tanpa perubahan.',
    fields: { loanNumber: loan, reason: reasonField() },
    input: (filled) => filled,
    after: ({ restored }) => ({ Status: restored ? 'draf' : 'sudah draf' }),
    about: ofLoan,
  }),
  action({
    command: renameBorrower,
    title: 'Perbaiki nama Penerima Dana',
    group: 'Penawaran',
    belongsTo: [],
    does: 'Memperbaiki nama Penerima Dana di semua pinjamannya; nama lama tetap tercatat.',
    fields: {
      borrowerNumber: textField('Nomor Penerima Dana', 40),
      name: nameField('Nama yang benar'),
      reason: reasonField(),
    },
    input: (filled) => filled,
    after: ({ oldName }, { name }) => ({ 'Nama lama': oldName, 'Nama baru': name }),
  }),
]

const numbersOf = (input: object): readonly string[] =>
  'loanNumbers' in input && Array.isArray(input.loanNumbers) ? (input.loanNumbers as string[]) : []
