import { partsPerMillion } from '../../platform/csv/values.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  type Action,
  action,
  birthDateField,
  choiceField,
  codeField,
  dateField,
  emailField,
  fractionField,
  lenderField,
  nameField,
  optional,
  phoneField,
  reasonField,
  rupiahField,
  textField,
  type Words,
  yesField,
} from '../../staff/index.ts'
import {
  assignVirtualAccount,
  endVirtualAccount,
  factsVersions,
  openAdditionalCashAccount,
  reverseTaxStatus,
  setBulkFunding,
  storeInstitution,
  storeLenderClass,
  storeLenderIdentity,
  storeTaxNumber,
  storeTaxStatus,
  type TaxStatus,
} from '../profile/index.ts'
import { recordAcceptance } from '../risk-warning/index.ts'
import { lenderBefore, ofLender } from './telling.ts'

const lender = lenderField('Pemberi Dana')
const method = choiceField('Bank', { '1': 'BNI', '2': 'Bank lain' })
const asMethod = (value: '1' | '2'): 1 | 2 => (value === '1' ? 1 : 2)
const taxStatuses = {
  DOMESTIC: 'Penduduk dengan NPWP (15%)',
  NO_TAX_NUMBER: 'Penduduk tanpa NPWP (30%)',
  FOREIGN: 'Bukan penduduk (20%)',
  TREATY: 'Bukan penduduk, tarif menurut P3B',
} as const satisfies Record<TaxStatus, string>
const kinds = {
  INDIVIDUAL: 'Perorangan dalam negeri',
  NON_RESIDENT: 'Perorangan luar negeri',
  COMPANY: 'Badan usaha',
  INSTITUTION: 'Lembaga jasa keuangan',
  GOVERNMENT: 'Pemerintah',
  MULTILATERAL: 'Lembaga multilateral',
} as const

const marriages = { YES: 'Menikah', NO: 'Belum menikah' } as const
const marriageOf = (married: boolean | null): string | null =>
  married === null ? null : marriages[married ? 'YES' : 'NO']
const taxStatusBefore = async (db: Queryable, { lenderId }: { lenderId: number }): Promise<Words> => ({
  'Status pajak': taxStatuses[(await lenderBefore(db, lenderId)).taxStatus],
})

export const facts: readonly Action[] = [
  action({
    command: storeInstitution,
    title: 'Ubah data perusahaan',
    group: 'Pemberi Dana',
    belongsTo: ['LENDER'],
    does: 'Menetapkan perusahaan dan penanggung jawabnya; perjanjian berikutnya menyebut mereka.',
    fields: {
      lenderId: lender,
      companyName: nameField('Nama perusahaan'),
      companyEmail: emailField('E-mail perusahaan'),
      picFullName: nameField('Penanggung jawab, nama lengkap'),
      picPhone: phoneField('Telepon penanggung jawab'),
    },
    input: (filled) => filled,
    after: (_, { companyName, picFullName }) => ({
      Perusahaan: companyName,
      'Penanggung jawab': picFullName,
    }),
    told: () => ['Bila alamat atau telepon berubah, Pemberi Dana diberi tahu, juga di kontak lama.'],
    about: ofLender,
  }),
  action({
    command: storeTaxStatus,
    title: 'Ubah status pajak',
    group: 'Pemberi Dana',
    belongsTo: ['LENDER'],
    does: 'Menetapkan tarif pajak atas bunga untuk pembayaran berikutnya; pajak yang sudah dipotong tetap.',
    fields: {
      lenderId: lender,
      status: choiceField('Status pajak', taxStatuses),
      ratePpm: optional(fractionField('Tarif, hanya bagi P3B', partsPerMillion)),
    },
    input: (filled) => filled,
    before: taxStatusBefore,
    after: ({ ratePpm }, { status }) => ({
      'Status pajak': taxStatuses[status],
      Tarif: `${ratePpm / 10_000}%`,
    }),
    about: ofLender,
  }),
  action({
    command: reverseTaxStatus,
    title: 'Kembalikan status pajak sebelumnya',
    group: 'Pemberi Dana',
    belongsTo: ['LENDER'],
    does: 'Membatalkan perubahan status pajak terakhir dan menyebut pembayaran yang dipotong menurut status itu.',
    fields: { lenderId: lender, reason: reasonField() },
    input: (filled) => filled,
    before: taxStatusBefore,
    after: ({ status, ratePpm, payments }) => ({
      'Status pajak': taxStatuses[status],
      Tarif: `${ratePpm / 10_000}%`,
      'Pembayaran yang perlu dicatat ulang': String(payments.length),
    }),
    about: ofLender,
  }),
  action({
    command: storeTaxNumber,
    title: 'Ubah NPWP',
    group: 'Pemberi Dana',
    belongsTo: ['LENDER'],
    does: 'Menyimpan NPWP sejak suatu hari; tanpa nomor, NPWP dicabut.',
    fields: {
      lenderId: lender,
      number: optional(codeField('NPWP', 16, 16)),
      validFrom: optional(dateField('Berlaku sejak')),
    },
    input: ({ lenderId, number, validFrom }) => ({
      lenderId,
      number: number ?? null,
      validFrom: validFrom ?? null,
    }),
    after: ({ version, status }, { number }) => ({
      NPWP: number === null ? 'dicabut' : `${number} (versi ${version})`,
      ...(status === null ? {} : { 'Status pajak': taxStatuses[status] }),
    }),
    about: ofLender,
  }),
  action({
    command: storeLenderIdentity,
    title: 'Catat usia dan pemeriksaan identitas',
    group: 'Pemberi Dana',
    belongsTo: ['LENDER'],
    does: 'Menyimpan tanggal lahir atau status nikah, dan pemeriksaan identitas, yang diminta sebelum mendanai. Yang dikosongkan tetap seperti semula; versi lama tetap ada.',
    fields: {
      lenderId: lender,
      birthDate: optional(birthDateField('Tanggal lahir, bagi perorangan')),
      married: optional(choiceField('Status nikah, bagi perorangan', marriages)),
      checkedOn: optional(dateField('Identitas diperiksa tanggal')),
      checkReference: optional(textField('Nomor pemeriksaan dalam arsip', 100)),
    },
    input: ({ married, ...filled }) => ({
      ...filled,
      married: married === undefined ? undefined : married === 'YES',
    }),
    before: async (db, { lenderId }) => {
      const [known] = await factsVersions(db, lenderId, 1)
      return {
        'Tanggal lahir': known?.birthDate ?? null,
        'Status nikah': marriageOf(known?.married ?? null),
        'Identitas diperiksa': known?.checkedOn ? `${known.checkedOn} (${known.checkReference})` : null,
      }
    },
    after: ({ version, changed }, { birthDate, married, checkedOn, checkReference }) => ({
      ...(birthDate === undefined ? {} : { 'Tanggal lahir': birthDate }),
      ...(married === undefined ? {} : { 'Status nikah': marriageOf(married) }),
      ...(checkedOn === undefined
        ? {}
        : { 'Identitas diperiksa': `${checkedOn} (${checkReference ?? 'nomor tetap'})` }),
      Versi: `${version}${changed ? '' : ', sudah demikian'}`,
    }),
    about: ofLender,
  }),
  action({
    command: storeLenderClass,
    title: 'Ubah kelas dan penghasilan',
    group: 'Pemberi Dana',
    belongsTo: ['LENDER'],
    does: 'Menyimpan kelas Pemberi Dana, yang menentukan batas pendanaannya; versi lama tetap ada.',
    fields: {
      lenderId: lender,
      kind: choiceField('Kelas', kinds),
      yearlyIncome: optional(rupiahField('Penghasilan setahun, bagi perorangan')),
      supervised: yesField('Diawasi OJK'),
      since: optional(dateField('Sejak')),
      evidence: textField('Bukti dalam arsip', 100),
      validUntil: optional(dateField('Bukti berlaku sampai')),
    },
    input: ({ yearlyIncome, since, validUntil, ...filled }) => ({
      ...filled,
      yearlyIncome: yearlyIncome ?? null,
      since: since ?? null,
      validUntil: validUntil ?? null,
    }),
    after: ({ version, changed }, { kind }) => ({
      Kelas: `${kinds[kind]} (versi ${version}${changed ? '' : ', sudah demikian'})`,
    }),
    about: ofLender,
  }),
  action({
    command: setBulkFunding,
    title: 'Buka atau tutup pendanaan product',
    group: 'Pemberi Dana',
    belongsTo: ['LENDER'],
    does: 'Menentukan apakah Pemberi Dana ditawari product berisi banyak pinjaman.',
    fields: { lenderId: lender, enabled: yesField('Ditawari product') },
    input: (filled) => filled,
    before: async (db, { lenderId }) => ({
      Product: (await lenderBefore(db, lenderId)).bulkFunding ? 'ditawarkan' : 'tidak ditawarkan',
    }),
    after: ({ enabled }) => ({ Product: enabled ? 'ditawarkan' : 'tidak ditawarkan' }),
    about: ofLender,
  }),
  action({
    command: openAdditionalCashAccount,
    title: 'Buka rekening dana kedua',
    group: 'Pemberi Dana',
    belongsTo: ['LENDER'],
    does: 'Dana lewat bank kedua lalu dicatat terpisah. Rekening ini tidak dapat ditutup lagi.',
    fields: { lenderId: lender },
    input: (filled) => filled,
    after: () => ({ 'Rekening dana kedua': 'dibuka' }),
    about: ofLender,
  }),
  action({
    command: assignVirtualAccount,
    title: 'Berikan virtual account',
    group: 'Pemberi Dana',
    belongsTo: ['LENDER'],
    does: 'Memberikan nomor virtual account; dana yang masuk ke nomor itu menjadi milik Pemberi Dana.',
    fields: {
      lenderId: lender,
      number: codeField('Nomor virtual account', 15, 15),
      methodPayment: method,
      bankCode: codeField('Kode bank', 3, 3),
      bankName: textField('Nama bank', 60),
      accountName: nameField('Nama yang ditampilkan bank'),
    },
    input: ({ methodPayment, ...filled }) => ({ ...filled, methodPayment: asMethod(methodPayment) }),
    after: ({ assigned }, { number, bankName }) => ({
      'Virtual account': `${bankName} ${number}${assigned ? '' : ' (sudah demikian)'}`,
    }),
    about: ofLender,
  }),
  action({
    command: endVirtualAccount,
    title: 'Akhiri virtual account',
    group: 'Pemberi Dana',
    belongsTo: ['LENDER'],
    does: 'Nomor itu tidak ditampilkan lagi; pembayaran ke nomor itu menunggu petugas.',
    fields: { lenderId: lender, number: codeField('Nomor virtual account', 15, 15) },
    input: (filled) => filled,
    after: ({ ended }, { number }) => ({
      [`Virtual account ${number}`]: ended ? 'berakhir' : 'sudah berakhir',
    }),
    about: ofLender,
  }),
  action({
    command: recordAcceptance,
    title: 'Catat persetujuan risiko di atas kertas',
    group: 'Pemberi Dana',
    belongsTo: ['LENDER'],
    does: 'Mencatat bahwa Pemberi Dana menyetujui pernyataan risiko yang berlaku, misalnya dalam perjanjian induk.',
    fields: { lenderId: lender, evidence: textField('Bukti dalam arsip', 100) },
    input: (filled) => filled,
    after: ({ version }) => ({ 'Pernyataan risiko yang disetujui': `versi ${version}` }),
    about: ofLender,
  }),
]
