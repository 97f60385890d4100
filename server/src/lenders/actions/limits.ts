import { formatDateLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import { type ReadCell, partsPerMillion } from '../../platform/csv/values.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  type Action,
  action,
  choiceField,
  dateField,
  type Field,
  optional,
  reasonField,
  rupiahField,
  textField,
  withPoint,
  type Words,
  yesField,
} from '../../staff/index.ts'
import { limitsOnDay, type SetLimits, setLimits } from '../limits/index.ts'

const asked = { ASKED: 'diminta', NOT_ASKED: 'tidak diminta' }

/** A share as a fraction, or the word that switches a limit off. */
type Share = number | 'off'

const readShare: ReadCell<Share> = (cell) =>
  cell === 'off' ? { ok: true, value: 'off' } : withPoint(partsPerMillion)(cell)

const shareField = (label: string): Field<Share | undefined> =>
  optional({
    ...textField(label, 10),
    help: 'Pecahan, misalnya 0,1 bagi 10%, atau off bila tanpa batas.',
    read: readShare,
  })

const shareOr = (chosen: Share | undefined, kept: number | null): number | null =>
  chosen === 'off' ? null : (chosen ?? kept)

const percent = (ppm: number | null): string =>
  ppm === null ? 'tanpa batas' : `${(ppm / 10_000).toLocaleString('id-ID', { maximumFractionDigits: 4 })}%`

type Limits = Awaited<ReturnType<typeof limitsOnDay>>

const limitsInWords = (limits: Limits | SetLimits): Record<string, string> => ({
  'Dari penghasilan, profesional': percent(limits.professionalIncomePpm),
  'Dari penghasilan, lainnya': percent(limits.nonProfessionalIncomePpm),
  'Dari outstanding, tiap Pemberi Dana': percent(limits.lenderSharePpm),
  'Dari outstanding, yang diawasi OJK': percent(limits.supervisedSharePpm),
  'Dari outstanding, semua nonprofesional': percent(limits.nonProfessionalSharePpm),
  'Profesional di atas penghasilan': formatRupiah(limits.incomeBorder),
  'Outstanding paling sedikit dihitung': formatRupiah(limits.baseOutstanding),
  'Usia dan identitas': limits.asksIdentity ? asked.ASKED : asked.NOT_ASKED,
})

const inForce = async (db: Queryable, { holdsFrom }: SetLimits): Promise<Words> =>
  limitsInWords(await limitsOnDay(db, holdsFrom))

/** The limits of what lenders may place. */
export const limits: readonly Action[] = [
  action({
    command: setLimits,
    title: 'Tetapkan batas pendanaan',
    group: 'Staf dan aturan',
    belongsTo: [],
    does: 'Menyimpan versi baru batas pendanaan; yang dikosongkan tetap seperti yang berlaku pada hari itu.',
    fields: {
      holdsFrom: optional(dateField('Berlaku sejak; kosong berarti hari ini')),
      professionalIncome: shareField('Bagian penghasilan, Pemberi Dana profesional'),
      nonProfessionalIncome: shareField('Bagian penghasilan, Pemberi Dana lain'),
      lenderShare: shareField('Bagian outstanding, tiap Pemberi Dana'),
      supervisedShare: shareField('Bagian outstanding, yang diawasi OJK'),
      nonProfessionalShare: shareField('Bagian outstanding, semua nonprofesional'),
      incomeBorder: optional(rupiahField('Profesional di atas penghasilan setahun')),
      base: optional(rupiahField('Outstanding paling sedikit yang dihitung')),
      identity: optional(choiceField('Usia atau status kawin dan pemeriksaan identitas', asked)),
      beyondLaw: yesField('Memang lebih longgar daripada ketentuan'),
      reason: reasonField(),
    },
    input: async (
      { holdsFrom = null, incomeBorder, base, identity, beyondLaw, reason, ...shares },
      { db },
    ) => {
      const before = await limitsOnDay(db, holdsFrom)
      return {
        ...{ holdsFrom, reason, beyondLaw },
        incomeBorder: incomeBorder ?? before.incomeBorder,
        professionalIncomePpm: shareOr(shares.professionalIncome, before.professionalIncomePpm),
        nonProfessionalIncomePpm: shareOr(shares.nonProfessionalIncome, before.nonProfessionalIncomePpm),
        lenderSharePpm: shareOr(shares.lenderShare, before.lenderSharePpm),
        supervisedSharePpm: shareOr(shares.supervisedShare, before.supervisedSharePpm),
        nonProfessionalSharePpm: shareOr(shares.nonProfessionalShare, before.nonProfessionalSharePpm),
        baseOutstanding: base ?? before.baseOutstanding,
        asksIdentity: identity === undefined ? before.asksIdentity : identity === 'ASKED',
      }
    },
    before: inForce,
    after: ({ holdsFrom, beyondLaw, replacedBy }, input) => ({
      ...limitsInWords(input),
      'Berlaku sejak': formatDateLong(new Date(`${holdsFrom}T00:00:00+07:00`)),
      ...(beyondLaw.length > 0 ? { 'Lebih longgar daripada ketentuan': `${beyondLaw.length} butir` } : {}),
      ...(replacedBy.length > 0
        ? { 'Diganti kemudian oleh': replacedBy.map(({ version }) => `versi ${version}`).join(', ') }
        : {}),
    }),
    says: (input) => ({
      'Berlaku sejak': input.holdsFrom ?? 'hari keputusan',
      ...limitsInWords(input),
      Alasan: input.reason,
    }),
  }),
]
