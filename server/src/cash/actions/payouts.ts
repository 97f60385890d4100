import { formatRupiah } from '@pematang/contract/format/rupiah'
import {
  type Action,
  action,
  choiceField,
  countField,
  dateField,
  lenderField,
  lineField,
  loanField,
  optional,
  reasonField,
  rupiahField,
  textField,
  yesField,
} from '../../staff/index.ts'
import { payOutClearing, type PayoutFrom, reversePayout } from '../clearing/index.ts'
import { takeBackBank, takeBackCash } from '../deposit/index.ts'
import { orderDisbursements } from '../disbursement-order/index.ts'
import { setTaxYear } from '../tax/index.ts'
import { ofLender, toldLender } from './telling.ts'

const sources = {
  BORROWER_EXCESS: 'Kelebihan bayar Penerima Dana',
  PLATFORM_FEE: 'Biaya platform',
  TRANSFER_FEE: 'Biaya transfer',
  PLATFORM_CASH: 'Dana platform',
  TAX_PAYABLE: 'Pajak yang dipotong',
} as const

const ways = { TRANSFER: 'Transfer satu per satu', FILE: 'Berkas bagi bank' } as const

const ofBank = choiceField('Bank', { BNI: 'BNI', OTHER: 'Bank lain' })

/** What is paid out of clearing accounts and to borrowers, and openings that are taken back. */
export const payouts: readonly Action[] = [
  action({
    command: payOutClearing,
    title: 'Catat pembayaran keluar',
    group: 'Dana keluar',
    belongsTo: [],
    does: 'Mencatat bahwa biaya, pajak, atau kelebihan bayar sudah dibayarkan lewat bank.',
    fields: {
      kind: choiceField('Dari', sources),
      bank: choiceField('Bank', { '1': 'BNI', '2': 'Bank lain' }),
      loanNumber: optional(loanField('Pinjaman, bagi kelebihan bayar')),
      period: optional(textField('Masa pajak TTTT-BB, bagi pajak', 7)),
      amount: rupiahField('Jumlah'),
      paidOn: dateField('Tanggal valuta'),
      reference: textField('Referensi bank, bagi pajak NTPN', 100),
      reason: reasonField(),
    },
    input: ({ kind, bank, loanNumber, period, ...filled }) => ({
      ...filled,
      from: payoutFrom(kind, bank === '1' ? 1 : 2, { loanNumber, period }),
    }),
    after: ({ known, amount, left, setOff }) => ({
      Dibayarkan: known ? 'sudah tercatat' : formatRupiah(amount),
      'Sisa di akun': formatRupiah(left),
      ...(setOff === 0 ? {} : { 'Dipotong kewajiban sebelumnya': formatRupiah(setOff) }),
    }),
    says: ({ from, amount, paidOn, reference, reason }) => ({
      Dari: sources[from.kind],
      Jumlah: formatRupiah(amount),
      'Tanggal valuta': paidOn,
      Referensi: reference,
      Alasan: reason,
    }),
  }),
  action({
    command: reversePayout,
    title: 'Batalkan pembayaran keluar',
    group: 'Dana keluar',
    belongsTo: [],
    does: 'Mengambil kembali pencatatan pembayaran keluar yang salah.',
    fields: {
      payoutId: { ...lineField('Pembayaran keluar'), help: 'Id-nya di daftar pembayaran keluar.' },
      reason: reasonField(),
    },
    input: (filled) => filled,
    after: ({ kind, amount, left }) => ({
      [`Pembayaran keluar ${sources[kind as keyof typeof sources] ?? kind}`]: `${formatRupiah(amount)} diambil kembali`,
      'Sisa di akun': formatRupiah(left),
    }),
  }),
  action({
    command: orderDisbursements,
    title: 'Perintahkan pencairan lewat bank',
    group: 'Dana keluar',
    belongsTo: ['LOAN'],
    does: 'Memerintahkan bank membayar pinjaman yang terdanai penuh kepada Penerima Dana.',
    fields: {
      loanNumber: loanField('Pinjaman'),
      by: choiceField('Cara', ways),
    },
    input: ({ loanNumber, by }) => ({ loanNumbers: [loanNumber], by }),
    after: ({ ordered, amount, refused }) => ({
      'Pinjaman yang diperintahkan': String(ordered),
      'Dana yang dicairkan': formatRupiah(amount),
      ...(refused.length === 0
        ? {}
        : { Ditolak: refused.map((one) => `${one.loanNumber} (${one.code})`).join(', ') }),
    }),
    says: ({ loanNumbers, by }) => ({ Pinjaman: loanNumbers.join(', '), Cara: ways[by] }),
    about: ({ loanNumbers: [id, ...others] }) =>
      id === undefined || others.length > 0 ? null : { kind: 'LOAN', id },
  }),
  action({
    command: setTaxYear,
    title: 'Tutup atau buka tahun pajak',
    group: 'Pajak',
    belongsTo: [],
    does: 'Menutup tahun pajak setelah bukti potongnya lengkap, atau membukanya kembali.',
    fields: {
      year: countField('Tahun', 2020, 2100),
      closed: yesField('Ditutup'),
      confirmed: yesField('Tetap, walau ada bukti potong yang belum ada'),
      reason: reasonField(),
    },
    input: (filled) => filled,
    after: ({ changed, missing }, { year, closed }) => ({
      [`Tahun ${year}`]: `${closed ? 'ditutup' : 'dibuka'}${changed ? '' : ' (sudah demikian)'}`,
      'Bukti potong yang belum ada': String(missing),
    }),
  }),
  action({
    command: takeBackCash,
    title: 'Batalkan pengambilalihan dana',
    group: 'Dana masuk',
    belongsTo: ['LENDER'],
    does: 'Mengambil kembali saldo awal yang salah diambil alih dari sistem lama.',
    fields: { lenderId: lenderField('Pemberi Dana'), bank: ofBank, reason: reasonField() },
    input: (filled) => filled,
    after: ({ amount }) => ({ 'Saldo awal': `${formatRupiah(amount)} diambil kembali` }),
    told: toldLender,
    about: ofLender,
  }),
  action({
    command: takeBackBank,
    title: 'Batalkan pengambilalihan saldo bank',
    group: 'Dana masuk',
    belongsTo: [],
    does: 'Mengambil kembali saldo awal bank yang salah.',
    fields: { bank: ofBank, reason: reasonField() },
    input: (filled) => filled,
    after: ({ amount }) => ({ 'Saldo awal bank': `${formatRupiah(amount)} diambil kembali` }),
  }),
]

function payoutFrom(
  kind: PayoutFrom['kind'],
  methodPayment: 1 | 2,
  { loanNumber = '', period = '' }: { loanNumber?: string | undefined; period?: string | undefined },
): PayoutFrom {
  if (kind === 'BORROWER_EXCESS') return { kind, loanNumber }
  return kind === 'TAX_PAYABLE' ? { kind, methodPayment, period } : { kind, methodPayment }
}
