import { formatDateLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import { lenderIdOf } from '../../lenders/index.ts'
import { moment, phoneDigits, type ReadCell, text } from '../../platform/csv/values.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { required } from '../../platform/refusal.ts'
import {
  type Action,
  action,
  choiceField,
  countField,
  documentField,
  type Field,
  InputFault,
  loanField,
  optional,
  phoneField,
  reasonField,
  textField,
} from '../../staff/index.ts'
import {
  callVote,
  type Part,
  recordHeirsVote,
  ruleInForce,
  setVoteRule,
  type VoteRule,
  votesOf,
  withdrawVote,
} from '../votes/index.ts'
import { ofLoan } from './telling.ts'
import { termFields, termsInWords } from './term-fields.ts'

const loan = loanField('Pinjaman')
const group = 'Pemungutan suara'
const day = (at: string): string => formatDateLong(new Date(at))

/** The lender of a phone number. @throws InputFault that names the field */
async function lenderBy(db: Queryable, phone: string, label: string): Promise<number> {
  const id = await lenderIdOf(db, phone)
  if (id === undefined) throw new InputFault(label, `Tidak ada Pemberi Dana dengan nomor ${phone}.`)
  return id
}

/** The newest vote on a loan. @throws Refusal NOT_FOUND */
const newestVote = async (db: Queryable, loanNumber: string): Promise<string> =>
  required((await votesOf(db, loanNumber))[0], 'NOT_FOUND').id

const askedByWords = { OPERATOR: 'Platform', BORROWER: 'Penerima Dana', LENDERS: 'Pemberi Dana' }
const askersLabel = 'Telepon Pemberi Dana yang meminta, dengan koma'
const readPhones: ReadCell<string[]> = (cell) => {
  const numbers = cell.split(',').map((one) => phoneDigits(one.trim()))
  const wrong = numbers.find((one) => !one.ok)
  return wrong && !wrong.ok
    ? wrong
    : { ok: true, value: numbers.flatMap((one) => (one.ok ? [one.value] : [])) }
}

const readPart: ReadCell<Part> = (cell) => {
  const [, part, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(cell) ?? []
  return part === undefined
    ? { ok: false, reason: 'bukan pecahan, misalnya 1/2' }
    : { ok: true, value: { part: Number(part), of: Number(of) } }
}
const partField = (label: string): Field<Part | undefined> =>
  optional({ ...textField(label, 9), help: 'Pecahan seperti 2/3.', read: readPart })

const partText = ({ part, of }: Part): string => `${part}/${of}`
const ruleInWords = (rule: VoteRule): Record<string, string> => ({
  'Ketentuan baru': rule.required ? 'memerlukan pemungutan suara' : 'tanpa pemungutan suara',
  Kuorum: `lebih dari ${partText(rule.quorum)}`,
  'Kuorum panggilan kedua': `paling sedikit ${partText(rule.secondQuorum)}`,
  'Setuju paling sedikit': partText(rule.majority),
  'Lama panggilan': `${rule.days} hari, lalu ${rule.secondDays} hari`,
})

/** Lenders decide on new terms of their loan. The second call begins by itself. */
export const votes: readonly Action[] = [
  action({
    command: callVote,
    title: 'Adakan pemungutan suara',
    group,
    belongsTo: ['LOAN'],
    does: 'Memanggil Pemberi Dana pinjaman ini untuk memutuskan ketentuan baru; adendumnya dibuat dari isian ini.',
    fields: {
      loanNumber: loan,
      ...termFields,
      reason: { ...reasonField('Alasan, yang dibaca Pemberi Dana'), read: text(500), help: null },
      askedBy: choiceField('Diminta oleh', askedByWords),
      askers: optional({ ...textField(askersLabel, 500), read: readPhones, help: null }),
      reference: textField('Persetujuan Penerima Dana: nomornya', 100),
      provider: textField('Disimpan oleh', 100),
      at: { ...textField('Diberikan pada', 40), help: 'Seperti 2026-05-28T10:15:30+07:00.', read: moment },
      sha256: documentField('Berkas persetujuan'),
    },
    input: async ({ askedBy, askers = [], reference, provider, at, sha256, ...filled }, { db }) => {
      if (askers.length > 0 !== (askedBy === 'LENDERS'))
        throw new InputFault(askersLabel, 'Diisi bila, dan hanya bila, Pemberi Dana yang meminta.')
      const ids = []
      for (const phone of askers) ids.push(await lenderBy(db, phone, askersLabel))
      const consent = { reference, provider, at, sha256 }
      return { ...filled, askedBy, ...(ids.length > 0 && { askers: ids }), consent }
    },
    after: ({ lenders, principal, endsAt }) => ({
      'Pemungutan suara': `dibuka untuk ${lenders} Pemberi Dana`,
      'Sisa pokok': formatRupiah(principal),
      Berakhir: day(endsAt),
    }),
    told: () => ['Setiap Pemberi Dana pinjaman ini diberi tahu di dasbor dan lewat pesan.'],
    says: ({ loanNumber, reason, askedBy, askers, consent, ...terms }) => ({
      Pinjaman: loanNumber,
      ...termsInWords(terms),
      Alasan: reason,
      'Diminta oleh': askedByWords[askedBy],
      'Pemberi Dana yang meminta': askers ? askers.join(', ') : null,
      'Persetujuan Penerima Dana': `${consent.reference}, ${consent.provider}, ${consent.at}`,
      'SHA-256 persetujuan': consent.sha256,
    }),
    about: ofLoan,
  }),
  action({
    command: withdrawVote,
    title: 'Tarik kembali pemungutan suara',
    group,
    belongsTo: ['LOAN'],
    does: 'Menarik kembali pemungutan suara terakhir yang terbuka, atau yang hasilnya belum dipakai.',
    fields: { loanNumber: loan, reason: reasonField('Alasan, yang dibaca Pemberi Dana') },
    input: async ({ loanNumber, reason }, { db }) => ({ voteId: await newestVote(db, loanNumber), reason }),
    after: ({ loanNumber, changed }) => ({
      [`Pemungutan suara ${loanNumber}`]: changed ? 'ditarik kembali' : 'sudah ditarik kembali',
    }),
    told: () => ['Pemberi Dana yang berhak bersuara diberi tahu.'],
    says: ({ voteId, reason }) => ({ 'Pemungutan suara': voteId, Alasan: reason }),
  }),
  action({
    command: recordHeirsVote,
    title: 'Catat suara ahli waris',
    group,
    belongsTo: ['LOAN'],
    does: 'Mencatat suara ahli waris seorang Pemberi Dana yang wafat, menurut surat mereka.',
    fields: {
      loanNumber: loan,
      phone: phoneField('Telepon Pemberi Dana yang wafat'),
      choice: choiceField('Suara', { setuju: 'Setuju', tidak: 'Tidak setuju' }),
      document: textField('Surat dalam arsip', 100),
      sha256: documentField('Berkas surat'),
    },
    input: async ({ loanNumber, phone, choice, document, sha256 }, { db }) => ({
      voteId: await newestVote(db, loanNumber),
      lenderId: await lenderBy(db, phone, 'Telepon Pemberi Dana yang wafat'),
      agrees: choice === 'setuju',
      document: { name: document, sha256 },
    }),
    after: ({ agrees }) => ({ 'Suara ahli waris': agrees ? 'Setuju' : 'Tidak setuju' }),
    about: ({ lenderId }) => ({ kind: 'LENDER', id: String(lenderId) }),
    says: ({ lenderId, agrees, document }) => ({
      'Pemberi Dana': String(lenderId),
      Suara: agrees ? 'Setuju' : 'Tidak setuju',
      Surat: document.name,
      'SHA-256 surat': document.sha256,
    }),
  }),
  action({
    command: setVoteRule,
    title: 'Tetapkan aturan pemungutan suara',
    group,
    belongsTo: [],
    does: 'Berlaku bagi pemungutan suara yang diadakan sesudahnya; yang dikosongkan tetap.',
    fields: {
      required: optional(
        choiceField('Ketentuan baru', { yes: 'memerlukan pemungutan suara', no: 'tanpa itu' }),
      ),
      quorum: partField('Kuorum: lebih dari'),
      secondQuorum: partField('Kuorum panggilan kedua: paling sedikit'),
      majority: partField('Setuju: paling sedikit'),
      days: optional(countField('Hari panggilan pertama', 1, 90)),
      secondDays: optional(countField('Hari panggilan kedua', 1, 90)),
    },
    input: async ({ required: asked, ...filled }, { db }) => {
      const { rule } = await ruleInForce(db)
      return { ...rule, ...filled, required: asked === undefined ? rule.required : asked === 'yes' }
    },
    before: async (db) => ruleInWords((await ruleInForce(db)).rule),
    after: (_, rule) => ruleInWords(rule),
    says: ruleInWords,
  }),
]
