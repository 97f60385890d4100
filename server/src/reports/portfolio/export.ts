import { loanStatusLabels } from '@pematang/contract/reports/portfolio/status-label'
import { formatTenor } from '@pematang/contract/format/tenor'
import type { Context } from '../../context.ts'
import { fundingNumber } from '@pematang/contract/format/reference-number'
import { tenorPeriodNames } from '../../books/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { unpacked } from '../../platform/db/packed-ids.ts'
import { type Cell, type Column, type ExportFormat, exportAnswer } from '../../platform/export/index.ts'
import type { BinaryAnswer } from '../../platform/http/requests.ts'
import { wanted } from './criteria.ts'
import { searchAll } from './search.ts'
import { findItems, type ItemRow, nextDueAmount } from './items.ts'
import type { PortfolioQuery } from './list.ts'

const columns: readonly Column[] = [
  { title: 'Nomor Pinjaman', kind: 'text' },
  { title: 'Nomor Transaksi', kind: 'text' },
  { title: 'Penerima Dana', kind: 'text' },
  { title: 'Jenis Pinjaman', kind: 'text' },
  { title: 'Status', kind: 'text' },
  { title: 'Jumlah Pendanaan', kind: 'rupiah' },
  { title: 'Sisa Pokok', kind: 'rupiah' },
  { title: 'Bunga per Tahun (%)', kind: 'decimal' },
  { title: 'Tanggal Pendanaan (WIB)', kind: 'time' },
  { title: 'Tanggal Pencairan', kind: 'date' },
  { title: 'Jatuh Tempo', kind: 'date' },
  { title: 'Tenor', kind: 'text' },
  { title: 'Angsuran Berikutnya', kind: 'date' },
  { title: 'Jumlah Angsuran Setelah Pajak', kind: 'rupiah' },
  { title: 'Hari Terlambat', kind: 'whole' },
  { title: 'Bunga Semula (%)', kind: 'decimal' },
  { title: 'Tenor Semula', kind: 'text' },
]

/** How many fundings are in memory at a time. */
const batch = 500

/**
 * The filtered portfolio as a spreadsheet file. All ids are read first, then the data in batches while the file is
 * sent.
 */
export async function exportPortfolio(
  { db, clock }: Context,
  lenderId: number,
  query: Omit<PortfolioQuery, 'page' | 'limit'> & { format: ExportFormat },
): Promise<BinaryAnswer> {
  const ids = await searchAll(db, {
    lenderId,
    name: wanted(query.name),
    loanNumber: wanted(query.loanNumber),
    status: query.loanStatus || null,
    sort: query.sort || null,
  })
  const sheet = { name: 'Portofolio', columns, rows: rowsOf(db, lenderId, ids) }
  return exportAnswer(sheet, query.format, clock.now())
}

async function* rowsOf(db: Queryable, lenderId: number, ids: Buffer): AsyncGenerator<Cell[]> {
  for (const some of unpacked(ids, batch))
    for (const row of await findItems(db, lenderId, some)) yield cellsOf(row)
}

const cellsOf = (row: ItemRow): Cell[] => [
  row.loanNumber,
  fundingNumber(row.fundingId),
  row.borrowerName,
  row.loanType,
  row.state === 'WAITING' ? 'Menunggu tanda tangan' : loanStatusLabels[row.status],
  row.amount,
  row.principalLeft,
  // The rate in percent, rounded to remove errors of binary fractions.
  Number((row.interest * 100).toFixed(4)),
  row.fundedAt.toISOString(),
  row.disbursedOn,
  row.dueDate,
  formatTenor(row.tenor, tenorPeriodNames[row.tenorPeriod]),
  row.nextDueDate,
  row.nextDueDate === null ? null : nextDueAmount(row),
  row.daysLate,
  row.former && Number((row.former.interest * 100).toFixed(4)),
  row.former && formatTenor(row.former.tenor, tenorPeriodNames[row.former.tenorPeriod]),
]
