import { type Command, InvalidArgumentError } from 'commander'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { withNewFile } from '../../operator/new-file.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readCount } from '../../operator/values.ts'
import { exportAnswer } from '../../platform/export/index.ts'
import { feedLines, type FeedCursor, readCursor } from '../feed/index.ts'
import { monthReport } from '../month/report.ts'
import { addReportEvents } from './report-events.ts'

/** `report`: figures and records for a supervisor. */
export function addReport(report: Command, terminal: Terminal): void {
  addCommand(report, {
    use: 'month <month>',
    description:
      'angka sebuah bulan seperti diketahui saat hari terakhirnya ditutup, sama kapan pun kemudian; di samping TKB-nya yang diketahui hari ini, dengan alasan tiap perbedaan',
    example: 'report month 2026-10 --out october.xlsx',
    writes: false,
  })
    .option('--out <path>', 'berkas hasil, .csv atau .xlsx; bawaan: CSV ke keluaran standar')
    .option('--as-closed', 'tanpa yang diketahui hari ini: isinya sama kapan pun kemudian')
    .action((month: string, options: MonthOptions, command: Command) =>
      runCommand(terminal, command, (tools) => writeMonth(tools, readMonth(month), options)),
    )
  addCommand(report, {
    use: 'feed',
    description:
      'Pemberi Dana, Penerima Dana, pinjaman, dan pendanaan seperti adanya sekarang, sebagai JSON per baris menurut urutan perubahan terakhirnya, bagi penghubung buatan sendiri; pendanaan muncul bila status pinjamannya berubah. Tiap baris memuat penunjuk untuk melanjutkan',
    example: 'report feed --after 84211.LOAN.1732 --out changes.jsonl',
    writes: false,
  })
    .option('--after <cursor>', 'penunjuk baris terakhir yang diambil; bawaan: dari awal', cursorOption)
    .option(
      '--limit <count>',
      'paling banyak sekian baris, sampai 1000000; bawaan: semua',
      readCount(1_000_000),
    )
    .option('--out <path>', 'berkas hasil; bawaan: keluaran standar')
    .action((options: FeedOptions, command: Command) =>
      runCommand(terminal, command, (tools) => writeFeed(tools, options)),
    )
  addReportEvents(report, terminal)
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
  throw new InvalidArgumentError('Bukan penunjuk baris aliran ini.')
}

async function writeMonth(tools: CommandTools, month: string, { out, asClosed = false }: MonthOptions) {
  const format = out === undefined ? 'csv' : /\.(csv|xlsx)$/.exec(out)?.[1]
  if (format !== 'csv' && format !== 'xlsx')
    throw new CommandError('Nama berkasnya berakhiran .csv atau .xlsx.')
  if (tools.json && out === undefined)
    throw new CommandError('Dengan --json laporannya ditulis ke berkas: sebutkan dengan --out.')
  const { db, clock } = tools.context
  const rows = await withNewFile(tools, out, async (writeLines) => {
    const report = await monthReport(db, month, { today: !asClosed })
    const { bytes } = exportAnswer(report.sheet, format, clock.now())
    await writeLines(Buffer.isBuffer(bytes) ? [bytes] : bytes)
    return report.rows
  })
  return {
    exit: 0 as const,
    lines: out === undefined ? [] : [`${rows.length} baris bulan ${month} ada di ${out}`],
    data: { month, rows, file: out ?? null },
  }
}

async function writeFeed(tools: CommandTools, { after, limit = Number.POSITIVE_INFINITY, out }: FeedOptions) {
  if (tools.json && out === undefined)
    throw new CommandError('Dengan --json alirannya ditulis ke berkas: sebutkan dengan --out.')
  const reached: { cursor: string | null } = { cursor: null }
  async function* lines() {
    for await (const change of feedLines(tools.context.db, after, limit)) {
      reached.cursor = change.cursor
      yield `${JSON.stringify(change)}\n`
    }
  }
  const written = await withNewFile(tools, out, (writeLines) => writeLines(lines()))
  return {
    exit: 0 as const,
    lines:
      out === undefined
        ? []
        : [`${written} perubahan${reached.cursor === null ? '' : `, sampai ${reached.cursor}`}`],
    data: { changes: written, ...reached, file: out ?? null },
  }
}
