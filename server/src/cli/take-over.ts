import type { Command } from 'commander'
import { checkTakeOverFile, takeOverFile, type TakeOverReport } from '../servicing/take-over/index.ts'
import { addLeaf, type CommandTools, runCommand } from './command.ts'
import { addFileOptions, type FileOptions, takeWithCare } from './file-source.ts'
import type { Terminal } from './terminal.ts'

/** `loans take-over`: loans that were funded before this system. */
export function addTakeOver(loans: Command, terminal: Terminal): void {
  addFileOptions(
    addLeaf(loans, {
      use: 'take-over <file>',
      description:
        'take draft loans over that were funded elsewhere, with the parts of their lenders (docs/take-over-file.md)',
      example: 'loans take-over parts.csv --all-or-nothing --report refused.jsonl',
      writes: true,
    }),
  ).action((file: string, options: FileOptions, command: Command) =>
    runCommand(terminal, command, (tools) => takeOver(tools, file, options)),
  )
}

function takeOver(tools: CommandTools, file: string, options: FileOptions) {
  const { context, actor } = tools
  return takeWithCare<TakeOverReport>(tools, file, options, {
    check: (source) => checkTakeOverFile(context, actor, source.open('checking'), source),
    take: (source) => takeOverFile(context, actor, source.open('taking over'), source),
    tell: ({ lines, taken, known, refused, amount }) =>
      `${lines} lines: ${taken} loans taken over, ${amount} rupiah, ${known} known, ${refused} lines refused`,
  })
}
