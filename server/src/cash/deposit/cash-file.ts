import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { Context } from '../../context.ts'
import { lenderOfLine } from '../../lenders/index.ts'
import {
  type FileOptions,
  type FileReport,
  importLines,
  type LineOutcome,
  maxPayment,
  phoneColumn,
} from '../../operator/files/index.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import { performerOf } from '../../platform/commands/dry-run.ts'
import { type Table, requiredColumn } from '../../platform/csv/table.ts'
import { businessDate, oneOf, rupiah } from '../../platform/csv/values.ts'
import { type BankCode, banks } from './banks.ts'
import { takeOverCash } from './take-over-cash.ts'

type CashRow = { phone: string; bank: BankCode; amount: number; asOf: BusinessDate }

const bankCodes = Object.keys(banks) as BankCode[]

/** The format of the file of lenders' cash (docs/take-over-cash-file.md). */
export const cashTable: Table<CashRow> = {
  kind: 'dana Pemberi Dana',
  mayLeaveOut: false,
  columns: {
    phone: { ...phoneColumn, name: 'lender_phone' },
    bank: requiredColumn('bank', 'word', bankCodes.join(', '), oneOf(bankCodes)),
    amount: requiredColumn('amount', 'rupiah', `1 to ${maxPayment}`, rupiah(maxPayment)),
    asOf: requiredColumn('as_of', 'date', 'today or before; the same on all lines', businessDate),
  },
}

/** What the lines of a file that are taken or known say of a bank. */
export type BankSum = { bank: BankCode; lenders: number; amount: number }
export type CashReport = FileReport & { asOf: BusinessDate | null; banks: BankSum[] }

/**
 * Takes over the cash of lenders from a file, line by line, so that a stop half-way needs only the same file again. A dry
 * run decides each line and rolls it back.
 * @throws CsvFileError when the file as a whole is no such file; nothing is taken then
 */
export async function importCash(
  context: Context,
  actor: ActorOf<'operator'>,
  input: AsyncIterable<Uint8Array | string>,
  { dryRun, again, ...options }: FileOptions & { again?: boolean | undefined },
): Promise<CashReport> {
  const sums = new Map<BankCode, BankSum>()
  let asOf: BusinessDate | null = null
  const takeOne = async ({ phone, ...row }: CashRow): Promise<LineOutcome> => {
    const lenderId = await lenderOfLine(context.db, phone, 'lender_phone')
    const asked = { ...row, lenderId, again: again ?? false }
    const { taken } = await performerOf(dryRun)(context, takeOverCash, { actor, input: asked })
    asOf = row.asOf
    const { lenders, amount } = sums.get(row.bank) ?? { lenders: 0, amount: 0 }
    sums.set(row.bank, { bank: row.bank, lenders: lenders + 1, amount: amount + row.amount })
    return taken ? 'taken' : 'known'
  }
  const keysOf = ({ phone, bank, amount, asOf: day }: CashRow) => [
    {
      ...{ column: 'lender_phone', key: `${phone} ${bank}`, content: String(amount) },
      ...{ clash: 'jumlah lain di bank yang sama', isPersonal: true as const },
    },
    { column: 'as_of', key: '', content: day, clash: 'hari lain' },
  ]
  const report = await importLines(input, cashTable, keysOf, takeOne, options)
  return { ...report, asOf, banks: [...sums.values()].toSorted((a, b) => banks[a.bank] - banks[b.bank]) }
}
