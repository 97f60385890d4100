import type { Context } from '../../context.ts'
import {
  type FileOptions,
  type FileReport,
  importLines,
  type LineKey,
  type LineOutcome,
} from '../../operator/files/index.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import { performerOf } from '../../platform/commands/dry-run.ts'
import { importLender } from './import-lender.ts'
import { type LenderRow, lenderTable } from './lender-file.ts'

/**
 * Registers the lenders of a file while it is read, each in a transaction of its own, so that a file that was
 * interrupted can be given again. A lender who has all that their line says counts as known. A dry run decides each
 * line and rolls it back.
 * @throws CsvFileError when the file as a whole is not a lender file; nobody is registered then.
 */
export async function importLenders(
  context: Context,
  actor: ActorOf<'operator'>,
  input: AsyncIterable<Uint8Array | string>,
  { dryRun, asks = false, ...options }: FileOptions,
): Promise<FileReport> {
  const takeOne = async (row: LenderRow): Promise<LineOutcome> => {
    const { isNew } = await performerOf(dryRun)(context, importLender, { actor, input: { row, asks } })
    return isNew ? 'taken' : 'known'
  }
  return importLines(input, lenderTable, keysOf, takeOne, options)
}

/** What no two lenders share. The database knows earlier files; a dry run also has to know the lines before. */
function keysOf(row: LenderRow): LineKey[] {
  const { phone, taxNumber, signerId } = row
  const ofPhone = (column: string, key: string | null): LineKey[] =>
    key === null ? [] : [{ column, key, content: phone, clash: 'telepon lain' }]
  return [
    { column: 'phone', key: phone, content: JSON.stringify(row), clash: 'isi lain' },
    ...ofPhone('tax_number', taxNumber).map((key) => ({ ...key, isPersonal: true as const })),
    // Both columns have numbers of one kind.
    ...[row.vaBni, row.vaOther].flatMap((number) => ofPhone('virtual account', number)),
    ...ofPhone('signer_id', signerId),
  ]
}
