import type { BusinessDate } from '@pematang/contract/format/business-date'
import {
  formatShare,
  listClosedDays,
  qualities,
  type QualityFigures,
  qualityOf,
  tkbs,
} from '../../loans/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { qualityNames } from '../portfolio-report/index.ts'
import type { ClosedMonth } from './closed-month.ts'
import type { OutstandingGroup } from './outstanding.ts'
import { type ClosedAndToday, type Difference, differencesOf } from './differences.ts'
import type { MonthRow } from './row.ts'

/** A share in percent, rounded down as lenders see it. */
const percent = (share: Parameters<typeof formatShare>[0]): number =>
  Number(formatShare(share).replace('%', '').replace(',', '.'))

/** TKB and quality as the month's last day was closed. */
export async function closedQuality(db: Queryable, last: BusinessDate): Promise<QualityFigures> {
  const { rows } = await listClosedDays(db, { from: last, until: last }, { limit: 1 })
  const [day] = rows
  if (!day) throw new Error(`day ${last} is not closed`)
  return day.figures
}

/** The four TKB and the five classes as closed; with `today` beside it what is known now of that day. */
export function qualityRows(closed: QualityFigures, today?: QualityFigures): MonthRow[] {
  const shares = tkbs(closed)
  const sharesToday = today && tkbs(today)
  return [
    ...Object.entries(shares).map(([name, share]) => ({
      part: 'TKB',
      group: name,
      measure: 'Persen',
      value: percent(share),
      ...(sharesToday && { valueToday: percent(sharesToday[name as keyof typeof shares]) }),
    })),
    ...[{ name: 'total', title: 'Seluruhnya' } as const, ...classes].map(({ name, title }) => ({
      part: 'TKB',
      group: 'Pokok Tersisa',
      of: title,
      measure: 'Rupiah',
      rupiah: closed[name],
      ...(today && { rupiahToday: today[name] }),
    })),
  ]
}

const classes = qualities.map(({ name }) => ({ name, title: qualityNames[name] }))

/**
 * Each loan that stands otherwise today, with the reason. What remains of a class was recorded while the day was being
 * closed.
 * @param outstanding as known at that closing, by quality among others
 */
export async function differenceRows(
  db: Queryable,
  month: ClosedMonth,
  {
    closed,
    outstanding,
    loans,
  }: { closed: QualityFigures; outstanding: readonly OutstandingGroup[]; loans: ClosedAndToday },
): Promise<MonthRow[]> {
  const differences = await differencesOf(db, month, loans)
  const asKnown = (name: string): number =>
    outstanding.find(({ dimension, value }) => dimension === 'QUALITY' && value === name)?.outstanding ?? 0
  return [
    ...differences.map(rowOf),
    ...classes.flatMap(({ name, title }) =>
      closed[name] === asKnown(name)
        ? []
        : [
            {
              part: 'Selisih TKB',
              group: 'Kualitas',
              of: title,
              measure: 'Rupiah',
              rupiah: closed[name],
              rupiahToday: asKnown(name),
              note: 'dicatat selagi hari itu ditutup',
            },
          ],
    ),
  ]
}

const rowOf = ({ loanNumber, closed, closedDays, today, todayDays, reasons }: Difference): MonthRow => ({
  part: 'Selisih TKB',
  group: 'Pinjaman',
  of: loanNumber,
  measure: 'Pokok tersisa dan hari terlambat',
  rupiah: closed,
  rupiahToday: today,
  ...(closedDays !== null && { count: closedDays }),
  ...(todayDays !== null && { countToday: todayDays }),
  note: [
    `${nameOf(closedDays)} menjadi ${nameOf(todayDays)}`,
    ...(reasons.length > 0
      ? reasons.map(
          ({ what, reference, recordedOn }) =>
            `${words[what]}${reference && ` ${reference}`} pada ${recordedOn}`,
        )
      : ['pinjaman lain dari Penerima Dana yang sama berubah']),
  ].join('; '),
})

const nameOf = (days: number | null): string =>
  days === null ? 'tidak dihitung' : qualityNames[qualityOf(days)]

const words: Record<Difference['reasons'][number]['what'], string> = {
  PAYMENT: 'pembayaran dicatat kemudian:',
  PAYMENT_REVERSED: 'pembayaran dibatalkan:',
  DISBURSEMENT: 'penyaluran dicatat kemudian,',
  DISBURSEMENT_REVERSED: 'penyaluran dibatalkan,',
  WRITE_OFF: 'hapus buku dicatat kemudian,',
  WRITE_OFF_REVERSED: 'hapus buku dibatalkan,',
  RESTRUCTURING: 'restrukturisasi dicatat kemudian,',
  RESTRUCTURING_REVERSED: 'restrukturisasi dibatalkan,',
}
