import type { Command } from 'commander'
import { addTermOptions, type TermOptions, termsOf } from './term-options.ts'
import { isWithoutArrears, restructureLoan, writeOffLoan } from '../terms/index.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import { actAfterAsking, askOfLarge, sumInWords, yesForLarge } from '../../operator/ask-first.ts'
import { processKind } from '../../operator/file-source.ts'
import { writeOffsFile } from './files.ts'
import { addOneOrFile, oneOrFile, type OneOrFileOptions } from '../../operator/one-or-file.ts'
import { hashFile } from '../../operator/hash-file.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readDate, readNumber, readText } from '../../operator/values.ts'

type RestructureOptions = TermOptions & { agreement: string; agreementFile: string }

/** `loans restructure` and `write-off`. */
export function addLoanTerms(loans: Command, terminal: Terminal): void {
  addTermOptions(
    addCommand(loans, {
      use: 'restructure <number>',
      description: 'restructure the outstanding balance of a loan by signed new terms',
      example:
        'loans restructure PMT-2026-000123 --agreed-on 2026-11-20 --interest 0.1 --interest-type ANNUITY --tenor 24 --tenor-period MONTH --agreement ADD/2026/7 --agreement-file addendum.pdf',
      writes: true,
    }),
  )
    .requiredOption('--agreement <name>', 'name of the signed agreement in the archive', readText(100))
    .requiredOption('--agreement-file <path>', 'file of the signed agreement; its SHA-256 is stored')
    .action((loan: string, options: RestructureOptions, command: Command) =>
      runCommand(terminal, command, (tools) => restructure(tools, readNumber(loan), options)),
    )
  addOneOrFile(
    addCommand(loans, {
      use: 'write-off [number]',
      description:
        'write a loan off, or those of a CSV file; later recoveries are paid to its lenders. Repeating a file is safe',
      example: 'loans write-off PMT-2026-000123 --on 2026-11-20 --reason "insolvent, decision 7/2026"',
      writes: true,
    }),
    'docs/write-off-file.md',
  )
    .option('--on <date>', 'value date, YYYY-MM-DD, not after today', readDate)
    .option('--reason <text>', 'why, without personal data', readText(200))
    .option('--yes', `confirm loans of which nothing is late; ${yesForLarge}`)
    .action((number: string | undefined, options: WriteOffOptions, command: Command) =>
      runCommand(terminal, command, (tools) => {
        const named = oneOrFile(number, options, 'one loan', { needed: ['on', 'reason'] })
        return 'one' in named
          ? writeOff(tools, readNumber(named.one), options)
          : processKind(tools, named.file, options, writeOffsFile)
      }),
    )
}

async function restructure({ act }: CommandTools, loanNumber: string, options: RestructureOptions) {
  const { agreement, agreementFile } = options
  const done = await act(restructureLoan, {
    loanNumber,
    ...termsOf(options),
    agreement: { reference: agreement, sha256: await hashFile(agreementFile) },
  })
  return {
    exit: 0 as const,
    lines: [
      `${loanNumber}${done.repeated ? ' was restructured by this agreement before' : ''}: ${done.principal} goes on in ${done.installments} installments, interest ${done.interestKept} kept and ${done.interestWaived} waived, penalty ${done.penaltyWaived} waived`,
    ],
    data: done,
  }
}

type WriteOffOptions = OneOrFileOptions & { on?: string; reason?: string }

async function writeOff(
  tools: CommandTools,
  loanNumber: string,
  { on = '', reason = '', yes }: WriteOffOptions,
) {
  const isUnusual = await isWithoutArrears(tools.context.db, loanNumber)
  const input = { loanNumber, writtenOffOn: on, reason }
  const done = await actAfterAsking(tools, writeOffLoan, input, {
    yes,
    question: ({ principal }) =>
      isUnusual
        ? `Nothing of ${loanNumber} is late. Write off a principal of ${sumInWords(principal)}?`
        : askOfLarge(principal, 'Write off a principal of'),
  })
  const line = `${loanNumber} is written off: principal ${done.principal}, interest ${done.interest}`
  return { exit: 0 as const, lines: [line], data: done }
}
