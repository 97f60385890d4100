import type { Context } from '../../context.ts'
import { lenderKinds } from '../limits/index.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import { performerOf } from '../../platform/commands/dry-run.ts'
import { type Table, optionalColumn, requiredColumn } from '../../platform/csv/table.ts'
import { businessDate, oneOf, rupiah, text } from '../../platform/csv/values.ts'
import {
  type FileOptions,
  type FileReport,
  importLines,
  type LineOutcome,
  phoneColumn,
} from '../../operator/files/index.ts'
import { lenderOfLine } from './find-lenders.ts'
import { type LenderClassInput, storeLenderClass } from './lender-class.ts'

export type LenderClassRow = Omit<LenderClassInput, 'supervised'> & {
  phone: string
  supervised: 'YES' | 'NO' | null
}

/** Maximum yearly income in whole rupiah; no individual earns ten trillion. */
const maxIncome = 9_999_999_999_999

/** The format of the class file (docs/lender-class-file.md). */
export const lenderClassTable: Table<LenderClassRow> = {
  kind: 'kelas Pemberi Dana',
  mayLeaveOut: true,
  columns: {
    phone: phoneColumn,
    kind: requiredColumn('kind', 'word', lenderKinds.join(', '), oneOf(lenderKinds)),
    yearlyIncome: optionalColumn(
      'yearly_income',
      'rupiah',
      `1 to ${maxIncome}; of INDIVIDUAL and NON_RESIDENT, and of no others`,
      rupiah(maxIncome),
    ),
    supervised: optionalColumn(
      'supervised',
      'word',
      'YES, NO; YES only of INSTITUTION and COMPANY',
      oneOf(['YES', 'NO']),
    ),
    since: optionalColumn('since', 'date', 'today or before', businessDate),
    evidence: requiredColumn('evidence', 'text', 'at most 100 characters', text(100)),
    validUntil: optionalColumn('valid_until', 'date', 'today or later', businessDate),
  },
}

/**
 * Stores the classes of a file while it is read, one lender after the other. An unchanged class counts as known. A dry
 * run decides each line and rolls it back.
 * @throws CsvFileError when the file as a whole is not a class file; nothing is stored then.
 */
export async function importLenderClasses(
  context: Context,
  actor: ActorOf<'operator'>,
  input: AsyncIterable<Uint8Array | string>,
  { dryRun, ...options }: FileOptions,
): Promise<FileReport> {
  const takeOne = async ({ phone, supervised, ...row }: LenderClassRow): Promise<LineOutcome> => {
    const lenderId = await lenderOfLine(context.db, phone)
    const kept = { ...row, lenderId, supervised: supervised === 'YES' }
    const { changed } = await performerOf(dryRun)(context, storeLenderClass, { actor, input: kept })
    return changed ? 'taken' : 'known'
  }
  const keysOf = ({ phone, ...row }: LenderClassRow) => [
    { column: 'phone', key: phone, content: JSON.stringify(row), clash: 'kelas lain' },
  ]
  return importLines(input, lenderClassTable, keysOf, takeOne, options)
}
