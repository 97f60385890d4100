import { InvalidArgumentError } from 'commander'
import { CommandError } from '../../operator/command.ts'
import { actOf, fileKind, importLines, phoneLimit } from '../../operator/files/index.ts'
import { columnNames, optionalColumn, requiredColumn, type Table } from '../../platform/csv/table.ts'
import { phoneDigits, type ReadCell, text } from '../../platform/csv/values.ts'
import { type LineMatch, matchLineTo } from './match-line.ts'

const lineIdCell: ReadCell<string> = (cell) =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(cell)
    ? { ok: true, value: cell.toLowerCase() }
    : { ok: false, reason: 'bukan nomor yang dikenal' }

type MatchRow = { lineId: string; to: string; note: string; phone: string | null; payment: string | null }

/** The format of the match file (docs/bank-match-file.md). */
export const matchTable: Table<MatchRow> = {
  kind: 'baris mutasi bank',
  mayLeaveOut: true,
  columns: {
    lineId: requiredColumn('line', 'text', 'an id of “bank lines”', lineIdCell),
    to: requiredColumn('to', 'text', 'at most 1000 characters', text(1000)),
    note: requiredColumn('note', 'text', 'at most 200 characters', text(200)),
    phone: optionalColumn('phone', 'text', phoneLimit, phoneDigits),
    payment: optionalColumn('payment', 'text', 'at most 100 characters', text(100)),
  },
}

export const matchesFile = fileKind({
  command: 'bank match',
  title: 'Arti baris mutasi bank',
  columns: columnNames(matchTable),
  task: ({ context, actor }) => ({
    task: 'mencocokkan',
    work: (input, { dryRun, ...reading }) =>
      importLines(
        input,
        matchTable,
        ({ lineId, ...content }) => [
          { column: 'line', key: lineId, content: JSON.stringify(content), clash: 'arti lain' },
        ],
        async (row) => {
          try {
            const tools = { context, act: actOf({ context, actor }, dryRun) }
            const { done } = await matchLineTo(tools, withoutEmpty(row))
            return done ? 'taken' : 'known'
          } catch (error) {
            if (isAboutTheLine(error)) return { refused: error.message }
            throw error
          }
        },
        reading,
      ),
    describe: ({ lines, taken, known, refused }) =>
      `${lines} baris: ${taken} dicocokkan, ${known} sudah dikenal, ${refused} ditolak`,
  }),
  tells: ({ taken }) => ({ 'Baris mutasi diberi arti': taken.toLocaleString('id-ID') }),
})

/** Whether an error says what is wrong with the line; one of the database, or of the program, has a class or a code. */
const isAboutTheLine = (error: unknown): error is Error =>
  error instanceof CommandError ||
  error instanceof InvalidArgumentError ||
  (error instanceof Error && error.constructor === Error && !('code' in error))

const withoutEmpty = ({ phone, payment, ...row }: MatchRow): LineMatch => ({
  ...row,
  phone: phone ?? undefined,
  payment: payment ?? undefined,
})
