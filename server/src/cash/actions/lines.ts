import { formatRupiah } from '@pematang/contract/format/rupiah'
import {
  type Action,
  action,
  lenderField,
  lineField,
  loanField,
  optional,
  reasonField,
  textField,
  yesField,
} from '../../staff/index.ts'
import {
  assignLine,
  creditFromStatement,
  disburseByLine,
  matchToPayment,
  resolveDifference,
  sendLineBack,
  suspendLine,
  type TakenBack,
  takeLineBack,
} from '../reconciliation/index.ts'
import { toldLender } from './telling.ts'

const lineId = lineField('Baris mutasi bank')
const note = reasonField('Bagaimana diketahui')
const decisions: Record<TakenBack['what'], string> = {
  ASSIGNMENT: 'pembayaran atas pinjaman',
  RETURN: 'pengembalian kepada pengirim',
  SUSPENSE: 'penyimpanan sebagai pembayaran Penerima Dana',
  MATCH: 'pencocokan',
  GIVEN_BACK: 'pengembalian penarikan oleh bank',
  CHARGE: 'pembebanan penarikan',
  SETTLEMENT: 'penyelesaian penarikan',
}

export const lines: readonly Action[] = [
  action({
    command: creditFromStatement,
    title: 'Kreditkan baris mutasi',
    group: 'Mutasi bank',
    belongsTo: [],
    does: 'Mengkreditkan pembayaran Pemberi Dana yang ada di mutasi bank.',
    fields: {
      lineId,
      lenderId: optional(lenderField('Pemberi Dana, bila mutasi tidak menyebutnya')),
      paymentRequestId: optional(textField('Nama pembayaran di bank, bila mutasi tidak menyebutnya', 128)),
      note,
      aboveCeiling: yesField('Benar, walau di atas batas wajar bank'),
    },
    input: (filled) => filled,
    after: ({ credited, lenderId, amount }) => ({
      'Pemberi Dana': String(lenderId),
      Pembayaran: credited ? `${formatRupiah(amount)} dikreditkan` : 'sudah dikreditkan',
    }),
    told: toldLender,
  }),
  action({
    command: assignLine,
    title: 'Catat baris sebagai pembayaran pinjaman',
    group: 'Mutasi bank',
    belongsTo: ['LOAN'],
    does: 'Mencatat pembayaran Penerima Dana yang ada di mutasi bank atas pinjaman ini.',
    fields: { lineId, loanNumber: loanField('Pinjaman'), note },
    input: ({ loanNumber, ...filled }) => ({ ...filled, loans: [{ loanNumber }] }),
    after: ({ assigned, amount, parts }) => ({
      Pembayaran: assigned ? formatRupiah(amount) : 'sudah tercatat',
      ...Object.fromEntries(
        parts.map((part) => [
          part.loanNumber,
          `${formatRupiah(part.amount)}${part.excess > 0 ? `, kelebihan ${formatRupiah(part.excess)}` : ''}${part.repaid ? ', lunas' : ''}`,
        ]),
      ),
    }),
    told: () => ['Pemberi Dana pinjaman itu diberi tahu di dasbor dan lewat pesan.'],
    says: ({ lineId: line, loans, note: why }) => ({
      'Baris mutasi bank': line,
      Pinjaman: loans.map(({ loanNumber }) => loanNumber).join(', '),
      'Bagaimana diketahui': why,
    }),
  }),
  action({
    command: suspendLine,
    title: 'Simpan baris sebagai pembayaran Penerima Dana',
    group: 'Mutasi bank',
    belongsTo: [],
    does: 'Menyimpan pembayaran Penerima Dana yang belum diketahui pinjamannya.',
    fields: { lineId, note },
    input: (filled) => filled,
    after: ({ suspended, payment }) => ({
      Pembayaran: suspended ? `${formatRupiah(payment.amount)} menunggu` : 'sudah menunggu',
    }),
  }),
  action({
    command: sendLineBack,
    title: 'Catat pengembalian kepada Penerima Dana',
    group: 'Mutasi bank',
    belongsTo: [],
    does: 'Mencatat bahwa pembayaran yang tidak cocok sudah dikirim kembali.',
    fields: { lineId, reference: textField('Referensi transfer kembali', 100), note },
    input: (filled) => filled,
    after: ({ returned, amount }) => ({
      Pembayaran: returned ? `${formatRupiah(amount)} dikembalikan` : 'sudah dikembalikan',
    }),
  }),
  action({
    command: disburseByLine,
    title: 'Catat baris sebagai pencairan',
    group: 'Mutasi bank',
    belongsTo: ['LOAN'],
    does: 'Mencatat bahwa baris mutasi ini mencairkan pinjaman itu.',
    fields: { lineId, loanNumber: loanField('Pinjaman'), note },
    input: (filled) => filled,
    after: ({ disbursed, amount }) => ({
      Pencairan: disbursed ? formatRupiah(amount) : 'sudah tercatat',
    }),
    about: ({ loanNumber }) => ({ kind: 'LOAN', id: loanNumber }),
  }),
  action({
    command: takeLineBack,
    title: 'Batalkan keputusan atas baris mutasi',
    group: 'Mutasi bank',
    belongsTo: ['WITHDRAWAL'],
    does: 'Membatalkan apa yang pernah diputuskan atas baris ini; ia terbuka kembali.',
    fields: { lineId, reason: reasonField() },
    input: (filled) => filled,
    after: ({ what, loans }) => ({
      'Yang dibatalkan': decisions[what],
      ...(loans.length === 0 ? {} : { Pinjaman: loans.join(', ') }),
    }),
  }),
  action({
    command: resolveDifference,
    title: 'Selesaikan selisih dengan bank',
    group: 'Mutasi bank',
    belongsTo: [],
    does: 'Menyatakan selisih dengan bank selesai tanpa perubahan pembukuan.',
    fields: { id: { ...lineId, label: 'Selisih' }, note },
    input: (filled) => filled,
    after: ({ resolved, difference }) => ({
      Selisih: `${difference.subject}: ${resolved ? 'selesai' : 'sudah selesai'}`,
    }),
  }),
  action({
    command: matchToPayment,
    name: 'matchToPayment',
    title: 'Cocokkan baris mutasi dengan pembayaran',
    group: 'Mutasi bank',
    belongsTo: [],
    does: 'Menyatakan bahwa baris mutasi ini milik pembayaran yang sudah dikreditkan.',
    fields: { lineId, paymentRequestId: textField('Nama pembayaran di bank', 128), note },
    input: (filled) => filled,
    after: ({ matched }) => ({ 'Baris mutasi': matched ? 'dicocokkan' : 'sudah cocok' }),
    takes: (input) => 'paymentRequestId' in input,
  }),
]
