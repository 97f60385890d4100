import type { Context } from '../../context.ts'
import { lenderKinds } from '../limits/index.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import { performerOf } from '../../platform/commands/dry-run.ts'
import type { Table } from '../../platform/csv/table.ts'
import { businessDate, oneOf, optional, rupiah, text } from '../../platform/csv/values.ts'
import {
  type FileOptions,
  type FileReport,
  importLines,
  type LineOutcome,
  phoneColumn,
} from '../../operator/files/index.ts'
import { lenderOfLine } from './find-lenders.ts'
import { type LenderClassInput, storeLenderClass } from './lender-class.ts'

/** A line of a class file: a lender by their national phone number, with their class. */
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
    kind: {
      name: 'kind',
      type: 'word',
      required: true,
      limit: lenderKinds.join(', '),
      read: oneOf(lenderKinds),
    },
    yearlyIncome: {
      name: 'yearly_income',
      type: 'rupiah',
      required: false,
      limit: `1 to ${maxIncome}; of INDIVIDUAL and NON_RESIDENT, and of no others`,
      read: optional(rupiah(maxIncome)),
    },
    supervised: {
      name: 'supervised',
      type: 'word',
      required: false,
      limit: 'YES, NO; YES only of INSTITUTION and COMPANY',
      read: optional(oneOf(['YES', 'NO'])),
    },
    since: {
      name: 'since',
      type: 'date',
      required: false,
      limit: 'today or before',
      read: optional(businessDate),
    },
    evidence: {
      name: 'evidence',
      type: 'text',
      required: true,
      limit: 'at most 100 characters',
      read: text(100),
    },
    validUntil: {
      name: 'valid_until',
      type: 'date',
      required: false,
      limit: 'today or later',
      read: optional(businessDate),
    },
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
