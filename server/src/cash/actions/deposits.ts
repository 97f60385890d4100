import { formatRupiah } from '@pematang/contract/format/rupiah'
import {
  type Action,
  action,
  choiceField,
  documentField,
  lenderField,
  optional,
  paymentField,
  paymentIdField,
  reasonField,
  rupiahField,
  textField,
  yesField,
} from '../../staff/index.ts'
import {
  assignSuspense,
  creditTopUp,
  recordTopUp,
  resolveConflict,
  returnSuspense,
  reverseTopUp,
} from '../deposit/index.ts'
import { returnIdleCash } from '../withdrawal/index.ts'
import { cashBefore, ofLender, ofPayment, toldLender } from './telling.ts'

const bank = choiceField('Bank', { BNI: 'BNI', OTHER: 'Bank lain' })
const topUp = {
  lenderId: lenderField('Pemberi Dana'),
  amount: rupiahField('Jumlah'),
  bank,
  paymentRequestId: textField('Nama pembayaran di bank', 128),
  referenceNo: optional(textField('Nomor referensi bank', 64)),
  aboveCeiling: yesField('Benar, walau di atas batas wajar bank'),
}

const payingBanks = { '1': 'BNI', '2': 'Bank lain' }

export const deposits: readonly Action[] = [
  action({
    command: recordTopUp,
    title: 'Catat pembayaran masuk',
    group: 'Dana masuk',
    belongsTo: ['LENDER'],
    does: 'Mencatat pembayaran yang menunggu notifikasi atau mutasi bank; belum dapat dipakai.',
    fields: topUp,
    input: (filled) => filled,
    after: ({ recorded, waits }, { amount }) => ({
      Pembayaran: recorded ? `${formatRupiah(amount)} menunggu bank` : 'sudah tercatat',
      ...(waits && !recorded ? { Menunggu: 'bank' } : {}),
    }),
    about: ofLender,
  }),
  action({
    command: creditTopUp,
    title: 'Kreditkan tanpa mutasi bank',
    group: 'Dana masuk',
    belongsTo: ['LENDER'],
    does: 'Mengkreditkan pembayaran sebelum bank menyatakannya. Ada batas per hari.',
    fields: { ...topUp, reason: reasonField('Alasan tanpa mutasi bank') },
    input: (filled) => filled,
    before: (db, { lenderId }) => cashBefore(db, lenderId),
    after: ({ credited }, { amount }) => ({
      Pembayaran: credited ? `${formatRupiah(amount)} dikreditkan` : 'sudah dikreditkan',
    }),
    told: toldLender,
    about: ofLender,
  }),
  action({
    command: reverseTopUp,
    title: 'Batalkan pengkreditan',
    group: 'Dana masuk',
    belongsTo: ['PAYMENT'],
    does: 'Mengambil kembali pembayaran dari Pemberi Dana yang salah; yang kurang menjadi kewajibannya.',
    fields: { payment: paymentField('Pembayaran'), reason: reasonField() },
    input: (filled) => filled,
    after: ({ lenderId, amount, owed, wasWaiting, suspensePaymentId }) => ({
      'Pemberi Dana': lenderId === null ? 'tidak ada' : String(lenderId),
      Jumlah: formatRupiah(amount),
      'Kekurangan yang menjadi kewajiban': formatRupiah(owed),
      Pembayaran:
        suspensePaymentId !== null
          ? 'menunggu kembali'
          : wasWaiting
            ? 'tidak ditunggu lagi'
            : 'tidak pernah masuk',
    }),
    told: toldLender,
    about: ({ payment }) => ({ kind: 'PAYMENT', id: payment }),
  }),
  action({
    command: assignSuspense,
    title: 'Berikan kepada Pemberi Dana',
    group: 'Dana masuk',
    belongsTo: ['PAYMENT'],
    does: 'Memberikan pembayaran yang belum teridentifikasi kepada Pemberi Dana.',
    fields: {
      paymentId: paymentIdField('Pembayaran'),
      lenderId: lenderField('Pemberi Dana'),
      note: reasonField('Bagaimana diketahui'),
      aboveCeiling: yesField('Benar, walau di atas batas wajar bank'),
    },
    input: (filled) => filled,
    before: (db, { lenderId }) => cashBefore(db, lenderId),
    after: ({ assigned, amount }) => ({
      Pembayaran: assigned ? `${formatRupiah(amount)} dikreditkan` : 'sudah dikreditkan kepadanya',
    }),
    told: toldLender,
    about: ofPayment,
  }),
  action({
    command: returnSuspense,
    title: 'Catat pengembalian kepada pengirim',
    group: 'Dana masuk',
    belongsTo: ['PAYMENT'],
    does: 'Mencatat bahwa pembayaran sudah dikirim kembali lewat bank.',
    fields: {
      paymentId: paymentIdField('Pembayaran'),
      reference: textField('Referensi transfer kembali', 100),
      note: reasonField(),
    },
    input: (filled) => filled,
    after: ({ returned, amount }) => ({
      Pembayaran: returned ? `${formatRupiah(amount)} dikembalikan` : 'sudah dikembalikan',
    }),
    about: ofPayment,
  }),
  action({
    command: resolveConflict,
    title: 'Selesaikan notifikasi yang bertentangan',
    group: 'Dana masuk',
    belongsTo: [],
    does: 'Menentukan apakah notifikasi kedua salah, atau pembayaran tersendiri.',
    fields: {
      conflictId: { ...paymentIdField('Pertentangan'), kind: 'LINE' as const },
      outcome: choiceField('Keputusan', {
        FIRST_STANDS: 'Yang pertama benar',
        SEPARATE: 'Pembayaran tersendiri',
      }),
      note: reasonField(),
    },
    input: (filled) => filled,
    after: ({ resolved, amount }, { outcome }) => ({
      Pembayaran: resolved
        ? outcome === 'SEPARATE'
          ? `${formatRupiah(amount)} dicatat tersendiri`
          : 'yang pertama tetap'
        : 'sudah diputuskan',
    }),
  }),
  action({
    command: returnIdleCash,
    title: 'Kembalikan dana siaga',
    group: 'Dana keluar',
    belongsTo: ['LENDER'],
    does: 'Mengirim dana yang menganggur lebih dari dua hari kerja ke rekening terdaftar (POJK 40/2024).',
    fields: {
      lenderId: lenderField('Pemberi Dana'),
      methodPayment: choiceField('Bank yang membayar', payingBanks),
      name: textField('Keputusan dalam arsip', 100),
      sha256: documentField('Berkas keputusan'),
      feeByPlatform: yesField('Biaya ditanggung platform'),
    },
    input: ({ name, sha256, methodPayment, ...filled }) => ({
      ...filled,
      methodPayment: methodPayment === '1' ? (1 as const) : (2 as const),
      document: { name, sha256 },
    }),
    before: (db, { lenderId }) => cashBefore(db, lenderId),
    after: ({ amount, fee, withdrawalId }) => ({
      'Dana yang dikirim': withdrawalId === null ? 'tidak ada' : formatRupiah(amount),
      Biaya: formatRupiah(fee),
    }),
    told: toldLender,
    says: ({ lenderId, methodPayment, document, feeByPlatform }) => ({
      'Pemberi Dana': String(lenderId),
      'Bank yang membayar': payingBanks[methodPayment],
      'Keputusan dalam arsip': document.name,
      'SHA-256 keputusan': document.sha256,
      'Biaya ditanggung platform': feeByPlatform ? 'ya' : 'tidak',
    }),
    about: ofLender,
  }),
]
