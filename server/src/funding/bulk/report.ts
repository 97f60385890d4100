import { Readable } from 'node:stream'
import type { BulkRefusalReason } from '@pematang/contract/funding/bulk/endpoints'
import { formatTenor, type TenorPeriod } from '@pematang/contract/format/tenor'
import type { Context } from '../../context.ts'
import { fundingNumber } from '@pematang/contract/format/reference-number'
import { tenorPeriodNames } from '../../books/index.ts'
import { reportLine } from '../../platform/csv/report.ts'
import { many, maybe, type Queryable } from '../../platform/db/database.ts'
import { fileTimestamp } from '@pematang/contract/format/business-date'
import type { BinaryAnswer } from '../../platform/http/requests.ts'
import { required } from '../../platform/refusal.ts'
import { reasonSentences } from './reasons.ts'

const header = [
  'Nomor Pendanaan',
  'Nomor Pinjaman',
  'Penerima Dana',
  'Jenis Pinjaman',
  'Peringkat',
  'Bunga per Tahun',
  'Tenor',
  'Jumlah',
  'Didanai',
  'Dikembalikan',
  'Status',
  'Nomor Transaksi',
  'Waktu Selesai (WIB)',
  'Keterangan',
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
  endedAt: string | null
}

/** How many loans are in memory at a time. */
const batch = 500
/** The mark by which spreadsheet programs recognise UTF-8. */
const byteOrderMark = '\uFEFF'

const statusNames = { WAITING: 'Diproses', FUNDED: 'Didanai', REFUSED: 'Tidak didanai' } as const

/**
 * The report of a bulk funding of this lender: a line for each loan by number, with amounts in whole rupiah. Jumlah is
 * the amount reserved for the loan; it appears in Didanai or Dikembalikan once the loan has ended. The report is read
 * and sent in pieces.
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
  return {
    bytes: Readable.from(lines(db, lenderId, { id: bulk.id, number })),
    mediaType: 'text/csv; charset=utf-8',
    fileName: `Funding - ${number} - ${fileTimestamp(clock.now())}.csv`,
  }
}

async function* lines(
  db: Queryable,
  lenderId: number,
  bulk: { id: string; number: string },
): AsyncGenerator<string> {
  yield byteOrderMark + reportLine(header)
  let after = ''
  for (;;) {
    const rows = await many<Row>(
      db,
      'funding.bulk.report_loans',
      `select l.id as "loanId", l.loan_number as "loanNumber", b.name as "borrowerName", t.name as "loanType", l.grade,
              l.interest::float8 as interest, l.tenor, l.tenor_period as "tenorPeriod", o.amount, o.state, o.reason,
              o.funding_id as "fundingId",
              to_char(o.ended_at at time zone 'Asia/Jakarta', 'YYYY-MM-DD HH24:MI:SS') as "endedAt"
         from bulk_funding_loan o join loan l on l.id = o.loan_id join borrower b on b.id = l.borrower_id
         join loan_type t on t.id = l.loan_type_id
        where o.lender_id = $1 and o.bulk_id = $2 and l.loan_number > $3 order by l.loan_number limit $4`,
      [lenderId, bulk.id, after, batch],
    )
    yield rows.map((row) => lineOf(bulk.number, row)).join('')
    after = rows.at(-1)?.loanNumber ?? ''
    if (rows.length < batch) return
  }
}

const lineOf = (number: string, row: Row): string =>
  reportLine([
    number,
    row.loanNumber,
    row.borrowerName,
    row.loanType,
    row.grade,
    row.interest,
    formatTenor(row.tenor, tenorPeriodNames[row.tenorPeriod]),
    row.amount,
    row.state === 'FUNDED' ? row.amount : 0,
    row.state === 'REFUSED' ? row.amount : 0,
    statusNames[row.state],
    row.state === 'FUNDED' ? fundingNumber(row.fundingId) : null,
    row.endedAt,
    row.reason && reasonSentences[row.reason],
  ])
