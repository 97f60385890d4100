import type { Command } from 'commander'
import { addCommand, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { loadTodayLines } from '../today/load-lines.ts'
import { readToday } from '../today/read-today.ts'
import { wordsOf } from '../today/words.ts'

/** `today`: everything that waits for an operator, as of one moment. */
export function addToday(program: Command, terminal: Terminal): void {
  addCommand(program, {
    use: 'today',
    description:
      'semua yang menunggu, dengan banyaknya, jumlahnya, dan umurnya, serta angka kemarin; kode keluar 1 bila ada baris merah',
    example: 'today --json',
    writes: false,
  }).action((_: object, command: Command) =>
    runCommand(terminal, command, async ({ context }) => {
      const { day, at, red, lines } = await readToday(context, await loadTodayLines())
      return {
        exit: red > 0 ? 1 : 0,
        lines: [
          `${day}: ${red} dari ${lines.length} baris merah (!)`,
          ...lines.map(
            (line) =>
              `${line.red ? '!' : ' '} ${line.id}: ${wordsOf(line, at)}${line.see === null ? '' : `  [${line.see}]`}`,
          ),
        ],
        data: { day, at, red, lines },
      }
    }),
  )
}
