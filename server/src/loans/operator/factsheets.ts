import type { Command } from 'commander'
import { storeFactsheets, createFactsheets } from '../../documents/index.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { progressBar } from '../../operator/progress-bar.ts'
import type { Terminal } from '../../operator/terminal.ts'

/** `repair factsheets`: the PDF about a loan that a lender reads before deciding. */
export function addFactsheets(repair: Command, terminal: Terminal): void {
  addCommand(repair, {
    use: 'factsheets [numbers...]',
    description: 'membuat factsheet pinjaman; yang tidak berubah tetap dipakai',
    example: 'repair factsheets PMT-2026-000123',
    writes: true,
  })
    .option('--all', 'semua pinjaman yang ditawarkan')
    .action((numbers: string[], { all }: { all?: boolean }, command: Command) =>
      runCommand(terminal, command, (tools) => make(tools, numbers, all ?? false)),
    )
}

async function make({ context, terminal, interactive, act }: CommandTools, numbers: string[], all: boolean) {
  if (all === numbers.length > 0) throw new CommandError('Sebutkan pinjamannya, atau --all.')
  const bar = interactive
    ? progressBar('membuat {value} factsheet, {duration_formatted}', terminal.stderr)
    : null
  bar?.start(0, 0)
  try {
    const report = await createFactsheets(
      context,
      all ? 'published' : numbers,
      (sheets) => act(storeFactsheets, sheets),
      (done) => bar?.update(done),
    )
    const { made, known, missing } = report
    return {
      exit: missing.length > 0 ? (1 as const) : (0 as const),
      lines: [
        ...missing.map((number) => `tidak ada pinjaman ${number}`),
        `${made} factsheet dibuat, ${known} sudah ada`,
      ],
      data: report,
    }
  } finally {
    bar?.stop()
  }
}
