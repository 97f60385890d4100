import type { TransactionItem } from '@pematang/contract/reports/transactions/endpoints'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { type Cell, type Column, type ExportFormat, exportAnswer } from '../../platform/export/index.ts'
import type { BinaryAnswer } from '../../platform/http/requests.ts'
import type { Movement } from './find-movements.ts'
import { itemsOf, movementsOf, type TransactionQuery, criteriaOf } from './list.ts'

const columns: readonly Column[] = [
  { title: 'Nomor Transaksi', kind: 'text' },
  { title: 'Waktu (WIB)', kind: 'time' },
  { title: 'Ditahan Sejak (WIB)', kind: 'time' },
  { title: 'Jenis', kind: 'text' },
  { title: 'Nomor Pinjaman', kind: 'text' },
  { title: 'Jumlah', kind: 'rupiah' },
  { title: 'Ditahan', kind: 'rupiah' },
  { title: 'Gagal', kind: 'rupiah' },
  { title: 'Status', kind: 'text' },
  { title: 'Keterangan', kind: 'text' },
]

const typeWords = {
  'Top Up': 'Top Up',
  Funding: 'Pendanaan',
  Repayment: 'Angsuran',
  Withdraw: 'Tarik Dana',
} as const
const statusWords = { Success: 'Berhasil', 'In Progress': 'Diproses', Failed: 'Gagal' } as const

/** The number of movements in memory at a time. */
const defaultBatch = 500

/**
 * The filtered history as a spreadsheet file, the newest movement first, read in batches while it is sent. An amount
 * stands in one of three columns: only what moved adds up to the balance, and with what is held to the available cash.
 */
export async function exportTransactions(
  context: Context,
  lenderId: number,
  { format, ...query }: Omit<TransactionQuery, 'page' | 'limit'> & { format: ExportFormat },
): Promise<BinaryAnswer> {
  const rows = rowsOf(everyTransaction(context.db, lenderId, query))
  return exportAnswer({ name: 'Transaksi', columns, rows }, format, context.clock.now())
}

/**
 * Every movement under a filter once, newest first. Each batch begins at the time of the last row before it, so that
 * new movements do not shift pages. If that time has more than one batch of movements, the next page of that time is
 * read.
 */
export async function* everyTransaction(
  db: Queryable,
  lenderId: number,
  query: Omit<TransactionQuery, 'page' | 'limit'>,
  batch = defaultBatch,
): AsyncGenerator<TransactionItem> {
  const criteria = criteriaOf(lenderId, { ...query, page: 1, limit: batch })
  let seen = new Set<string>()
  for (;;) {
    const { rows } = await movementsOf(db, criteria, query.reference)
    yield* await itemsOf(
      db,
      rows.filter((row) => !seen.has(keyOf(row))),
    )
    const last = rows.at(-1)
    if (!last || rows.length < batch) return
    // A Date has milliseconds, the database microseconds, so the whole millisecond of the last row is read again.
    const from = last.at.getTime()
    const until = new Date(from + 1).toISOString()
    const isSame = criteria.until === until
    seen = new Set([...(isSame ? seen : []), ...rows.filter(({ at }) => at.getTime() === from).map(keyOf)])
    if (isSame) criteria.page += 1
    else {
      criteria.until = until
      criteria.page = 1
    }
  }
}

async function* rowsOf(items: AsyncIterable<TransactionItem>): AsyncGenerator<Cell[]> {
  for await (const item of items) yield cellsOf(item)
}

/** A bulk funding that ran past midnight has a movement for each day. */
const keyOf = ({ id, at, isCorrection }: Movement): string => `${id} ${at.getTime()} ${isCorrection}`

const cellsOf = (item: TransactionItem): Cell[] => [
  item.transactionNumber,
  item.createdDate,
  item.reservedDate,
  item.isOpening ? 'Saldo Dialihkan' : typeWords[item.typeName],
  item.loanNumber,
  item.status === 'Success' ? item.amount : null,
  item.status === 'In Progress' ? item.amount : null,
  item.status === 'Failed' ? item.amount : null,
  statusWords[item.status],
  item.isCorrection
    ? 'Koreksi'
    : item.isGivenBack
      ? 'Dikembalikan bank'
      : item.isOpening
        ? 'Dari sistem sebelumnya'
        : null,
]
