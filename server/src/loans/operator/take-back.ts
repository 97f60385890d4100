import type { Command } from 'commander'
import {
  importTakeBackFile,
  type LoanTakenBack,
  takeBackLoan,
  type TakeBackReport,
} from '../take-over/index.ts'
import { actAfterAsking, sumInWords } from '../../operator/ask-first.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import { processFile } from '../../operator/file-source.ts'
import { addOneOrFile, oneOrFile, type OneOrFileOptions } from '../../operator/one-or-file.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readNumber, readText } from '../../operator/values.ts'

type Options = OneOrFileOptions & { reason: string }

/** `loans take-back`: takes back the take-over of one loan, or of all loans of a take-over file. */
export function addTakeBack(loans: Command, terminal: Terminal): void {
  addOneOrFile(
    addCommand(loans, {
      use: 'take-back [number]',
      description:
        'take back the take-over of a loan, or of the loans of a take-over file, while nothing was recorded on them since; they are drafts again',
      example: 'loans take-back --file parts.csv --reason "balances of another day" --dry-run',
      writes: true,
    }),
    'that by which they were taken over; loans that stand otherwise are left',
  )
    .requiredOption('--reason <text>', 'why, without personal data', readText(200))
    .option('--yes', 'do not ask')
    .action((number: string | undefined, options: Options, command: Command) =>
      runCommand(terminal, command, (tools) => {
        const named = oneOrFile(number, options, 'one loan')
        return 'one' in named
          ? takeBackOne(tools, readNumber(named.one), options)
          : takeBackFile(tools, named.file, options)
      }),
    )
}

async function takeBackOne(tools: CommandTools, loanNumber: string, { reason, yes }: Options) {
  const question = (foreseen: LoanTakenBack) =>
    foreseen.known ? null : `Take back the take-over of ${loanNumber}, ${describeOne(foreseen)}?`
  const done = await actAfterAsking(tools, takeBackLoan, { loanNumber, reason }, { yes, question })
  const line = done.known
    ? `${loanNumber} was taken back before`
    : `${loanNumber} is a draft again: taken back, ${describeOne(done)}`
  return { exit: 0 as const, lines: [line], data: done }
}

const describeOne = ({ fundings, amount, opened }: LoanTakenBack): string =>
  `${fundings} fundings over ${sumInWords(amount)}; ` +
  (opened ? 'no cash moves' : 'all of it comes back to the lenders’ cash')

const takeBackFile = (tools: CommandTools, file: string, options: Options) =>
  processFile<TakeBackReport>(tools, file, options, {
    task: 'taking back',
    work: (input, reading) =>
      importTakeBackFile(tools.context, tools.actor, input, { ...reading, reason: options.reason }),
    describe: (report) =>
      `${report.lines} lines: ${report.takenBack} loans taken back, ${describeSums(report)}; ` +
      `${report.known} known, ${report.refused} lines refused`,
    question: (report) =>
      report.takenBack > 0
        ? `Take back the take-over of ${report.takenBack} loans, ${describeSums(report)}?`
        : null,
  })

const describeSums = ({ amount, refunded }: TakeBackReport): string =>
  `${sumInWords(amount)}; ${sumInWords(refunded)} of it come back to the lenders’ cash`
