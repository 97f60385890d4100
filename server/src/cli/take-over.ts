import type { Command } from 'commander'
import { importTakeOverFile, type TakeOverReport } from '../take-over/index.ts'
import { addCommand, type CommandTools, runCommand } from './command.ts'
import { addFileOptions, type FileOptions, processFile } from './file-source.ts'
import type { Terminal } from './terminal.ts'

/** `loans take-over`: loans funded in another system. */
export function addTakeOver(loans: Command, terminal: Terminal): void {
  addFileOptions(
    addCommand(loans, {
      use: 'take-over <file>',
      description:
        'take over draft loans that were funded elsewhere, with their lenders’ shares (docs/take-over-file.md)',
      example: 'loans take-over parts.csv --all-or-nothing --report refused.jsonl',
      writes: true,
    }),
  ).action((file: string, options: FileOptions, command: Command) =>
    runCommand(terminal, command, (tools) => takeOver(tools, file, options)),
  )
}

function takeOver(tools: CommandTools, file: string, options: FileOptions) {
  const { context, actor } = tools
  return processFile<TakeOverReport>(tools, file, options, {
    task: 'taking over',
    work: (input, reading) => importTakeOverFile(context, actor, input, reading),
    describe: ({ lines, taken, known, refused, amount }) =>
      `${lines} lines: ${taken} loans taken over, ${amount} rupiah, ${known} known, ${refused} lines refused`,
  })
}
