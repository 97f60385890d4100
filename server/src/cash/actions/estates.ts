import { formatRupiah } from '@pematang/contract/format/rupiah'
import { nameCell } from '../../operator/files/names.ts'
import {
  type Action,
  action,
  choiceField,
  codeField,
  countField,
  documentField,
  type Field,
  lenderField,
  nameField,
  reasonField,
  textField,
  yesField,
} from '../../staff/index.ts'
import {
  changeHeirAccount,
  type Fraction,
  type HeirAccount,
  heirExample,
  mostHeirs,
  parseHeir,
  payHeirs,
  recordEstate,
  takeBackEstate,
} from '../estate/index.ts'
import { ofLender } from './telling.ts'

type Heir = HeirAccount & { share: Fraction }

const lender = lenderField('Pemberi Dana')

/** The heirs, one a line, in the order of the certificate. */
const heirsField: Field<Heir[]> = {
  ...reasonField('Ahli waris, satu per baris'),
  help: `Bagian, kode bank, nomor rekening, dan nama pemiliknya, seperti ${heirExample}.`,
  read(cell) {
    const heirs: Heir[] = []
    for (const line of cell.split('\n').flatMap((one) => one.trim() || [])) {
      const heir = parseHeir(line)
      const name = heir && nameCell(100)(heir.accountName)
      if (!heir || !name?.ok || heirs.length === mostHeirs)
        return { ok: false, reason: 'bukan ahli waris dengan rekening dan bagiannya' }
      heirs.push({ ...heir, accountName: name.value })
    }
    return heirs.length > 0 ? { ok: true, value: heirs } : { ok: false, reason: 'kosong' }
  },
}

const accountInWords = ({ bankCode, accountNumber, accountName }: HeirAccount): string =>
  `${bankCode} ${accountNumber}, ${accountName}`

const heirsInWords = (heirs: readonly Heir[]): Record<string, string> =>
  Object.fromEntries(
    heirs.map(({ share, ...account }, place) => [
      `Ahli waris ${place + 1}`,
      `${share.numerator}/${share.denominator}, ${accountInWords(account)}`,
    ]),
  )

export const estates: readonly Action[] = [
  action({
    command: recordEstate,
    title: 'Catat ahli waris',
    group: 'Ahli waris',
    belongsTo: ['LENDER'],
    does: 'Mencatat wafatnya Pemberi Dana dan ahli warisnya menurut surat keterangan waris; akunnya ditangguhkan.',
    fields: {
      lenderId: lender,
      document: textField('Surat keterangan waris dalam arsip', 100),
      sha256: documentField('Berkas surat'),
      heirs: heirsField,
      reason: reasonField(),
    },
    input: ({ document, sha256, ...filled }) => ({ ...filled, document: { name: document, sha256 } }),
    after: ({ heirs, sessionsEnded, known }, input) => ({
      Akun: known ? 'sudah dicatat sebelumnya' : 'ditangguhkan',
      'Jumlah ahli waris': String(heirs),
      'Sesi yang diakhiri': String(sessionsEnded),
      ...heirsInWords(input.heirs),
    }),
    told: () => ['Pemberi Dana diberi tahu lewat pesan, karena ia mungkin masih hidup.'],
    says: ({ document, heirs, reason }) => ({
      Surat: document.name,
      'SHA-256 surat': document.sha256,
      ...heirsInWords(heirs),
      Alasan: reason,
    }),
    about: ofLender,
  }),
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
      [`Rekening ahli waris ${heir}`]: accountInWords(account),
    }),
    says: ({ heir, account, document }) => ({
      'Ahli waris ke-': String(heir),
      Rekening: accountInWords(account),
      Bukti: document.name,
      'SHA-256 bukti': document.sha256,
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
