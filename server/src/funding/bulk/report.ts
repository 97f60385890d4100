import type { BulkRefusalReason } from '@pematang/contract/funding/bulk/endpoints'
import { formatTenor, type TenorPeriod } from '@pematang/contract/format/tenor'
import type { Context } from '../../context.ts'
import { fundingNumber } from '@pematang/contract/format/reference-number'
import { tenorPeriodNames } from '../../books/index.ts'
import { many, maybe, type Queryable } from '../../platform/db/database.ts'
import { type Cell, type Column, exportAnswer } from '../../platform/export/index.ts'
import type { BinaryAnswer } from '../../platform/http/requests.ts'
import { required } from '../../platform/refusal.ts'
import { reasonSentences } from './reasons.ts'

const columns: readonly Column[] = [
  { title: 'Nomor Pendanaan', kind: 'text' },
  { title: 'Nomor Pinjaman', kind: 'text' },
  { title: 'Penerima Dana', kind: 'text' },
  { title: 'Jenis Pinjaman', kind: 'text' },
  { title: 'Peringkat', kind: 'text' },
  { title: 'Bunga per Tahun (%)', kind: 'decimal' },
  { title: 'Tenor', kind: 'text' },
  { title: 'Diajukan', kind: 'rupiah' },
  { title: 'Didanai', kind: 'rupiah' },
  { title: 'Dikembalikan', kind: 'rupiah' },
  { title: 'Status', kind: 'text' },
  { title: 'Nomor Transaksi', kind: 'text' },
  { title: 'Waktu Selesai (WIB)', kind: 'time' },
  { title: 'Keterangan', kind: 'text' },
]

type Row = {
  loanId: number
  loanNumber: string
  borrowerName: string
  loanType: string
  grade: string | null
  interest: number
  tenor: number
  tenorPeriod: TenorPeriod
  amount: number
  state: 'WAITING' | 'FUNDED' | 'REFUSED'
  reason: BulkRefusalReason | null
  fundingId: string
  endedAt: Date | null
}

const batch = 500

const statusNames = { WAITING: 'Diproses', FUNDED: 'Didanai', REFUSED: 'Tidak didanai' } as const

/**
 * The report of a bulk funding of this lender: a line for each loan by number, with amounts in whole rupiah. Diajukan
 * is the amount reserved for the loan; once the loan has ended it is in Didanai, whose sum left the balance, or in
 * Dikembalikan. The report is read and sent in pieces.
 * @throws Refusal NOT_FOUND where this lender has no bulk funding with this number
 */
export async function bulkReport(
  { db, clock }: Context,
  lenderId: number,
  number: string,
): Promise<BinaryAnswer> {
  const bulk = required(
    await maybe<{ id: string }>(
      db,
      'funding.bulk.find_report',
      'select id from bulk_funding where lender_id = $1 and number = $2',
      [lenderId, number],
    ),
    'NOT_FOUND',
  )
  const rows = rowsOf(db, lenderId, { id: bulk.id, number })
  return exportAnswer({ name: `Funding - ${number}`, columns, rows }, 'csv', clock.now())
}

async function* rowsOf(
  db: Queryable,
  lenderId: number,
  bulk: { id: string; number: string },
): AsyncGenerator<Cell[]> {
  let after = ''
  for (;;) {
    const rows = await many<Row>(
      db,
      'funding.bulk.report_loans',
      `select l.id as "loanId", l.loan_number as "loanNumber", b.name as "borrowerName", t.name as "loanType", l.grade,
              l.interest::float8 as interest, l.tenor, l.tenor_period as "tenorPeriod", o.amount, o.state, o.reason,
              o.funding_id as "fundingId",
              o.ended_at as "endedAt"
         from bulk_funding_loan o join loan l on l.id = o.loan_id join borrower b on b.id = l.borrower_id
         join loan_type t on t.id = l.loan_type_id
        where o.lender_id = $1 and o.bulk_id = $2 and l.loan_number > $3 order by l.loan_number limit $4`,
      [lenderId, bulk.id, after, batch],
    )
    for (const row of rows) yield cellsOf(bulk.number, row)
    after = rows.at(-1)?.loanNumber ?? ''
    if (rows.length < batch) return
  }
}

const cellsOf = (number: string, row: Row): Cell[] => [
  number,
  row.loanNumber,
  row.borrowerName,
  row.loanType,
  row.grade,
  // The rate in percent, rounded to remove errors of binary fractions.
  Number((row.interest * 100).toFixed(4)),
  formatTenor(row.tenor, tenorPeriodNames[row.tenorPeriod]),
  row.amount,
  row.state === 'FUNDED' ? row.amount : null,
  row.state === 'REFUSED' ? row.amount : null,
  statusNames[row.state],
  row.state === 'FUNDED' ? fundingNumber(row.fundingId) : null,
  row.endedAt?.toISOString() ?? null,
  row.reason && reasonSentences[row.reason],
]
