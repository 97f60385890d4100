import { formatDateLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import {
  type Action,
  action,
  dateField,
  documentField,
  loanField,
  nameField,
  codeField,
  optional,
  reasonField,
  textField,
} from '../../staff/index.ts'
import { disburseLoan, storeLoanAccount } from '../disbursement/index.ts'
import { reverseDisbursement, reverseRestructuring, reverseWriteOff } from '../reversals/index.ts'
import { restructureLoan, writeOffLoan } from '../terms/index.ts'
import { ofLoan, statusBefore, toldLenders } from './telling.ts'
import { termFields, termsInWords } from './term-fields.ts'

const loan = loanField('Pinjaman')
const dayInWords = (day: string): string => formatDateLong(new Date(`${day}T00:00:00+07:00`))

export const terms: readonly Action[] = [
  action({
    command: disburseLoan,
    title: 'Cairkan pinjaman',
    group: 'Pinjaman',
    belongsTo: ['LOAN'],
    does: 'Mencatat bahwa pinjaman yang terdanai penuh sudah dibayarkan kepada Penerima Dana; jadwalnya mulai berjalan.',
    fields: { loanNumber: loan, disbursedOn: optional(dateField('Tanggal pencairan')) },
    input: (filled) => filled,
    before: statusBefore,
    after: ({ disbursedOn, amount, installments, fundings }) => ({
      Status: 'berjalan',
      'Dana yang dicairkan': `${formatRupiah(amount)} pada ${dayInWords(disbursedOn)}`,
      Angsuran: String(installments),
      Pendanaan: String(fundings),
    }),
    told: toldLenders,
    about: ofLoan,
  }),
  action({
    command: reverseDisbursement,
    title: 'Batalkan pencairan',
    group: 'Pinjaman',
    belongsTo: ['LOAN'],
    does: 'Mengambil kembali pencatatan pencairan yang salah; pinjaman kembali terdanai penuh.',
    fields: { loanNumber: loan, reason: reasonField() },
    input: (filled) => filled,
    before: statusBefore,
    after: ({ amount, disbursedOn }) => ({
      Status: 'terdanai penuh',
      'Pencairan yang diambil kembali': `${formatRupiah(amount)} tanggal ${dayInWords(disbursedOn)}`,
    }),
    about: ofLoan,
  }),
  action({
    command: storeLoanAccount,
    title: 'Ubah rekening Penerima Dana',
    group: 'Pinjaman',
    belongsTo: ['LOAN'],
    does: 'Menetapkan rekening tujuan pencairan.',
    fields: {
      loanNumber: loan,
      bankCode: codeField('Kode bank', 3, 3),
      accountNumber: codeField('Nomor rekening', 5, 20),
      accountHolder: nameField('Nama pemilik rekening'),
      reason: reasonField(),
    },
    input: (filled) => filled,
    after: ({ changed }, { bankCode, accountNumber, accountHolder }) => ({
      Rekening: `${bankCode} ${accountNumber}${changed ? '' : ' (sudah demikian)'}`,
      'Atas nama': accountHolder,
    }),
    about: ofLoan,
  }),
  action({
    command: writeOffLoan,
    title: 'Hapus buku',
    group: 'Pinjaman',
    belongsTo: ['LOAN'],
    does: 'Pinjaman tidak lagi dihitung sebagai tertunggak atau terutang; pembayaran kemudian tetap dibagikan.',
    fields: { loanNumber: loan, writtenOffOn: dateField('Tanggal'), reason: reasonField() },
    input: (filled) => filled,
    before: statusBefore,
    after: ({ principal, interest }) => ({
      Status: 'dihapusbukukan',
      'Pokok yang dihapusbukukan': formatRupiah(principal),
      'Bunga yang dihapusbukukan': formatRupiah(interest),
    }),
    told: toldLenders,
    about: ofLoan,
  }),
  action({
    command: reverseWriteOff,
    title: 'Batalkan hapus buku',
    group: 'Pinjaman',
    belongsTo: ['LOAN'],
    does: 'Membatalkan hapus buku yang salah; pinjaman kembali berjalan.',
    fields: { loanNumber: loan, reason: reasonField() },
    input: (filled) => filled,
    before: statusBefore,
    after: ({ principal, writtenOffOn }) => ({
      Status: 'berjalan',
      'Hapus buku yang dibatalkan': `${formatRupiah(principal)} tanggal ${dayInWords(writtenOffOn)}`,
    }),
    about: ofLoan,
  }),
  action({
    command: restructureLoan,
    title: 'Restrukturisasi',
    group: 'Pinjaman',
    belongsTo: ['LOAN'],
    does: 'Sisa pokok mendapat jadwal baru menurut perjanjian yang ditandatangani; denda dihapus.',
    fields: {
      loanNumber: loan,
      ...termFields,
      reference: textField('Perjanjian dalam arsip', 100),
      sha256: documentField('Berkas perjanjian'),
    },
    input: ({ reference, sha256, ...filled }) => ({ ...filled, agreement: { reference, sha256 } }),
    before: statusBefore,
    after: ({ principal, interestKept, interestWaived, penaltyWaived, installments, repeated }) => ({
      Status: repeated ? 'sudah direstrukturisasi dengan perjanjian ini' : 'direstrukturisasi',
      'Pokok dengan jadwal baru': `${formatRupiah(principal)} dalam ${installments} angsuran`,
      'Bunga yang tetap ditagih': formatRupiah(interestKept),
      'Bunga yang dihapus': formatRupiah(interestWaived),
      'Denda yang dihapus': formatRupiah(penaltyWaived),
    }),
    told: toldLenders,
    says: ({ loanNumber, agreement, ...changed }) => ({
      Pinjaman: loanNumber,
      ...termsInWords(changed),
      'Perjanjian dalam arsip': agreement.reference,
      'SHA-256 perjanjian': agreement.sha256,
    }),
    about: ofLoan,
  }),
  action({
    command: reverseRestructuring,
    title: 'Batalkan restrukturisasi',
    group: 'Pinjaman',
    belongsTo: ['LOAN'],
    does: 'Mengembalikan jadwal sebelum restrukturisasi terakhir.',
    fields: { loanNumber: loan, agreement: optional(textField('Perjanjian', 100)), reason: reasonField() },
    input: (filled) => filled,
    before: statusBefore,
    after: ({ agreedOn, version }) => ({
      'Restrukturisasi yang dibatalkan': `versi ${version}, tanggal ${dayInWords(agreedOn)}`,
    }),
    about: ofLoan,
  }),
]
