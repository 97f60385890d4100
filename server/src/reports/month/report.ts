import { loansAsKnown, measureOf } from '../../loans/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Sheet } from '../../platform/export/index.ts'
import { type Average, averagesOf } from './averages.ts'
import { type ClosedMonth, closedMonth } from './closed-month.ts'
import { type Flows, flowsOfMonth, type MonthFlows } from './flows.ts'
import { namesOf } from './names.ts'
import { outstandingOf } from './outstanding.ts'
import { borrowersOf, lendersOf, type PeopleGroup } from './people.ts'
import { closedQuality, differenceRows, qualityRows } from './quality-rows.ts'
import { cellsOf, monthColumns, type MonthRow } from './row.ts'

/**
 * The figures of a month as a supervisor asks for them, as known when its last day was closed: the same at any later time.
 * @param month YYYY-MM
 * @param options.today whether what is known today of the month's last day stands beside it, with the reason for each
 *   difference
 * @throws Refusal MONTH_NOT_OVER, MONTH_NOT_CLOSED
 */
export async function monthReport(
  db: Queryable,
  month: string,
  { today }: { today: boolean },
): Promise<{ rows: MonthRow[]; sheet: Sheet }> {
  const closed = await closedMonth(db, month)
  const rows = await rowsOf(db, closed, today)
  return { rows, sheet: { name: `Laporan Bulan ${month}`, columns: monthColumns, rows: cells(rows) } }
}

async function rowsOf(db: Queryable, month: ClosedMonth, today: boolean): Promise<MonthRow[]> {
  const loans = await loansAsKnown(db, month.last, month.knownBefore)
  const loansToday = today ? await loansAsKnown(db, month.last, 'infinity') : null
  const outstanding = await outstandingOf(db, month, loans)
  const lenders = await lendersOf(db, month, loans)
  const figures = await closedQuality(db, month.last)
  return [
    {
      part: 'Bulan',
      group: 'Tanggal Laporan',
      of: month.last,
      note: `seperti dicatat sebelum hari itu ditutup: ${month.knownBefore.toISOString()}`,
    },
    ...outstanding.map((one) => ({
      part: 'Pokok Tersisa',
      ...namesOf(one),
      measure: 'Pinjaman',
      count: one.loans,
      rupiah: one.outstanding,
    })),
    ...lenders
      .filter(({ dimension }) => dimension === 'KIND')
      .map((one) => ({
        part: 'Pokok Tersisa',
        group: 'Jenis Pemberi Dana',
        of: namesOf(one).of,
        measure: 'Pemberi Dana',
        count: one.active,
        rupiah: one.outstanding,
      })),
    {
      part: 'Pokok Tersisa',
      group: 'Mata Uang Risiko',
      of: 'IDR',
      measure: 'Pinjaman',
      count: outstanding.find(({ dimension }) => dimension === 'TOTAL')?.loans ?? 0,
      rupiah: outstanding.find(({ dimension }) => dimension === 'TOTAL')?.outstanding ?? 0,
    },
    ...flowRows(await flowsOfMonth(db, month)),
    ...peopleRows('Pemberi Dana', lenders),
    ...peopleRows('Penerima Dana', await borrowersOf(db, month, loans)),
    ...(await averagesOf(db, month, loans)).flatMap(averageRows),
    ...qualityRows(figures, loansToday ? await measureOf(db, loansToday) : undefined),
    ...(loansToday
      ? await differenceRows(db, month, {
          closed: figures,
          outstanding,
          loans: { closed: loans, today: loansToday },
        })
      : []),
  ]
}

async function* cells(rows: readonly MonthRow[]) {
  for (const row of rows) yield cellsOf(row)
}

/** What moved, each with its count (if it is counted) and its sum. */
const flowNames: readonly (readonly [
  group: string,
  of: string,
  count: keyof Flows | null,
  sum: keyof Flows,
])[] = [
  ['Penyaluran', '', 'disbursedLoans', 'disbursed'],
  ['Pengalihan dari Sistem Lain', '', 'openedLoans', 'opened'],
  ['Pembayaran', 'Pokok', 'payments', 'principal'],
  ['Pembayaran', 'Bunga', null, 'interest'],
  ['Pembayaran', 'Denda', null, 'penalty'],
  ['Pembayaran', 'Biaya', null, 'fee'],
  ['Hapus Buku', 'Pokok', 'writtenOffLoans', 'writtenOff'],
  ['Pemulihan Setelah Hapus Buku', 'Seluruhnya', 'recoveries', 'recovered'],
]

const flowRows = ({ month, corrected, all }: MonthFlows): MonthRow[] =>
  flowNames.flatMap(([group, of, count, sum]) =>
    (
      [
        ['Bulan ini', month],
        ['Perubahan bulan-bulan sebelumnya', corrected],
        ['Kumulatif', all],
      ] as const
    ).map(([measure, flows]) => ({
      part: 'Pergerakan',
      group,
      of,
      measure,
      count: count && flows && flows[count],
      rupiah: flows && flows[sum],
      ...(flows === null && { note: 'bulan sebelumnya tidak ditutup' }),
    })),
  )

const peopleRows = (part: string, groups: readonly PeopleGroup[]): MonthRow[] =>
  groups.flatMap((one) => [
    { part, ...namesOf(one), measure: 'Seluruhnya', count: one.all },
    { part, ...namesOf(one), measure: 'Aktif', count: one.active, rupiah: one.outstanding },
    { part, ...namesOf(one), measure: 'Baru bulan ini', count: one.fresh },
  ])

const periodNames: Readonly<Record<string, string>> = { DAY: 'Hari', WEEK: 'Minggu', MONTH: 'Bulan' }

/** The average rate of all, or rate and tenor of the loans whose tenor is in one unit. */
function averageRows({ of, period, loans, weight, interest, tenor }: Average): MonthRow[] {
  const row = {
    part: 'Rata-rata Tertimbang',
    group: of === 'OUTSTANDING' ? 'Pokok Tersisa' : 'Penyaluran Bulan Ini',
    of: period === '' ? 'Seluruhnya' : `Tenor dalam ${periodNames[period] ?? period}`,
    count: loans,
    rupiah: weight,
  }
  return [
    { ...row, measure: 'Bunga per tahun (%)', value: interest },
    ...(period === '' ? [] : [{ ...row, measure: `Tenor (${periodNames[period] ?? period})`, value: tenor }]),
  ]
}
