import { one } from '../../platform/db/database.ts'
import { type Right, rights } from '../../platform/approvals/rights.ts'
import { lookAtBreakGlass, secondPairOperations, setApprovalRules } from '../approvals/index.ts'
import { addStaff, inviteStaff, setStaffRights, takeStaffRights } from '../people/index.ts'
import { type Action, action } from './action.ts'
import {
  choiceField,
  choicesField,
  countField,
  emailField,
  type Field,
  nameField,
  optional,
  reasonField,
  rupiahField,
  textField,
} from './field.ts'

const rightWords: Record<Right, string> = {
  LOOK: 'Melihat',
  WORK: 'Mengajukan',
  DECIDE: 'Memutuskan',
  ADMIN: 'Mengurus staf',
}
const rightsInWords = (held: readonly Right[]): string =>
  rights
    .filter((right) => held.includes(right))
    .map((right) => rightWords[right])
    .join(', ') || 'ditangguhkan'

const name: Field<string> = { ...textField('Nama staf', 100), kind: 'CHOICE', help: null, ofStaff: true }
const group = 'Staf dan aturan'
const operationField = choiceField(
  'Tindakan',
  Object.fromEntries(secondPairOperations.map((operation) => [operation, operation])),
)

/** People of the staff, and the rules of the second pair of eyes. */
export const actions: readonly Action[] = [
  action({
    command: addStaff,
    title: 'Tambah staf',
    group,
    belongsTo: [],
    does: 'Menambah orang dengan wewenang. Ia masuk dengan passkey, lewat tautan undangan.',
    fields: {
      name: nameField('Nama'),
      email: emailField('E-mail'),
      rights: choicesField('Wewenang', rightWords),
    },
    input: (filled) => filled,
    after: (_, input) => ({ [`Wewenang ${input.name}`]: rightsInWords(input.rights) }),
  }),
  action({
    command: inviteStaff,
    title: 'Undang staf, atau ganti passkey yang hilang',
    group,
    belongsTo: [],
    does: 'Mencabut semua passkey dan sesinya, dan mengirim tautan passkey pertama ke e-mailnya.',
    fields: { name, reason: reasonField() },
    input: (filled) => filled,
    after: (_, input) => ({ [`Passkey ${input.name}`]: 'dicabut; tautan baru dikirim' }),
    told: () => ['Tautan dikirim hanya ke e-mail orang itu; ia berlaku 30 menit.'],
  }),
  action({
    command: setStaffRights,
    title: 'Ubah wewenang staf',
    group,
    belongsTo: [],
    does: 'Memberi wewenang ini sebagai ganti yang lama.',
    fields: { name, rights: choicesField('Wewenang', rightWords), reason: reasonField() },
    input: (filled) => filled,
    after: (_, input) => ({ [`Wewenang ${input.name}`]: rightsInWords(input.rights) }),
  }),
  action({
    command: takeStaffRights,
    title: 'Cabut wewenang staf',
    group,
    belongsTo: [],
    does: 'Mencabut wewenang ini seketika; tanpa wewenang, orangnya ditangguhkan.',
    fields: { name, rights: choicesField('Wewenang yang dicabut', rightWords), reason: reasonField() },
    input: (filled) => filled,
    after: (_, input) => ({ [`Dicabut dari ${input.name}`]: rightsInWords(input.rights) }),
  }),
  action({
    command: setApprovalRules,
    title: 'Ubah aturan persetujuan',
    group,
    belongsTo: [],
    does: 'Menetapkan berapa orang yang memutuskan suatu tindakan; diputuskan menurut aturan yang sekarang.',
    fields: {
      operation: operationField,
      deciders: countField('Berapa orang; 0 mencabut aturan', 0, 5),
      largeFrom: optional(rupiahField('Jumlah besar mulai')),
      largeDeciders: optional(countField('Berapa orang bagi jumlah besar', 1, 5)),
      hours: countField('Berapa jam boleh diputuskan', 1, 720),
      reason: reasonField(),
    },
    input: ({ operation, deciders, largeFrom = null, largeDeciders = null, hours, reason }) => ({
      rules: [{ operation, deciders, largeFrom, largeDeciders, hours }],
      reason,
    }),
    after: ({ version }, { rules }) => ({
      ...Object.fromEntries(
        rules.map(({ operation, deciders, largeFrom, largeDeciders, hours }) => [
          operation,
          deciders === 0
            ? 'tanpa persetujuan'
            : `${deciders} orang${largeFrom === null ? '' : `, ${largeDeciders} orang mulai Rp${largeFrom}`}, ${hours} jam`,
        ]),
      ),
      'Versi aturan': String(version),
    }),
    says: ({ rules, reason }) => ({
      Tindakan: rules.map(({ operation }) => operation).join(', '),
      Alasan: reason,
    }),
  }),
  action({
    command: lookAtBreakGlass,
    title: 'Tinjau perintah tanpa orang kedua',
    group,
    belongsTo: [],
    does: 'Mencatat bahwa Anda sudah meninjau perintah yang dijalankan orang lain tanpa orang kedua.',
    fields: { number: countField('Nomor perintah', 1, 999_999_999) },
    input: async ({ number }, { db, staffId }) => ({
      number,
      by: await one<{ name: string }>(db, 'staff.actions.name_of', 'select name from staff where id = $1', [
        staffId,
      ]),
    }),
    after: (_, { number, by }) => ({ [`Perintah ${number}`]: `ditinjau ${by.name}` }),
  }),
]
