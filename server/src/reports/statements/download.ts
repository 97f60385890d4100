import { addMonths, startOfDay } from '@pematang/contract/format/business-date'
import { statementNumber } from '@pematang/contract/format/reference-number'
import type { StatementFormat } from '@pematang/contract/reports/statements/endpoints'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { auditDownload, type Origin } from '../../platform/audit/audit.ts'
import { perform } from '../../platform/commands/perform.ts'
import { exportAnswer } from '../../platform/export/index.ts'
import type { BinaryAnswer } from '../../platform/http/requests.ts'
import { required } from '../../platform/refusal.ts'
import { columns, rowsOf } from './account-file.ts'
import { pdfAnswer, renderStatement } from './make-pdf.ts'
import type { Period } from './period.ts'
import { keepPdf } from './keep-pdf.ts'
import { findByNumber, findPdf, type IssuedStatement, spansOf } from './store.ts'

/**
 * An issued statement as a file. Its movements are read from the ledger by the issued line numbers; its PDF is created
 * at the first request and never changes. Each download is recorded in the audit trail.
 * @throws Refusal NOT_FOUND for a number that does not belong to this lender
 */
export async function downloadStatement(
  context: Context,
  lenderId: number,
  { number, format }: { number: string; format: StatementFormat },
  origin: Origin,
): Promise<BinaryAnswer> {
  const { db } = context
  const statement = required(await findByNumber(db, lenderId, number), 'NOT_FOUND')
  const file = await fileOf(context, statement, format)
  await auditDownload(
    context,
    lenderId,
    { operation: 'downloadStatement', subject: `statement:${number}`, detail: { format } },
    origin,
  )
  return file
}

async function fileOf(
  context: Context,
  statement: IssuedStatement,
  format: StatementFormat,
): Promise<BinaryAnswer> {
  if (format === 'pdf') {
    const { name, bytes } = await statementPdf(context, statement)
    return pdfAnswer(bytes, name)
  }
  const rows = rowsOf(context.db, await issuedPeriod(context.db, statement), statement)
  return exportAnswer({ name: nameOf(statement), columns, rows }, format, context.clock.now())
}

const nameOf = ({ month }: IssuedStatement): string => `Rekening Koran ${month.slice(0, 7)}`

/** The PDF of an issued statement, and its file name without extension. */
export const statementPdf = async (
  context: Context,
  statement: IssuedStatement,
): Promise<{ name: string; bytes: Buffer }> => ({
  name: `${nameOf(statement)} - ${statementNumber(statement.id)}`,
  bytes: await pdfOf(context, statement),
})

/**
 * The PDF of an issued statement. If two are created concurrently, the first is stored and returned to both callers.
 */
async function pdfOf(context: Context, statement: IssuedStatement): Promise<Buffer> {
  const kept = await findPdf(context, statement)
  if (kept) return kept
  const { lenderId, month, issuedAt } = statement
  const period = await issuedPeriod(context.db, statement)
  const bytes = await renderStatement(context, period, {
    number: statementNumber(statement.id),
    madeAt: issuedAt,
    issued: statement,
  })
  const input = { lenderId, month, kept: await context.contents.keep(bytes) }
  await perform(context, keepPdf, { actor: { kind: 'system' }, input })
  return (await findPdf(context, statement)) ?? bytes
}

/** The period of an issued statement with its issued line numbers. */
export async function issuedPeriod(db: Queryable, statement: IssuedStatement): Promise<Period> {
  const { lenderId, from, to, month } = statement
  const until = startOfDay(addMonths(month, 1))
  return { lenderId, from, to, until, spans: await spansOf(db, { lenderId, month }) }
}
