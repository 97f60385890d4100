import { formatDateTimeLong } from '@pematang/contract/format/date'
import type { Command } from 'commander'
import { addCommand, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { type BrokenGlass, listBreakGlass } from '../approvals/break-glass.ts'

/** `break-glass`: what was run without the second pair that a rule asks for. */
export function addBreakGlass(group: Command, terminal: Terminal): void {
  addCommand(group, {
    use: 'list',
    description:
      'menampilkan perintah yang belum ditinjau orang lain (di konsol); audit search --operation breakGlass memuatnya juga',
    example: 'break-glass list',
    writes: false,
  })
    .option('--all', 'juga yang sudah ditinjau')
    .action(({ all = false }: { all?: boolean }, command: Command) =>
      runCommand(terminal, command, async ({ context }) => {
        const runs = await listBreakGlass(context.db, { all })
        const lines =
          runs.length > 0
            ? runs.map(lineOf)
            : ['Tidak ada perintah tanpa orang kedua yang menunggu ditinjau.']
        return { exit: 0, lines, data: { runs } }
      }),
    )
}

const lineOf = ({ number, operator, reason, at, lookedBy }: BrokenGlass): string =>
  `${number}  ${operator}  ${formatDateTimeLong(at)}  ${reason}  ${lookedBy === null ? 'belum ditinjau' : `ditinjau ${lookedBy}`}`
