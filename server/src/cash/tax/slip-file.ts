import type { TaxKind } from '@pematang/contract/cash/tax/endpoints'
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
import { optionalColumn, requiredColumn, type Table } from '../../platform/csv/table.ts'
import {
  businessDate,
  oneOf,
  partsPerMillion,
  type ReadCell,
  rupiah,
  shown,
  wholeNumber,
} from '../../platform/csv/values.ts'
import { lenderOfLine, taxNumberCell } from '../../lenders/index.ts'
import { storeSlip } from './slips.ts'
import { articleOf } from './withheld.ts'

export type SlipRow = {
  phone: string
  period: string
  kind: TaxKind
  ratePpm: number | null
  number: string
  issuedOn: string
  interest: number
  tax: number
  taxNumber: string | null
}

const maxSum = 999_999_999_999_999

/** A tax period, YYYY-MM, from 2000 to 2099. */
export const periodCell: ReadCell<string> = (cell) =>
  /^20[0-9]{2}-(0[1-9]|1[0-2])$/.test(cell)
    ? { ok: true, value: cell }
    : { ok: false, reason: `harus bulan YYYY-MM, bukan ${shown(cell)}` }

/** The number of a slip in the tax office's system. */
export const slipNumberCell: ReadCell<string> = (cell) =>
  /^[A-Z0-9/.-]{4,40}$/.test(cell)
    ? { ok: true, value: cell }
    : { ok: false, reason: `harus 4 sampai 40 huruf A-Z, angka 0-9, "/", "." dan "-", bukan ${shown(cell)}` }

/** The format of the slip file (docs/tax-slip-file.md). */
export const slipTable: Table<SlipRow> = {
  kind: 'bukti potong',
  mayLeaveOut: true,
  columns: {
    phone: phoneColumn,
    period: requiredColumn('period', 'text', 'a month that is over, YYYY-MM', periodCell),
    kind: requiredColumn('kind', 'word', 'PPH23, PPH26', oneOf(['PPH23', 'PPH26'])),
    ratePpm: optionalColumn('rate', 'fraction', '0 to 1; needed where a kind had two rates', partsPerMillion),
    number: requiredColumn('number', 'reference', '4 to 40 of A-Z, 0-9, "/", "." and "-"', slipNumberCell),
    issuedOn: requiredColumn('issued_on', 'date', 'from the first day of the period to today', businessDate),
    interest: requiredColumn('gross_interest', 'rupiah', `1 to ${maxSum}; as in the books`, rupiah(maxSum)),
    tax: requiredColumn('tax', 'rupiah', `0 to ${maxSum}; as in the books`, wholeNumber(0, maxSum)),
    taxNumber: optionalColumn('tax_number', 'text', '16 digits; the lender’s own', taxNumberCell),
  },
}

/**
 * Stores the slips of a file while it is read, one after the other. An existing slip counts as known, so processing the
 * file again changes nothing. A dry run decides each line and rolls it back.
 * @throws CsvFileError when the file as a whole is not a slip file; nothing is stored then.
 */
export async function importSlips(
  context: Context,
  actor: ActorOf<'operator'>,
  input: AsyncIterable<Uint8Array | string>,
  { dryRun, ...options }: FileOptions,
): Promise<FileReport> {
  // A dry run rolls each line back, so the slips of earlier lines are remembered here.
  const numbers = new Map<string, string>()
  const takeOne = async ({ phone, kind, ...row }: SlipRow): Promise<LineOutcome> => {
    const lenderId = await lenderOfLine(context.db, phone)
    const slip = { ...row, lenderId, article: articleOf(kind), reason: null }
    const { changed, ratePpm } = await performerOf(dryRun)(context, storeSlip, { actor, input: slip })
    const key = [lenderId, row.period, kind, ratePpm].join(' ')
    const before = numbers.get(key) ?? row.number
    if (before !== row.number) return { refused: `number: bukti potong pajak ini sudah ${before}` }
    numbers.set(key, before)
    return changed ? 'taken' : 'known'
  }
  const keysOf = ({ number, ...row }: SlipRow) => [
    { column: 'number', key: number, content: JSON.stringify(row), clash: 'pajak atau tanggal lain' },
  ]
  return importLines(input, slipTable, keysOf, takeOne, options)
}
