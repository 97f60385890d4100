import { formatRupiah } from '@pematang/contract/format/rupiah'
import {
  type Action,
  action,
  choiceField,
  codeField,
  countField,
  documentField,
  lenderField,
  nameField,
  reasonField,
  textField,
  yesField,
} from '../../staff/index.ts'
import { changeHeirAccount, payHeirs, takeBackEstate } from '../estate/index.ts'
import { ofLender } from './telling.ts'

const lender = lenderField('Pemberi Dana')

/** The cash of dead lenders. Heirs are recorded on the command line, from the certificate of inheritance. */
export const estates: readonly Action[] = [
  action({
    command: payHeirs,
    title: 'Bayar ahli waris',
    group: 'Ahli waris',
    belongsTo: ['LENDER'],
    does: 'Mengirim dana yang tersedia kepada ahli waris menurut bagiannya.',
    fields: {
      lenderId: lender,
      methodPayment: choiceField('Bank yang membayar', { '1': 'BNI', '2': 'Bank lain' }),
      sha256: documentField('Surat keterangan waris'),
      feeByPlatform: yesField('Biaya ditanggung platform'),
    },
    input: ({ methodPayment, ...filled }) => ({
      ...filled,
      methodPayment: methodPayment === '1' ? (1 as const) : (2 as const),
    }),
    after: ({ payments, left }) => ({ Pembayaran: String(payments.length), Sisa: formatRupiah(left) }),
    about: ofLender,
  }),
  action({
    command: changeHeirAccount,
    title: 'Ubah rekening ahli waris',
    group: 'Ahli waris',
    belongsTo: ['LENDER'],
    does: 'Menetapkan rekening seorang ahli waris.',
    fields: {
      lenderId: lender,
      heir: countField('Ahli waris ke-', 1, 100),
      accountName: nameField('Nama pemilik rekening'),
      bankCode: codeField('Kode bank', 3, 3),
      accountNumber: codeField('Nomor rekening', 5, 20),
      document: textField('Bukti dalam arsip', 100),
      sha256: documentField('Berkas bukti'),
    },
    input: ({ lenderId, heir, document, sha256, ...account }) => ({
      ...{ lenderId, heir, account },
      document: { name: document, sha256 },
    }),
    after: (_, { heir, account }) => ({
      [`Rekening ahli waris ${heir}`]: `${account.bankCode} ${account.accountNumber}, ${account.accountName}`,
    }),
    says: ({ heir, account, document }) => ({
      'Ahli waris ke-': String(heir),
      Rekening: `${account.bankCode} ${account.accountNumber}, ${account.accountName}`,
      Bukti: document.name,
    }),
    about: ofLender,
  }),
  action({
    command: takeBackEstate,
    title: 'Batalkan pencatatan ahli waris',
    group: 'Ahli waris',
    belongsTo: ['LENDER'],
    does: 'Mengambil kembali pencatatan wafat dan ahli waris yang salah.',
    fields: { lenderId: lender, reason: reasonField() },
    input: (filled) => filled,
    after: ({ paid }) => ({ 'Ahli waris': 'diambil kembali', 'Sudah dibayarkan': formatRupiah(paid) }),
    about: ofLender,
  }),
]
