import type { Command } from 'commander'
import { importTakeOverFile } from '../take-over/index.ts'
import { addImport } from '../../operator/file-source.ts'
import type { Terminal } from '../../operator/terminal.ts'

/** `loans take-over`: imports loans that were funded in another system. */
export function addTakeOver(loans: Command, terminal: Terminal): void {
  addImport(loans, terminal, {
    use: 'take-over <file>',
    description:
      'take over draft loans that were funded elsewhere, with their lenders’ shares (docs/take-over-file.md)',
    example: 'loans take-over parts.csv --all-or-nothing --report refused.jsonl',
    task: 'taking over',
    work: ({ context, actor }, input, reading) => importTakeOverFile(context, actor, input, reading),
    describe: ({ lines, taken, known, refused, amount }) =>
      `${lines} lines: ${taken} loans taken over, ${amount} rupiah, ${known} known, ${refused} lines refused`,
  })
}
