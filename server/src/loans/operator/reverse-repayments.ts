import type { Command } from 'commander'
import { reverseRepayment, type ReverseRepayment, importReversals } from '../reversals/index.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import { addImport, type FileOptions } from '../../operator/file-source.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readNumber, readText } from '../../operator/values.ts'

type Options = { reason: string; loan?: string; recordAgain?: boolean }

/** `repayments reverse` and `reverse-file`. */
export function addRepaymentReversals(repayments: Command, terminal: Terminal): void {
  addCommand(repayments, {
    use: 'reverse <reference>',
    description:
      'reverse a wrongly recorded repayment: lenders, tax, fee and excess; its reference can be used again',
    example: 'repayments reverse BNI-20261120-0007 --reason "amount misread, slip 88" --dry-run',
    writes: true,
  })
    .requiredOption('--reason <text>', 'why, without personal data', readText(200))
    .option('--loan <number>', 'its loan, where one transfer paid several', readNumber)
    .option('--record-again', 'also reverse later repayments of the loan and record them again')
    .action((reference: string, options: Options, command: Command) =>
      runCommand(terminal, command, (tools) =>
        reverse(tools, { reference, loanNumber: options.loan, ...options }),
      ),
    )
  addImport(repayments, terminal, {
    use: 'reverse-file <file>',
    description: 'reverse the repayments of a CSV file (docs/reversal-file.md); repeating a file is safe',
    example: 'repayments reverse-file wrong.csv --dry-run',
    task: 'taking back',
    work: (
      { context, actor },
      input,
      reading,
      { recordAgain = false }: FileOptions & { recordAgain?: boolean },
    ) => importReversals(context, actor, input, { ...reading, recordAgain }),
    describe: ({ lines, taken, known, refused, amount, owed }) =>
      `${lines} lines: ${taken} taken back, ${amount} rupiah, ${owed} owed by lenders, ${known} known, ${refused} refused`,
  }).option('--record-again', 'also reverse later repayments of the loans and record them again')
}

async function reverse({ act }: CommandTools, input: ReverseRepayment) {
  const done = await act(reverseRepayment, input)
  const { amount, loanNumber, principal, interest, tax, penalty, fee, excess, owed, claimed, recordedAgain } =
    done
  return {
    exit: 0 as const,
    lines: [
      `${amount} on ${loanNumber} taken back: principal ${principal}, interest ${interest} (tax ${tax}), ` +
        `penalty ${penalty}, fee ${fee}, excess ${excess}`,
      ...(claimed > 0
        ? [
            `${claimed} of tax and fees had been paid out: their recipients owe it, the next payout to them is set off against it`,
          ]
        : []),
      ...(owed > 0 ? [`lenders had ${owed} of it no longer: it is recovered from what they get next`] : []),
      ...recordedAgain.map((reference) => `${reference} taken back and recorded again`),
    ],
    data: done,
  }
}
