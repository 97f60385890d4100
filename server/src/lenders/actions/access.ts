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
} from '../../staff/index.ts'
import {
  changeContact,
  closeLender,
  createLender,
  endLenderSessions,
  reactivateLender,
  type StateChanged,
  suspendLender,
} from '../profile/index.ts'
import { lenderBefore, ofLender, stateInWords, toldByMessage } from './telling.ts'

const lender = lenderField('Pemberi Dana')

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
      'Pemberitahuan yang sama dikirim ke nomor dan alamat yang lama.',
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
]
