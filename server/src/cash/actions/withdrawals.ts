import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { ObjectRef } from '@pematang/contract/staff/fields'
import {
  type Action,
  action,
  lenderField,
  lineField,
  loanField,
  reasonField,
  withdrawalField,
  yesField,
} from '../../staff/index.ts'
import { stopOrder } from '../disbursement-order/index.ts'
import {
  chargeWithdrawal,
  enterByLine,
  matchToWithdrawal,
  returnedByBank,
  settleByLine,
} from '../reconciliation/index.ts'
import { returnUnpaid, stopHeld } from '../withdrawal/index.ts'
import { amountAndFee, toldLender, withdrawalBefore } from './telling.ts'

const withdrawal = withdrawalField('Penarikan')
const ofLine = { withdrawalId: withdrawal, lineId: lineField('Baris mutasi bank'), note: reasonField() }
const about = ({ withdrawalId }: { withdrawalId: string }): ObjectRef => ({
  kind: 'WITHDRAWAL',
  id: withdrawalId,
})
const aboutId = ({ id }: { id: string }): ObjectRef => ({ kind: 'WITHDRAWAL', id })

export const withdrawals: readonly Action[] = [
  action({
    command: stopHeld,
    title: 'Hentikan penarikan',
    group: 'Dana keluar',
    belongsTo: ['WITHDRAWAL'],
    does: 'Menghentikan penarikan yang belum dikirim ke bank; dananya kembali kepada Pemberi Dana.',
    fields: { id: withdrawal, note: reasonField() },
    input: (filled) => filled,
    before: (db, { id }) => withdrawalBefore(db, id),
    after: ({ stopped, ...money }) => ({
      Status: stopped ? 'dikembalikan' : 'sudah dikembalikan',
      ...amountAndFee(money),
    }),
    told: toldLender,
    about: aboutId,
  }),
  action({
    command: returnUnpaid,
    title: 'Kembalikan penarikan yang tidak dibayar bank',
    group: 'Dana keluar',
    belongsTo: ['WITHDRAWAL'],
    does: 'Menyatakan bahwa bank tidak dan tidak akan membayar; dananya kembali kepada Pemberi Dana.',
    fields: { id: withdrawal, note: reasonField('Bagaimana diketahui') },
    input: (filled) => filled,
    before: (db, { id }) => withdrawalBefore(db, id),
    after: ({ returned, ...money }) => ({
      Status: returned ? 'dikembalikan' : 'sudah dikembalikan',
      ...amountAndFee(money),
    }),
    told: toldLender,
    about: aboutId,
  }),
  action({
    command: settleByLine,
    title: 'Selesaikan dengan baris mutasi',
    group: 'Dana keluar',
    belongsTo: ['WITHDRAWAL'],
    does: 'Menyatakan penarikan dibayar menurut mutasi bank.',
    fields: ofLine,
    input: (filled) => filled,
    before: (db, { withdrawalId }) => withdrawalBefore(db, withdrawalId),
    after: ({ settled, ...money }) => ({
      Status: settled ? 'dibayar' : 'sudah dibayar',
      ...amountAndFee(money),
    }),
    told: toldLender,
    about,
  }),
  action({
    command: returnedByBank,
    title: 'Dikembalikan oleh bank',
    group: 'Dana keluar',
    belongsTo: ['WITHDRAWAL'],
    does: 'Mengkreditkan kembali penarikan yang sudah dibayar dan dikembalikan bank.',
    fields: { ...ofLine, withFee: yesField('Biaya juga dikembalikan') },
    input: (filled) => filled,
    before: (db, { withdrawalId }) => withdrawalBefore(db, withdrawalId),
    after: ({ returned, ...money }) => ({
      Penarikan: returned ? 'dikreditkan kembali' : 'sudah dikreditkan kembali',
      ...amountAndFee(money),
    }),
    told: toldLender,
    about,
  }),
  action({
    command: chargeWithdrawal,
    title: 'Bebankan penarikan yang terlanjur dibayar',
    group: 'Dana keluar',
    belongsTo: ['WITHDRAWAL'],
    does: 'Membebankan penarikan yang sudah dikembalikan, tetapi menurut mutasi tetap dibayar bank.',
    fields: ofLine,
    input: (filled) => filled,
    before: (db, { withdrawalId }) => withdrawalBefore(db, withdrawalId),
    after: ({ charged, owed, ...money }) => ({
      Penarikan: charged ? 'dibebankan' : 'sudah dibebankan',
      ...amountAndFee(money),
      'Kekurangan yang menjadi kewajiban': formatRupiah(owed),
    }),
    told: toldLender,
    about,
  }),
  action({
    command: matchToWithdrawal,
    name: 'matchToWithdrawal',
    title: 'Cocokkan baris mutasi dengan penarikan',
    group: 'Dana keluar',
    belongsTo: ['WITHDRAWAL'],
    does: 'Menyatakan bahwa baris mutasi ini milik penarikan itu.',
    fields: ofLine,
    input: (filled) => filled,
    after: ({ matched }) => ({ 'Baris mutasi': matched ? 'dicocokkan' : 'sudah cocok' }),
    about,
    takes: (input) => 'withdrawalId' in input,
  }),
  action({
    command: enterByLine,
    title: 'Catat penarikan yang terlupa',
    group: 'Dana keluar',
    belongsTo: [],
    does: 'Mencatat penarikan yang ada di mutasi bank, tetapi hilang dari pembukuan yang dipulihkan.',
    fields: {
      lineId: lineField('Baris mutasi bank'),
      lenderId: lenderField('Pemberi Dana'),
      note: reasonField(),
    },
    input: (filled) => filled,
    after: ({ entered, owed, lenderId, amount, fee }) => ({
      Penarikan: entered ? 'dicatat sebagai dibayar' : 'sudah tercatat',
      ...amountAndFee({ lenderId, amount, fee }),
      'Kekurangan yang menjadi kewajiban': formatRupiah(owed),
    }),
    told: toldLender,
  }),
  action({
    command: stopOrder,
    title: 'Hentikan perintah pencairan',
    group: 'Dana keluar',
    belongsTo: ['LOAN'],
    does: 'Menghentikan pembayaran kepada Penerima Dana yang belum dikirim ke bank.',
    fields: { loanNumber: loanField('Pinjaman'), note: reasonField() },
    input: (filled) => filled,
    after: ({ stopped, amount }) => ({
      Perintah: stopped ? `${formatRupiah(amount)} dihentikan` : 'sudah dihentikan',
    }),
    about: ({ loanNumber }) => ({ kind: 'LOAN', id: loanNumber }),
  }),
]
