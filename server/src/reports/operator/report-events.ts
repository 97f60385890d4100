import type { Command } from 'commander'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { withNewFile } from '../../operator/new-file.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readCount } from '../../operator/values.ts'
import { eventsAfter } from '../events/read.ts'
import { formatPlace, numberAfter } from '../events/cursor.ts'

const pageSize = 1000

type Options = { after?: string; limit?: number; out?: string }

/** `report events`: the events of all lenders, as their own systems read theirs. */
export function addReportEvents(report: Command, terminal: Terminal): void {
  addCommand(report, {
    use: 'events',
    description:
      'peristiwa semua Pemberi Dana sebagai JSON per baris, yang terlama dahulu, seperti dibaca sistem mereka melalui API: mutasi kas serta keadaan pendanaan, penarikan, dan pinjaman. Tiap baris memuat penunjuk untuk melanjutkan',
    example: 'report events --limit 1000 --out events.jsonl',
    writes: false,
  })
    .option('--after <cursor>', 'penunjuk baris terakhir yang diambil; bawaan: dari awal')
    .option(
      '--limit <count>',
      'paling banyak sekian baris, sampai 1000000; bawaan: semua',
      readCount(1_000_000),
    )
    .option('--out <path>', 'berkas hasil; bawaan: keluaran standar')
    .action((options: Options, command: Command) =>
      runCommand(terminal, command, (tools) => writeEvents(tools, options)),
    )
}

async function writeEvents(tools: CommandTools, { after, limit = Number.POSITIVE_INFINITY, out }: Options) {
  if (tools.json && out === undefined)
    throw new CommandError('Dengan --json alirannya ditulis ke berkas: sebutkan dengan --out.')
  const { db } = tools.context
  const first = await numberAfter(db, after, null)
  const reached: { cursor: string | null } = { cursor: after ?? null }
  async function* lines() {
    for (let from = first, left = limit; left > 0; ) {
      const size = Math.min(pageSize, left)
      const rows = await eventsAfter(db, { lenderId: null, after: from, limit: size })
      for (const { no, ...event } of rows) {
        reached.cursor = formatPlace({ no, id: event.id })
        from = no
        yield `${JSON.stringify({ cursor: reached.cursor, ...event })}\n`
      }
      left -= rows.length
      if (rows.length < size) return
    }
  }
  const written = await withNewFile(tools, out, (writeLines) => writeLines(lines()))
  return {
    exit: 0 as const,
    lines:
      out === undefined
        ? []
        : [`${written} peristiwa${reached.cursor === null ? '' : `, sampai ${reached.cursor}`}`],
    data: { events: written, ...reached, file: out ?? null },
  }
}
