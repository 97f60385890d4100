import type { Command } from 'commander'
import { reverseRepayment, type ReverseRepayment } from '../reversals/index.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import { processKind } from '../../operator/file-source.ts'
import { reversalsFile } from './files.ts'
import { addOneOrFile, oneOrFile, type OneOrFileOptions } from '../../operator/one-or-file.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readAmount, readDate, readNumber, readText } from '../../operator/values.ts'
import { movedInWords } from './moved-in-words.ts'
import { partsInWords } from './parts-in-words.ts'

type Options = OneOrFileOptions & { reason?: string; loan?: string; paidOn?: string; amount?: number }

/** `repayments reverse`: takes one repayment back, or those of a file. */
export function addRepaymentReversals(repayments: Command, terminal: Terminal): void {
  addOneOrFile(
    addCommand(repayments, {
      use: 'reverse [reference]',
      description:
        'reverse a wrongly recorded repayment, or those of a CSV file: lenders, tax, fee and excess; its reference can be used again. ' +
        'Later repayments of the loan are allocated anew; repeating a file is safe',
      example:
        'repayments reverse BNI-20261120-0007 --reason "date misread, slip 88" --paid-on 2026-11-18 --dry-run',
      writes: true,
    }),
    'docs/reversal-file.md',
  )
    .option('--reason <text>', 'why, without personal data', readText(200))
    .option('--loan <number>', 'its loan, where one transfer paid several', readNumber)
    .option('--paid-on <date>', 'the right value date: record it again with it at once', readDate)
    .option('--amount <rupiah>', 'the right amount: record it again with it at once', readAmount)
    .action((reference: string | undefined, options: Options, command: Command) =>
      runCommand(terminal, command, (tools) => {
        const named = oneOrFile(reference, options, 'one repayment', {
          needed: ['reason'],
          alone: ['loan', 'paidOn', 'amount'],
        })
        if ('file' in named) return processKind(tools, named.file, options, reversalsFile)
        const { reason = '', loan, paidOn, amount } = options
        return reverse(tools, {
          ...{ reference: named.one, loanNumber: loan, reason },
          ...(paidOn === undefined ? {} : { paidOn }),
          ...(amount === undefined ? {} : { amount }),
        })
      }),
    )
}

async function reverse({ act }: CommandTools, input: ReverseRepayment) {
  const done = await act(reverseRepayment, input)
  const { amount, loanNumber, owed, claimed, moved, corrected } = done
  return {
    exit: 0 as const,
    lines: [
      `${amount} on ${loanNumber} taken back: ${partsInWords(done)}`,
      ...(claimed > 0
        ? [
            `${claimed} of tax and fees had been paid out: their recipients owe it, the next payout to them is set off against it`,
          ]
        : []),
      ...(owed > 0 ? [`lenders had ${owed} of it no longer: it is recovered from what they get next`] : []),
      ...(corrected ? [`recorded again: ${partsInWords(corrected)}`] : []),
      ...(moved.length > 0 ? [movedInWords(moved)] : []),
    ],
    data: done,
  }
}
