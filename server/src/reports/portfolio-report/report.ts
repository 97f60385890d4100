import { loanStatusLabels } from '@pematang/contract/reports/portfolio/status-label'
import { formatTenor } from '@pematang/contract/format/tenor'
import { fundingNumber } from '@pematang/contract/format/reference-number'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { Context } from '../../context.ts'
import type { Quality } from '../../loans/index.ts'
import { businessToday, tenorPeriodNames } from '../../books/index.ts'
import { auditDownload, type Origin } from '../../platform/audit/audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  type Cell,
  type Column,
  type ExportFormat,
  exportAnswer,
  type Sheet,
} from '../../platform/export/index.ts'
import type { BinaryAnswer } from '../../platform/http/requests.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Position, positionsOn } from './positions.ts'

const columns: readonly Column[] = [
  { title: 'Per Tanggal', kind: 'date' },
  { title: 'Nomor Pinjaman', kind: 'text' },
  { title: 'Nomor Transaksi', kind: 'text' },
  { title: 'Penerima Dana', kind: 'text' },
  { title: 'Jenis Pinjaman', kind: 'text' },
  { title: 'Status', kind: 'text' },
  { title: 'Jumlah Pendanaan', kind: 'rupiah' },
  { title: 'Sisa Pokok', kind: 'rupiah' },
  { title: 'Bunga per Tahun (%)', kind: 'decimal' },
  { title: 'Tenor', kind: 'text' },
  { title: 'Tanggal Pendanaan (WIB)', kind: 'time' },
  { title: 'Jatuh Tempo', kind: 'date' },
  { title: 'Hari Terlambat', kind: 'whole' },
  { title: 'Kualitas', kind: 'text' },
  { title: 'Angsuran Berikutnya', kind: 'date' },
  { title: 'Jumlah Angsuran Setelah Pajak', kind: 'rupiah' },
  { title: 'Bunga Diterima (Bruto)', kind: 'rupiah' },
  { title: 'Denda Diterima', kind: 'rupiah' },
  { title: 'Pajak Dipotong', kind: 'rupiah' },
  { title: 'Bunga Semula (%)', kind: 'decimal' },
  { title: 'Tenor Semula', kind: 'text' },
]

export const qualityNames: Record<Quality, string> = {
  LANCAR: 'Lancar',
  DALAM_PERHATIAN_KHUSUS: 'Dalam Perhatian Khusus',
  KURANG_LANCAR: 'Kurang Lancar',
  DIRAGUKAN: 'Diragukan',
  MACET: 'Macet',
}

/**
 * The positions of a lender at the end of a day as a spreadsheet file, read while it is sent.
 * @throws Refusal DATE_IN_FUTURE
 */
export async function portfolioReport(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  lenderId: number,
  { on, format }: { on: BusinessDate; format: ExportFormat },
): Promise<BinaryAnswer> {
  const today = await businessToday(db)
  if (on > today) throw new Refusal('DATE_IN_FUTURE')
  return exportAnswer(portfolioSheet(db, lenderId, on), format, clock.now())
}

/**
 * The report as a lender downloads it, recorded in the audit trail.
 * @throws Refusal DATE_IN_FUTURE
 */
export async function downloadPortfolioReport(
  context: Context,
  lenderId: number,
  query: { on: BusinessDate; format: ExportFormat },
  origin: Origin,
): Promise<BinaryAnswer> {
  const file = await portfolioReport(context, lenderId, query)
  await auditDownload(
    context,
    lenderId,
    { operation: 'exportPortfolioReport', subject: `lender:${lenderId}`, detail: query },
    origin,
  )
  return file
}

/** The positions at the end of a day as a table. */
export const portfolioSheet = (db: Queryable, lenderId: number, on: BusinessDate): Sheet => ({
  name: `Portofolio ${on}`,
  columns,
  rows: rowsOf(positionsOn(db, lenderId, on), on),
})

async function* rowsOf(positions: AsyncIterable<Position>, on: BusinessDate): AsyncGenerator<Cell[]> {
  for await (const position of positions) yield cellsOf(position, on)
}

const cellsOf = (position: Position, on: BusinessDate): Cell[] => [
  on,
  position.loanNumber,
  fundingNumber(position.fundingId),
  position.borrowerName,
  position.loanType,
  loanStatusLabels[position.status],
  position.amount,
  position.principalLeft,
  // The rate in percent, rounded to remove errors of binary fractions.
  Number((position.interest * 100).toFixed(4)),
  formatTenor(position.tenor, tenorPeriodNames[position.tenorPeriod]),
  position.fundedAt.toISOString(),
  position.lastDue,
  position.daysLate,
  position.quality && qualityNames[position.quality],
  position.nextDue,
  position.nextAmount,
  position.interestReceived,
  position.penaltyReceived,
  position.taxWithheld,
  position.former && Number((position.former.interest * 100).toFixed(4)),
  position.former && formatTenor(position.former.tenor, tenorPeriodNames[position.former.tenorPeriod]),
]
