import type { Context } from '../../context.ts'
import {
  type FileOptions,
  type FileReport,
  importLines,
  type LineOutcome,
  phoneColumn,
} from '../../operator/files/index.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import { performerOf } from '../../platform/commands/dry-run.ts'
import { type Table, optionalColumn, requiredColumn } from '../../platform/csv/table.ts'
import { businessDate, type ReadCell } from '../../platform/csv/values.ts'
import { lenderOfLine } from './find-lenders.ts'
import { NumberTaken, storeTaxNumber } from './tax-number.ts'
import { taxDigits } from './tax-number-check.ts'

export type TaxNumberRow = { phone: string; number: string; validFrom: string | null }

/** A tax number in a cell. The reason does not repeat the number, which is personal data. */
export const taxNumberCell: ReadCell<string> = (cell) => {
  const digits = taxDigits(cell)
  return /^[0-9]{16}$/.test(digits)
    ? { ok: true, value: digits }
    : { ok: false, reason: 'harus 16 angka: NPWP 16 angka, atau NIK orang pribadi' }
}

/** The format of the tax number file (docs/tax-slip-file.md). */
export const taxNumberTable: Table<TaxNumberRow> = {
  kind: 'nomor pajak',
  mayLeaveOut: true,
  columns: {
    phone: phoneColumn,
    number: requiredColumn(
      'tax_number',
      'text',
      '16 digits; spaces, dots and dashes are ignored',
      taxNumberCell,
    ),
    validFrom: optionalColumn('valid_from', 'date', 'today or before', businessDate),
  },
}

/**
 * Stores the tax numbers of a file while it is read, one lender after the other. An unchanged number counts as known. A
 * dry run decides each line and rolls it back.
 * @throws CsvFileError when the file as a whole is not a tax number file; nothing is stored then.
 */
export async function importTaxNumbers(
  context: Context,
  actor: ActorOf<'operator'>,
  input: AsyncIterable<Uint8Array | string>,
  { dryRun, ...options }: FileOptions,
): Promise<FileReport> {
  // A dry run rolls each line back, so the lenders whose numbers earlier lines replaced are remembered here.
  const replaced = new Set<number>()
  const takeOne = async ({ phone, ...row }: TaxNumberRow): Promise<LineOutcome> => {
    const lenderId = await lenderOfLine(context.db, phone)
    const call = { actor, input: { ...row, lenderId } }
    const { changed } = await performerOf(dryRun)(context, storeTaxNumber, call).catch((error: unknown) => {
      if (error instanceof NumberTaken && replaced.has(error.holder)) return { changed: true }
      throw error
    })
    if (dryRun && changed) replaced.add(lenderId)
    return changed ? 'taken' : 'known'
  }
  const keysOf = ({ phone, ...row }: TaxNumberRow) => [
    { column: 'phone', key: phone, content: JSON.stringify(row), clash: 'nomor lain' },
    {
      column: 'tax_number',
      key: row.number,
      content: phone,
      clash: 'telepon lain',
      isPersonal: true as const,
    },
  ]
  return importLines(input, taxNumberTable, keysOf, takeOne, options)
}
