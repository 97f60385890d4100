import type { TaxedInstallment } from '@pematang/contract/cash/tax/endpoints'
import { fileTimestamp } from '@pematang/contract/format/business-date'
import type { Context } from '../../context.ts'
import type { ReportContent } from '../../documents/index.ts'
import { auditDownload, type Origin } from '../../platform/audit/audit.ts'
import { businessToday } from '../../books/index.ts'
import { one } from '../../platform/db/database.ts'
import { type Cell, type Column, exportAnswer } from '../../platform/export/index.ts'
import type { BinaryAnswer } from '../../platform/http/requests.ts'
import { Refusal } from '../../platform/refusal.ts'
import { taxNumberOn } from '../../lenders/index.ts'
import { everyTaxedInstallment, taxedInstallments } from './installments.ts'
import { sumsOf } from './lender-year.ts'
import { lastDayOf } from './period.ts'
import { kindWords, listedAtMost, monthReport, type Parties, yearReport } from './statement.ts'
import { kindOf, type Withheld, withheldOf } from './withheld.ts'

type Format = 'pdf' | 'xlsx'

/**
 * The statement of the tax withheld in a month.
 * @throws Refusal INPUT_INVALID for a month that has not begun
 */
export async function taxStatement(
  context: Context,
  lenderId: number,
  { period, format }: { period: string; format: Format },
  origin: Origin,
): Promise<BinaryAnswer> {
  const today = await businessToday(context.db)
  const thisMonth = today.slice(0, 7)
  if (period > thisMonth) throw new Refusal('INPUT_INVALID')
  const lines = await withheldOf(context.db, lenderId, [period, period])
  await noteDownload(context, lenderId, { period, format }, origin)
  const name = `Pajak ${period}`
  if (format === 'xlsx') {
    const rows = monthRows(everyTaxedInstallment(context.db, lenderId, period), lines)
    return exportAnswer({ name, columns: monthColumns, rows }, 'xlsx', context.clock.now())
  }
  const last = lastDayOf(period)
  const parties = await partiesOf(context, lenderId, last < today ? last : today)
  const page = await taxedInstallments(context.db, lenderId, { period, limit: listedAtMost + 1 })
  const hasMore = page.next !== null || page.list.length > listedAtMost
  const month = { period, thisMonth, lines }
  return pdfAnswer(context, name, monthReport(parties, month, { list: page.list, hasMore }))
}

/**
 * The summary of a year for the tax return.
 * @throws Refusal INPUT_INVALID for a year that has not begun
 */
export async function taxSummary(
  context: Context,
  lenderId: number,
  { year, format }: { year: number; format: Format },
  origin: Origin,
): Promise<BinaryAnswer> {
  const today = await businessToday(context.db)
  if (String(year) > today.slice(0, 4)) throw new Refusal('INPUT_INVALID')
  const lines = await withheldOf(context.db, lenderId, [`${year}-01`, `${year}-12`])
  await noteDownload(context, lenderId, { year, format }, origin)
  const name = `Ringkasan Pajak ${year}`
  if (format === 'xlsx')
    return exportAnswer({ name, columns: yearColumns, rows: yearRows(lines) }, 'xlsx', context.clock.now())
  const last = `${year}-12-31`
  const parties = await partiesOf(context, lenderId, last < today ? last : today)
  return pdfAnswer(context, name, yearReport(parties, { year, thisMonth: today.slice(0, 7), lines }))
}

async function partiesOf({ db, config, clock }: Context, lenderId: number, day: string): Promise<Parties> {
  const [{ holder }, taxNumber] = await Promise.all([
    one<{ holder: string }>(
      db,
      'cash.tax.holder',
      `select coalesce(i.company_name, l.name) as holder
         from lender l left join lender_institution i on i.lender_id = l.id and l.user_type_id = 3 where l.id = $1`,
      [lenderId],
    ),
    taxNumberOn(db, lenderId, day),
  ])
  return {
    operator: {
      name: config.OPERATOR_NAME,
      address: config.OPERATOR_ADDRESS,
      licenceLine: config.OPERATOR_LICENCE_LINE,
    },
    operatorTaxNumber: config.OPERATOR_TAX_NUMBER,
    holder,
    taxNumber,
    issuedAt: clock.now(),
  }
}

/** Renders a PDF on a worker thread, because the list of a month has hundreds of rows. */
const pdfAnswer = async (
  { renderer, clock }: Context,
  name: string,
  report: ReportContent,
): Promise<BinaryAnswer> => ({
  bytes: await renderer.renderReport(report, report.issuedAt),
  mediaType: 'application/pdf',
  fileName: `${name} - ${fileTimestamp(clock.now())}.pdf`,
})

/** Records a download in the audit trail, because a statement contains a tax number. */
const noteDownload = (
  context: Context,
  lenderId: number,
  detail: Record<string, unknown>,
  origin: Origin,
): Promise<void> =>
  auditDownload(
    context,
    lenderId,
    { operation: 'downloadTax', subject: `lender:${lenderId}`, detail },
    origin,
  )

const monthColumns: readonly Column[] = [
  { title: 'Nomor Pinjaman', kind: 'text' },
  { title: 'Jatuh Tempo', kind: 'date' },
  { title: 'Tanggal Bayar', kind: 'date' },
  { title: 'Dibukukan (WIB)', kind: 'time' },
  { title: 'Jenis Pajak', kind: 'text' },
  { title: 'Tarif (%)', kind: 'decimal' },
  { title: 'Bunga Bruto', kind: 'rupiah' },
  { title: 'Pajak Dipotong', kind: 'rupiah' },
  { title: 'Bukti Potong', kind: 'text' },
  { title: 'Keterangan', kind: 'text' },
]

/** Every installment with its slip, and the recorded sum as the last row. */
async function* monthRows(
  installments: AsyncIterable<TaxedInstallment>,
  lines: readonly Withheld[],
): AsyncGenerator<Cell[]> {
  const slips = new Map(
    lines.map((line) => [`${kindOf(line.article)} ${line.ratePpm / 1_000_000}`, line.slipNumber]),
  )
  for await (const item of installments)
    yield [
      item.loanNumber,
      item.dueDate,
      item.paidOn,
      item.at,
      kindWords[item.kind],
      Math.round(item.rate * 1_000_000) / 10_000,
      item.interest,
      item.tax,
      slips.get(`${item.kind} ${item.rate}`) ?? null,
      item.isCorrection ? 'Koreksi' : null,
    ]
  const { interest, tax } = sumsOf(lines)
  yield ['Jumlah', null, null, null, null, null, interest, tax, null, null]
}

const yearColumns: readonly Column[] = [
  { title: 'Masa Pajak', kind: 'text' },
  { title: 'Jenis Pajak', kind: 'text' },
  { title: 'Tarif (%)', kind: 'decimal' },
  { title: 'Bunga Bruto', kind: 'rupiah' },
  { title: 'Pajak Dipotong', kind: 'rupiah' },
  { title: 'Nomor Bukti Potong', kind: 'text' },
  { title: 'Tanggal Bukti Potong', kind: 'date' },
]

async function* yearRows(lines: readonly Withheld[]): AsyncGenerator<Cell[]> {
  for (const line of lines)
    yield [
      line.period,
      kindWords[kindOf(line.article)],
      line.ratePpm / 10_000,
      line.interest,
      line.tax,
      line.slipNumber,
      line.slipIssuedOn,
    ]
  const { interest, tax } = sumsOf(lines)
  yield ['Jumlah', null, null, interest, tax, null, null]
}
