import { maskEmail, maskNumber } from '@pematang/contract/format/mask-number'
import {
  type Action,
  action,
  choiceField,
  emailField,
  lenderField,
  nameField,
  optional,
  phoneField,
  reasonField,
  textField,
} from '../../staff/index.ts'
import {
  changeContact,
  closeLender,
  createLender,
  endLenderSessions,
  reactivateLender,
  type StateChanged,
  signerIdCell,
  storeSigner,
  suspendLender,
} from '../profile/index.ts'
import { text } from '../../platform/csv/values.ts'
import { publishRiskWarning } from '../risk-warning/index.ts'
import { lenderBefore, ofLender, stateInWords, toldByMessage } from './telling.ts'

const lender = lenderField('Pemberi Dana')
const providers = { PRIVY: 'Privy', XIGNATURE: 'Xignature' } as const

const stateLines = ({ changed, sessionsEnded }: StateChanged, state: string) => ({
  Status: changed ? state : `${state} (sudah demikian)`,
  'Sesi yang diakhiri': String(sessionsEnded),
})

/** Who may log in as whom: contact, state and sessions of a lender. */
export const access: readonly Action[] = [
  action({
    command: changeContact,
    title: 'Ubah nomor telepon atau e-mail',
    group: 'Pemberi Dana',
    belongsTo: ['LENDER'],
    does: 'Mengubah kontak Pemberi Dana. Semua sesinya berakhir, dan kode yang sudah terkirim tidak berlaku lagi.',
    fields: {
      lenderId: lender,
      phone: optional(phoneField('Nomor telepon baru')),
      email: optional(emailField('E-mail baru')),
      reason: reasonField('Alasan, dan bagaimana identitas diperiksa'),
    },
    input: (filled) => filled,
    before: async (db, { lenderId }) => {
      const { phone, email } = await lenderBefore(db, lenderId)
      return { 'Nomor telepon': maskNumber(phone), 'E-mail': maskEmail(email) }
    },
    after: ({ phone, email, sessionsEnded }, input) => ({
      'Nomor telepon': phone ? (input.phone ?? null) : 'tidak berubah',
      'E-mail': email ? (input.email ?? null) : 'tidak berubah',
      'Sesi yang diakhiri': String(sessionsEnded),
    }),
    told: () => [
      ...toldByMessage('kontaknya berubah'),
      'Notifikasi yang sama dikirim ke nomor dan alamat yang lama.',
    ],
    about: ofLender,
  }),
  action({
    command: suspendLender,
    title: 'Tangguhkan akun',
    group: 'Pemberi Dana',
    belongsTo: ['LENDER'],
    does: 'Menghentikan login, pendanaan, dan penarikan. Pinjaman yang berjalan tetap dibayar.',
    fields: { lenderId: lender, reason: reasonField() },
    input: (filled) => filled,
    before: stateInWords,
    after: (answer) => stateLines(answer, 'ditangguhkan'),
    told: () => toldByMessage('akunnya ditangguhkan'),
    about: ofLender,
  }),
  action({
    command: reactivateLender,
    title: 'Aktifkan kembali akun',
    group: 'Pemberi Dana',
    belongsTo: ['LENDER'],
    does: 'Membuka kembali akun yang ditangguhkan atau ditutup.',
    fields: { lenderId: lender, reason: reasonField() },
    input: (filled) => filled,
    before: stateInWords,
    after: (answer) => stateLines(answer, 'aktif'),
    told: () => toldByMessage('akunnya aktif kembali'),
    about: ofLender,
  }),
  action({
    command: closeLender,
    title: 'Tutup akun',
    group: 'Pemberi Dana',
    belongsTo: ['LENDER'],
    does: 'Menutup akun tanpa dana, pendanaan, dan kewajiban. Nomor virtual account-nya berakhir.',
    fields: { lenderId: lender, reason: reasonField() },
    input: (filled) => filled,
    before: stateInWords,
    after: (answer) => stateLines(answer, 'ditutup'),
    about: ofLender,
  }),
  action({
    command: endLenderSessions,
    title: 'Akhiri semua sesi',
    group: 'Pemberi Dana',
    belongsTo: ['LENDER'],
    does: 'Mengeluarkan Pemberi Dana dari semua perangkat, misalnya setelah teleponnya hilang.',
    fields: { lenderId: lender, reason: reasonField() },
    input: (filled) => filled,
    after: ({ sessionsEnded }) => ({ 'Sesi yang diakhiri': String(sessionsEnded) }),
    about: ofLender,
  }),
  action({
    command: createLender,
    title: 'Daftarkan Pemberi Dana',
    group: 'Pemberi Dana',
    belongsTo: [],
    does: 'Mendaftarkan Pemberi Dana baru. Kata sandi dibuatnya sendiri dengan kode yang dikirim kepadanya.',
    fields: {
      phone: phoneField('Nomor telepon'),
      name: nameField('Nama, atau orang yang bertindak bagi perusahaan'),
      email: emailField('E-mail'),
      company: optional(nameField('Nama perusahaan, bagi badan usaha')),
      companyEmail: optional(emailField('E-mail perusahaan')),
      invite: choiceField('Diundang lewat', { SMS: 'SMS', EMAIL: 'E-mail' }),
    },
    input: ({ phone, name, email, company, companyEmail, invite }) => ({
      ...{ phone, email, invite, name: company ?? name },
      userTypeId: company === undefined ? (1 as const) : (3 as const),
      ...(company === undefined
        ? {}
        : {
            institution: {
              ...{ companyName: company, companyEmail: companyEmail ?? email },
              ...{ picFullName: name, picPhone: phone },
            },
          }),
    }),
    after: (_, { name, userTypeId }) => ({
      'Pemberi Dana baru': name,
      Jenis: userTypeId === 3 ? 'badan usaha' : 'perorangan',
    }),
    told: ({ invite }) => [
      `Ia menerima ${invite === 'EMAIL' ? 'e-mail' : 'SMS'} tentang cara membuat kata sandi.`,
    ],
    says: ({ phone, name, email, institution }) => ({
      'Nomor telepon': phone,
      Nama: name,
      'E-mail': email,
      ...(institution ? { 'Penanggung jawab': institution.picFullName } : {}),
    }),
  }),
  action({
    command: publishRiskWarning,
    title: 'Terbitkan pernyataan risiko',
    group: 'Pemberi Dana',
    belongsTo: [],
    does: 'Menerbitkan teks baru pernyataan risiko; yang lama tetap tersimpan.',
    fields: {
      text: {
        ...textField('Teks', 20_000),
        kind: 'LONG_TEXT' as const,
        read: text(20_000, { lineBreaks: true }),
      },
    },
    input: (filled) => filled,
    after: ({ version, sha256 }) => ({ 'Pernyataan risiko': `versi ${version}`, 'SHA-256': sha256 }),
    told: () => ['Setiap Pemberi Dana diminta menyetujuinya sebelum pendanaan berikutnya.'],
  }),
  action({
    command: storeSigner,
    title: 'Ubah Penyelenggara tanda tangan',
    group: 'Pemberi Dana',
    belongsTo: ['LENDER'],
    does: 'Menetapkan Penyelenggara tanda tangan elektronik bagi perjanjian berikutnya.',
    fields: {
      lenderId: lender,
      dgsignType: choiceField('Penyelenggara', providers),
      signerId: optional({ ...textField('Id Pemberi Dana di Penyelenggara', 60), read: signerIdCell }),
    },
    input: (filled) => filled,
    after: ({ dgsignType }) => ({ 'Penyelenggara tanda tangan': providers[dgsignType] }),
    about: ofLender,
  }),
]
