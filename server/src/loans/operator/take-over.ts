import { type Command, InvalidArgumentError, Option } from 'commander'
import { defaultTolerance, importTakeOverFile, type TakeOverReport } from '../take-over/index.ts'
import { addImport, type FileOptions } from '../../operator/file-source.ts'
import type { Terminal } from '../../operator/terminal.ts'

/** `loans take-over`: imports loans that were funded in another system. */
export function addTakeOver(loans: Command, terminal: Terminal): void {
  addImport<TakeOverReport, FileOptions & { tolerance: number }>(loans, terminal, {
    use: 'take-over <file>',
    description:
      'take over draft loans that were funded elsewhere, with their lenders’ shares (docs/take-over-file.md)',
    example: 'loans take-over parts.csv --all-or-nothing --report refused.jsonl',
    kind: {
      isTaking: false,
      task: ({ context, actor }, { tolerance }) => ({
        task: 'taking over',
        work: (input, reading) => importTakeOverFile(context, actor, input, { ...reading, tolerance }),
        describe: (report) => describe(report).join('\n'),
        gives: ({ amount }) => amount,
      }),
    },
  }).addOption(
    new Option(
      '--tolerance <rupiah>',
      'a rounding difference of a loan up to this amount, and a hundredth of an installment, makes it not late',
    )
      .argParser(readTolerance)
      .default(defaultTolerance),
  )
}

/** The differences, then how the loans of the file stand, to be compared with the former system and signed off. */
function describe({ lines, taken, known, refused, amount, opened, differences }: TakeOverReport): string[] {
  return [
    ...differences.map(
      ({ line, loanNumber, difference }) => `line ${line}, loan ${loanNumber}: ${difference}`,
    ),
    `${lines} lines: ${taken} loans taken over, ${amount} rupiah, ${known} known, ${refused} lines refused`,
    ...(opened.loans === 0
      ? []
      : [
          `to sign off: ${opened.loans} running loans, outstanding ${opened.outstanding}, arrears ${opened.arrears}; ` +
            `${opened.late} of them late, outstanding ${opened.lateOutstanding}; ` +
            `paid ahead: principal ${opened.principalAhead}, interest ${opened.interestAhead}`,
        ]),
  ]
}

const highestTolerance = 100_000

function readTolerance(text: string): number {
  if (!/^\d{1,6}$/.test(text) || Number(text) > highestTolerance)
    throw new InvalidArgumentError(`A tolerance is 0 to ${highestTolerance} rupiah.`)
  return Number(text)
}
