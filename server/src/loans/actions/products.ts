import { formatRupiah } from '@pematang/contract/format/rupiah'
import { partsPerMillion } from '../../platform/csv/values.ts'
import {
  type Action,
  action,
  choiceField,
  countField,
  fractionField,
  loanField,
  optional,
  reasonField,
  textField,
  yesField,
} from '../../staff/index.ts'
import { addLoanType, publishProduct, setLoanTypeStatus, setOfferRule } from '../products/index.ts'
import { takeBackLoan } from '../take-over/index.ts'
import { ofLoan, toldLenders } from './telling.ts'

export const products: readonly Action[] = [
  action({
    command: addLoanType,
    title: 'Tambah jenis pinjaman',
    group: 'Penawaran',
    belongsTo: [],
    does: 'Menambah jenis pinjaman yang dapat ditawarkan.',
    fields: { name: textField('Nama jenis', 60), isNew: yesField('Benar jenis baru, walau namanya mirip') },
    input: (filled) => filled,
    after: ({ added }, { name }) => ({ [`Jenis ${name}`]: added ? 'ditambahkan' : 'sudah ada' }),
  }),
  action({
    command: setLoanTypeStatus,
    title: 'Buka atau tutup jenis pinjaman',
    group: 'Penawaran',
    belongsTo: [],
    does: 'Menentukan apakah pinjaman jenis ini dapat ditawarkan.',
    fields: {
      name: textField('Nama jenis', 60),
      status: choiceField('Status', { ACTIVE: 'dibuka', INACTIVE: 'ditutup' }),
    },
    input: (filled) => filled,
    after: ({ changed }, { name, status }) => ({
      [`Jenis ${name}`]: `${status === 'ACTIVE' ? 'dibuka' : 'ditutup'}${changed ? '' : ' (sudah demikian)'}`,
    }),
  }),
  action({
    command: setOfferRule,
    title: 'Ubah aturan akhir penawaran',
    group: 'Penawaran',
    belongsTo: [],
    does: 'Aturan akhir penawaran bagi pinjaman jenis ini yang ditawarkan sejak sekarang.',
    fields: {
      name: textField('Nama jenis', 60),
      extendDays: countField('Diperpanjang sekian hari', 0, 90),
      extendTimes: countField('Paling banyak sekian kali', 0, 12),
      payOutSharePpm: optional(fractionField('Dicairkan bila terdanai sedikitnya', partsPerMillion)),
      payOutDays: countField('Dicairkan paling lambat sekian hari kemudian', 1, 365),
    },
    input: ({ name, payOutSharePpm, ...rule }) => ({
      name,
      rule: { ...rule, payOutSharePpm: payOutSharePpm ?? null },
    }),
    after: ({ changed }, { name, rule }) => ({
      [`Aturan jenis ${name}`]: `${rule.extendTimes} kali ${rule.extendDays} hari, cair dalam ${rule.payOutDays} hari${changed ? '' : ' (sudah demikian)'}`,
    }),
    says: ({ name, rule }) => ({
      'Nama jenis': name,
      'Diperpanjang sekian hari': String(rule.extendDays),
      'Paling banyak sekian kali': String(rule.extendTimes),
      'Dicairkan paling lambat sekian hari kemudian': String(rule.payOutDays),
    }),
  }),
  action({
    command: publishProduct,
    title: 'Tawarkan product',
    group: 'Penawaran',
    belongsTo: [],
    does: 'Menawarkan product dengan semua pinjamannya.',
    fields: {
      number: textField('Nomor product', 40),
      alsoAlone: yesField('Pinjamannya juga ditawarkan sendiri-sendiri'),
    },
    input: (filled) => filled,
    after: ({ published, loans }, { number }) => ({
      [`Product ${number}`]: published ? `ditawarkan, ${loans} pinjaman` : 'sudah ditawarkan',
    }),
  }),
  action({
    command: takeBackLoan,
    title: 'Batalkan pengambilalihan pinjaman',
    group: 'Pinjaman',
    belongsTo: ['LOAN'],
    does: 'Mengambil kembali pinjaman yang salah diambil alih dari sistem lama.',
    fields: { loanNumber: loanField('Pinjaman'), reason: reasonField() },
    input: (filled) => filled,
    after: ({ amount, fundings, known }) => ({
      Pinjaman: known ? 'sudah diambil kembali' : `${formatRupiah(amount)} diambil kembali`,
      Pendanaan: String(fundings),
    }),
    told: toldLenders,
    about: ofLoan,
  }),
]
