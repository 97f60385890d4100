import { type BusinessDate, daysBetween } from '@pematang/contract/format/business-date'
import { formatDateLong, formatRupiah, groupThousands } from '@pematang/contract/format/index'
import { formatMonth } from '@pematang/contract/format/month'
import type { ReportContent, ReportSection } from '../../documents/index.ts'
import type { StatementMovement } from './movements.ts'
import type { Period } from './period.ts'
import type { DaySums, Ending, Result } from './tally.ts'
import { accountNames, cashLines, kindName, qualityNames } from './words.ts'
import { sum } from '../../platform/sum.ts'

/** The maximum number of movements that a PDF lists one by one; with more it lists the sums of each day. */
export const mostTold = 2_000
/** The maximum number of days that a PDF lists; with more it lists the sums of each month. */
const mostDays = 400

export type PdfInput = {
  period: Pick<Period, 'from' | 'to' | 'spans'>
  ending: Ending & Pick<Result, 'backdated' | 'days' | 'sha256'>
  /** Every movement, if they are listed one by one; otherwise null. */
  movements: readonly StatementMovement[] | null
  /** The number of an issued statement; null for one of a freely chosen period. */
  number: string | null
  madeAt: Date
  holder: string
  operator: ReportContent['operator']
}

/** The text of the PDF of a statement of account. */
export function statementContent(input: PdfInput): ReportContent {
  const { period, ending, number, madeAt, holder, operator } = input
  const { from, to } = period
  const sha256 = ending.sha256.toString('hex')
  const days = `${formatDateLong(from)} sampai ${formatDateLong(to)}`
  return {
    operator,
    title: 'Rekening Koran',
    subject: number === null ? days : `Nomor ${number}, ${days}`,
    issuedAt: madeAt,
    facts: [{ label: 'Pemberi Dana', value: holder }],
    sections: [
      cashSection(ending),
      portfolioSection(ending, to),
      returnSection(ending),
      ...movementSections(input),
      ...(number === null ? [] : [finalSection(ending.backdated)]),
    ],
    footLine: `Sidik jari mutasi: ${sha256}`,
  }
}

const money = (amount: number): string =>
  `${amount < 0 ? '-' : ''}${groupThousands(String(Math.abs(amount)))}`

const sums = (
  rows: { label: string; amount: number }[],
  strong: number[],
): NonNullable<ReportSection['table']> => ({
  columns: [
    { title: 'Uraian', width: 325 },
    { title: 'Rupiah', width: 130, isAmount: true },
  ],
  rows: rows.map(({ label, amount }) => [label, money(amount)]),
  strong,
})

function cashSection({ figures }: Ending): ReportSection {
  const lines = cashLines({ figures })
  return {
    heading: 'Ringkasan kas',
    paragraphs: ['Dana yang sedang dicadangkan untuk pendanaan atau penarikan masih termasuk dalam saldo.'],
    table: sums(lines, [0, lines.length - 1]),
  }
}

function portfolioSection({ portfolio }: Ending, to: BusinessDate): ReportSection {
  const { quality, notPaidOut, writtenOff } = portfolio
  const rows = [
    ...quality.map(({ name, outstanding }) => ({ label: qualityNames[name], amount: outstanding })),
    { label: 'Belum dicairkan kepada Penerima Dana', amount: notPaidOut },
  ]
  const total = { label: 'Jumlah', amount: sum(rows.map(({ amount }) => amount)) }
  const apart = { label: 'Di luar jumlah: dihapusbukukan, masih ditagih', amount: writtenOff }
  return {
    heading: `Sisa pokok pada ${formatDateLong(to)} menurut kualitas`,
    table: sums([...rows, total, ...(writtenOff === 0 ? [] : [apart])], [rows.length]),
  }
}

function returnSection({ figures, netReturn }: Ending): ReportSection {
  const { amount, lost, average, percent } = netReturn
  return {
    heading: 'Hasil bersih periode ini',
    paragraphs: [
      percent === null
        ? 'Tidak ada pokok yang disalurkan dalam periode ini.'
        : `${percent} dari rata-rata pokok yang disalurkan, ${formatRupiah(average)}. Angka ini untuk periode ini saja, tidak disetahunkan.`,
    ],
    table: sums(
      [
        { label: 'Bunga dan denda diterima', amount: figures.interest + figures.penalty },
        { label: 'Pajak dipotong', amount: -figures.tax },
        { label: 'Biaya transfer', amount: -figures.fees },
        { label: 'Hapus buku, setelah dikurangi penerimaan', amount: -lost },
        { label: 'Hasil bersih', amount },
      ],
      [4],
    ),
  }
}

/** The movements of each cash account: one by one, or as sums if there are too many. */
function movementSections({ period, ending, movements }: PdfInput): ReportSection[] {
  return period.spans.map((span) => {
    const heading = `Mutasi rekening ${accountNames[span.kind].toLowerCase()}`
    const balances = { from: period.from, to: period.to, opening: span.opening, closing: span.closing }
    if (movements !== null) {
      return {
        heading,
        table: toldTable(
          movements.filter(({ account }) => account === span.kind),
          balances,
        ),
      }
    }
    const days = ending.days.filter(({ account }) => account === span.kind)
    const isLong = daysBetween(period.from, period.to) >= mostDays
    return {
      heading,
      paragraphs: [
        `Mutasi dalam periode ini berjumlah ${groupThousands(String(ending.figures.movements))}, jadi di sini dijumlahkan per ${isLong ? 'bulan' : 'hari'}. Setiap mutasi dengan referensinya ada dalam berkas CSV dan XLSX rekening koran ini; sidik jari di kaki halaman dihitung dari semua mutasi itu.`,
      ],
      table: summedTable(isLong ? byMonth(days) : days, balances, isLong),
    }
  })
}

type Balances = { from: BusinessDate; to: BusinessDate; opening: number; closing: number }

function toldTable(
  movements: readonly StatementMovement[],
  { from, to, opening, closing }: Balances,
): NonNullable<ReportSection['table']> {
  return {
    columns: [
      { title: 'Tanggal', width: 88 },
      { title: 'Mutasi', width: 223 },
      { title: 'Jumlah', width: 72, isAmount: true },
      { title: 'Saldo', width: 72, isAmount: true },
    ],
    rows: [
      [formatDateLong(from), 'Saldo awal', '', money(opening)],
      ...movements.map((movement) => {
        const { day, number, loanNumber, amount, balanceAfter } = movement
        return [
          formatDateLong(day),
          {
            text: [kindName(movement), loanNumber, dateNote(movement, from)]
              .filter((part) => part !== null)
              .join(' · '),
            below: [number, partsNote(movement)].filter((part) => part !== null).join(' · '),
          },
          money(amount),
          money(balanceAfter),
        ]
      }),
      [formatDateLong(to), 'Saldo akhir', '', money(closing)],
    ],
    strong: [0, movements.length + 1],
  }
}

/** A note with the value date of a movement that was recorded later, or the day on which its money was reserved. */
const dateNote = ({ valueDate, day, reservedOn }: StatementMovement, from: BusinessDate): string | null => {
  if (reservedOn) return `ditahan sejak ${formatDateLong(reservedOn)}`
  if (valueDate === day) return null
  return `nilai ${formatDateLong(valueDate)}${valueDate < from ? ', sebelum periode ini' : ''}`
}

function partsNote({ sums: { principal, interest, penalty, tax } }: StatementMovement): string | null {
  const parts = [
    ['pokok', principal],
    ['bunga', interest],
    ['denda', penalty],
    ['pajak', tax],
  ] as const
  const shown = parts.filter(([, amount]) => amount !== 0).map(([name, amount]) => `${name} ${money(amount)}`)
  return shown.length > 0 ? shown.join(', ') : null
}

function summedTable(
  days: readonly DaySums[],
  { from, to, opening, closing }: Balances,
  isLong: boolean,
): NonNullable<ReportSection['table']> {
  return {
    columns: [
      { title: isLong ? 'Bulan' : 'Tanggal', width: 118 },
      { title: 'Banyaknya', width: 61, isAmount: true },
      { title: 'Masuk', width: 92, isAmount: true },
      { title: 'Keluar', width: 92, isAmount: true },
      { title: 'Saldo', width: 92, isAmount: true },
    ],
    rows: [
      [`${formatDateLong(from)} awal`, '', '', '', money(opening)],
      ...days.map(({ day, movements, credited, debited, balance }) => [
        isLong ? formatMonth(day.slice(0, 7)) : formatDateLong(day),
        groupThousands(String(movements)),
        money(credited),
        money(debited),
        money(balance),
      ]),
      [`${formatDateLong(to)} akhir`, '', '', '', money(closing)],
    ],
    strong: [0, days.length + 1],
  }
}

/** The sums of months, each with its last balance. */
export const byMonth = (days: readonly DaySums[]): DaySums[] =>
  [...Map.groupBy(days, ({ day }) => day.slice(0, 7)).values()].flatMap((month) => {
    const last = month.at(-1)
    if (!last) return []
    const total = (of: (day: DaySums) => number) => sum(month.map(of))
    return [
      {
        ...last,
        movements: total(({ movements }) => movements),
        credited: total(({ credited }) => credited),
        debited: total(({ debited }) => debited),
      },
    ]
  })

/** The closing remarks of an issued statement. */
const finalSection = (backdated: number): ReportSection => ({
  heading: 'Tentang rekening koran ini',
  paragraphs: [
    'Rekening koran ini tidak berubah setelah diterbitkan. Setiap mutasi tercantum pada bulan ketika dicatat. Mutasi yang dicatat kemudian dengan tanggal nilai dalam periode ini tercantum pada rekening koran bulan pencatatannya, dengan tanggal nilainya.',
    ...(backdated === 0
      ? []
      : [
          `Di dalamnya ada ${backdated} mutasi dengan tanggal nilai sebelum periode ini; tanggalnya tertulis pada mutasi itu.`,
        ]),
  ],
})
