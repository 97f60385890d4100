import { formatDateLong, formatDateTimeLong } from '@pematang/contract/format/date'
import { formatInterest } from '@pematang/contract/format/interest'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import { formatTenor } from '@pematang/contract/format/tenor'
import type { Context } from '../../context.ts'
import { type Installment, interestTypeNames, tenorPeriodNames } from '../../books/index.ts'
import type { ReportContent, ReportSection } from '../../documents/index.ts'
import { sum } from '../../platform/sum.ts'
import type { Kept, Terms } from '../terms/index.ts'
import type { Part } from './rule.ts'
import type { AskedBy, FormerTerms, RightRow, Sums, VoteRow } from './store.ts'

type Operator = ReportContent['operator']

export const operatorOf = (config: Context['config']): Operator => ({
  name: config.OPERATOR_NAME,
  address: config.OPERATOR_ADDRESS,
  licenceLine: config.OPERATOR_LICENCE_LINE,
})

const askers: Record<AskedBy, string> = {
  OPERATOR: 'Penyelenggara',
  BORROWER: 'Penerima Dana, melalui Penyelenggara',
  LENDERS: 'Pemberi Dana dengan paling sedikit sepersepuluh sisa pokok',
}

const termsText = ({ interest, interestType, tenor, tenorPeriod }: FormerTerms): string =>
  `${formatInterest(interest)} per tahun (${interestTypeNames[interestType]}), ${formatTenor(tenor, tenorPeriodNames[tenorPeriod])}`

/** What of a vote its addendum states: nothing that depends on how the lenders vote. */
export type Addendum = {
  loanNumber: string
  borrowerName: string
  former: FormerTerms
  terms: Terms
  kept: Kept
  installments: readonly Installment[]
  consent: { reference: string; provider: string; at: string }
}

/** The addendum to the agreements of a loan, made of the terms alone. */
export function addendumContent(operator: Operator, issuedAt: Date, addendum: Addendum): ReportContent {
  const { loanNumber, borrowerName, former, terms, kept, installments, consent } = addendum
  const { agreedOn, startsOn = agreedOn } = terms
  return {
    operator,
    title: 'Addendum Perjanjian Pendanaan',
    subject: `Pinjaman ${loanNumber}`,
    issuedAt,
    facts: [
      { label: 'Penerima Dana', value: borrowerName },
      { label: 'Berlaku sejak', value: formatDateLong(agreedOn) },
      { label: 'Persetujuan Penerima Dana', value: consentText(consent) },
    ],
    sections: [
      {
        heading: 'Ketentuan',
        facts: [
          { label: 'Semula', value: termsText(former) },
          { label: 'Menjadi', value: termsText({ ...terms, interest: Number(terms.interest) }) },
          { label: 'Bunga dihitung sejak', value: formatDateLong(startsOn) },
          { label: 'Sisa pokok', value: formatRupiah(kept.principal) },
          { label: 'Bunga tertunggak yang tetap ditagih', value: formatRupiah(kept.interestKept) },
          { label: 'Bunga tertunggak yang dihapus', value: formatRupiah(kept.interestWaived) },
          { label: 'Denda yang dihapus', value: formatRupiah(kept.penaltyWaived) },
        ],
        paragraphs: [
          'Addendum ini berlaku apabila Pemberi Dana menyetujuinya dalam pemungutan suara dan saldo pinjaman belum berubah sejak pemungutan suara dibuka. Bila tidak disetujui, perjanjian semula tetap berlaku. Bagian setiap Pemberi Dana mengikuti sisa pokoknya.',
        ],
      },
      scheduleSection(installments),
    ],
  }
}

const consentText = ({ reference, provider, at }: Addendum['consent']): string =>
  `${reference} (${provider}), ${formatDateTimeLong(at)}`

const scheduleSection = (installments: readonly Installment[]): ReportSection => ({
  heading: 'Jadwal baru seluruh pinjaman',
  table: {
    columns: [
      { title: 'Jatuh tempo', width: 125 },
      { title: 'Pokok', width: 110, isAmount: true },
      { title: 'Bunga', width: 110, isAmount: true },
      { title: 'Jumlah', width: 110, isAmount: true },
    ],
    rows: installments.map(({ dueDate, principal, interest }) => [
      formatDateLong(dueDate),
      ...[principal, interest, principal + interest].map(formatRupiah),
    ]),
    total: [
      'Jumlah',
      ...[
        sum(installments.map(({ principal }) => principal)),
        sum(installments.map(({ interest }) => interest)),
        sum(installments.map(({ principal, interest }) => principal + interest)),
      ].map(formatRupiah),
    ],
  },
})

const partText = ({ part, of }: Part): string => `${part}/${of}`

const outcomes: Record<Exclude<VoteRow['state'], 'OPEN'>, string> = {
  PASSED: 'Disetujui',
  USED: 'Disetujui',
  LAPSED: 'Disetujui',
  REFUSED: 'Tidak disetujui',
  NO_QUORUM: 'Kuorum tidak tercapai',
  WITHDRAWN: 'Ditarik kembali',
  VOID: 'Batal, karena saldo pinjaman berubah',
}

export const outcomeText = (state: VoteRow['state']): string =>
  state === 'OPEN' ? 'Berlangsung' : outcomes[state]

/** The record of an ended vote: notice, agenda, record day, who voted with which weight, and the result. */
export function recordContent(
  operator: Operator,
  issuedAt: Date,
  vote: VoteRow,
  { sums, rights }: { sums: Sums; rights: readonly RightRow[] },
): ReportContent {
  const { rule, call } = vote
  const quorum =
    call === 1 ? `lebih dari ${partText(rule.quorum)}` : `paling sedikit ${partText(rule.secondQuorum)}`
  return {
    operator,
    title: 'Berita Acara Pemungutan Suara',
    subject: `Pinjaman ${vote.loanNumber}`,
    issuedAt,
    facts: [
      { label: 'Hasil', value: outcomeText(vote.state) },
      ...(vote.because === null ? [] : [{ label: 'Sebab', value: vote.because }]),
      { label: 'Penerima Dana', value: vote.borrowerName },
      { label: 'Diminta oleh', value: askers[vote.askedBy] },
    ],
    sections: [
      {
        heading: 'Panggilan dan agenda',
        paragraphs: [`Agenda: perubahan ketentuan pinjaman. ${vote.reason}`],
        facts: [
          { label: 'Dipanggil dan dibuka', value: formatDateTimeLong(vote.openedAt) },
          { label: 'Hari pencatatan', value: formatDateLong(vote.recordDay) },
          ...(vote.firstEndedAt === null
            ? []
            : [
                {
                  label: 'Panggilan pertama',
                  value: `berakhir ${formatDateTimeLong(vote.firstEndedAt)}, bersuara ${formatRupiah(vote.firstVoted ?? 0)}, di bawah kuorum`,
                },
              ]),
          { label: 'Berakhir', value: formatDateTimeLong(vote.endedAt ?? vote.endsAt) },
        ],
      },
      {
        heading: 'Ketentuan yang diputuskan',
        facts: [
          { label: 'Semula', value: termsText(vote.former) },
          { label: 'Menjadi', value: termsText({ ...vote.terms, interest: Number(vote.terms.interest) }) },
          { label: 'Berlaku sejak', value: formatDateLong(vote.terms.agreedOn) },
          { label: 'SHA-256 addendum', value: vote.addendumSha256.replaceAll(/.{32}/g, '$& ').trim() },
        ],
      },
      {
        heading: 'Suara',
        facts: [
          {
            label: 'Sisa pokok yang berhak',
            value: `${formatRupiah(vote.principal)}, ${sums.lenders} Pemberi Dana`,
          },
          { label: 'Bersuara', value: `${formatRupiah(sums.voted)}, ${sums.lendersVoted} Pemberi Dana` },
          { label: 'Setuju', value: formatRupiah(sums.agreed) },
          { label: 'Tidak setuju', value: formatRupiah(sums.voted - sums.agreed) },
          { label: 'Kuorum', value: `${quorum} sisa pokok bersuara` },
          {
            label: 'Mayoritas',
            value: `paling sedikit ${partText(rule.majority)} dari yang bersuara setuju`,
          },
        ],
        paragraphs: [
          'Pemberi Dana tercantum dengan nomor, tanpa nama. Yang tidak memberikan suara tidak dianggap setuju.',
        ],
        table: {
          columns: [
            { title: 'Nomor', width: 105 },
            { title: 'Sisa pokok', width: 150, isAmount: true },
            { title: 'Pilihan', width: 200 },
          ],
          rows: rights.map(({ place, weight, agrees, byHeirs }) => [
            String(place),
            formatRupiah(weight),
            `${choiceText(agrees)}${byHeirs ? ' (ahli waris)' : ''}`,
          ]),
        },
      },
    ],
  }
}

const choiceText = (agrees: boolean | null): string => {
  if (agrees === null) return 'Tidak bersuara'
  return agrees ? 'Setuju' : 'Tidak setuju'
}
