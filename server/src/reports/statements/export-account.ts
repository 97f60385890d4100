import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { StatementFormat } from '@pematang/contract/reports/statements/endpoints'
import { statementRangeRefusal } from '@pematang/contract/reports/statements/range'
import type { Context } from '../../context.ts'
import { auditDownload, type Origin } from '../../platform/audit/audit.ts'
import { exportAnswer } from '../../platform/export/index.ts'
import type { BinaryAnswer } from '../../platform/http/requests.ts'
import { Refusal } from '../../platform/refusal.ts'
import { columns, rowsOf } from './account-file.ts'
import { pdfAnswer, renderStatement } from './make-pdf.ts'
import { type Period, periodOf, todayOf } from './period.ts'

/**
 * The statement of account of a lender over these days, created now. Each export is recorded in the audit trail.
 * @throws Refusal RANGE_REVERSED, RANGE_TOO_LONG, DATE_IN_FUTURE, STATEMENT_TOO_LONG
 */
export async function exportAccount(
  context: Context,
  lenderId: number,
  { from, to, format }: { from: BusinessDate; to: BusinessDate; format: StatementFormat },
  origin: Origin,
): Promise<BinaryAnswer> {
  const { db } = context
  const refused = statementRangeRefusal({ from, to }, await todayOf(db))
  if (refused) throw new Refusal(refused)
  const file = await fileOf(context, await periodOf(db, lenderId, { from, to }), format)
  await auditDownload(
    context,
    lenderId,
    { operation: 'exportAccount', subject: `lender:${lenderId}`, detail: { from, to, format } },
    origin,
  )
  return file
}

async function fileOf(context: Context, period: Period, format: StatementFormat): Promise<BinaryAnswer> {
  const { from, to } = period
  if (format === 'pdf') {
    const madeAt = context.clock.now()
    const bytes = await renderStatement(context, period, { number: null, madeAt })
    return pdfAnswer(bytes, `Rekening Koran ${from} - ${to}`)
  }
  const sheet = { name: 'Rekening Koran', columns, rows: rowsOf(context.db, period) }
  return exportAnswer(sheet, format, context.clock.now())
}
