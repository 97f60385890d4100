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
      'everything that waits, with number, sum and age, and yesterday’s figures; exit 1 if a line is red',
    example: 'today --json',
    writes: false,
  }).action((_: object, command: Command) =>
    runCommand(terminal, command, async ({ context }) => {
      const { day, at, red, lines } = await readToday(context, await loadTodayLines())
      return {
        exit: red > 0 ? 1 : 0,
        lines: [
          `${day}: ${red} of ${lines.length} lines are red (!)`,
          ...lines.map(
            (line) =>
              `${line.red ? '!' : ' '} ${line.en}: ${wordsOf(line, at, 'en')}${line.see === null ? '' : `  [${line.see}]`}`,
          ),
        ],
        data: { day, at, red, lines },
      }
    }),
  )
}
