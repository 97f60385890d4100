import { type Command, InvalidArgumentError } from 'commander'
import { addGroup, addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { writeLines } from '../../operator/file-source.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readCount } from '../../operator/values.ts'
import { exportAnswer } from '../../platform/export/index.ts'
import { feedLines, type FeedCursor, readCursor } from '../feed/index.ts'
import { monthReport } from '../month/index.ts'

/** `report`: figures and records for a supervisor. */
export function addReport(program: Command, terminal: Terminal): void {
  const report = addGroup(program, 'report', 'figures and records for a supervisor')
  addCommand(report, {
    use: 'month <month>',
    description:
      "a month's figures as known when its last day was closed, the same at any later time; beside its TKB what is known today, with the reason for each difference",
    example: 'report month 2026-10 --out october.xlsx',
    writes: false,
  })
    .option('--out <path>', 'output file, .csv or .xlsx; default: CSV to standard output')
    .option('--as-closed', 'leave out what is known today: the bytes are the same at any later time')
    .action((month: string, options: MonthOptions, command: Command) =>
      runCommand(terminal, command, (tools) => writeMonth(tools, readMonth(month), options)),
    )
  addCommand(report, {
    use: 'feed',
    description:
      'lenders, borrowers, loans and fundings as they are now, as JSON lines in the order of their last change, for an adapter of your own; a funding comes when the state of its loan changes. Each line has the cursor to go on from',
    example: 'report feed --after 84211.LOAN.1732 --out changes.jsonl',
    writes: false,
  })
    .option(
      '--after <cursor>',
      'the cursor of the last line that was taken; default: from the beginning',
      cursorOption,
    )
    .option('--limit <count>', 'lines at most, up to 1000000; default: all', readCount(1_000_000))
    .option('--out <path>', 'output file; default: standard output')
    .action((options: FeedOptions, command: Command) =>
      runCommand(terminal, command, (tools) => writeFeed(tools, options)),
    )
}

type MonthOptions = { out?: string; asClosed?: boolean }
type FeedOptions = { after?: FeedCursor; limit?: number; out?: string }

function readMonth(value: string): string {
  if (/^20\d{2}-(0[1-9]|1[0-2])$/.test(value)) return value
  throw new InvalidArgumentError('Isinya bulan, YYYY-MM, sejak 2000-01.')
}

function cursorOption(value: string): FeedCursor {
  const cursor = readCursor(value)
  if (cursor) return cursor
  throw new InvalidArgumentError('It is no cursor of a line of this feed.')
}

async function writeMonth(tools: CommandTools, month: string, { out, asClosed = false }: MonthOptions) {
  const format = out === undefined ? 'csv' : /\.(csv|xlsx)$/.exec(out)?.[1]
  if (format !== 'csv' && format !== 'xlsx')
    throw new CommandError('The name of the file ends in .csv or .xlsx.')
  if (tools.json && out === undefined)
    throw new CommandError('With --json the report goes to a file: name it with --out.')
  const { db, clock } = tools.context
  const { rows, sheet } = await monthReport(db, month, { today: !asClosed })
  const { bytes } = exportAnswer(sheet, format, clock.now())
  await writeLines(tools, out, Buffer.isBuffer(bytes) ? [bytes] : bytes)
  return {
    exit: 0 as const,
    lines: out === undefined ? [] : [`${rows.length} lines of ${month} are in ${out}`],
    data: { month, rows, file: out ?? null },
  }
}

async function writeFeed(tools: CommandTools, { after, limit = Number.POSITIVE_INFINITY, out }: FeedOptions) {
  if (tools.json && out === undefined)
    throw new CommandError('With --json the feed goes to a file: name it with --out.')
  const reached: { cursor: string | null } = { cursor: null }
  async function* lines() {
    for await (const change of feedLines(tools.context.db, after, limit)) {
      reached.cursor = change.cursor
      yield `${JSON.stringify(change)}\n`
    }
  }
  const written = await writeLines(tools, out, lines())
  return {
    exit: 0 as const,
    lines:
      out === undefined
        ? []
        : [`${written} changes${reached.cursor === null ? '' : `, up to ${reached.cursor}`}`],
    data: { changes: written, ...reached, file: out ?? null },
  }
}
