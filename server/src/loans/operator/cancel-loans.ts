import type { Command } from 'commander'
import { type CancelReport, cancelLoan, cancelLoanFile, whyNotCancelled } from '../offers/index.ts'
import { actAfterAsking, askOfLarge, yesForLarge } from '../../operator/ask-first.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { processFile } from '../../operator/file-source.ts'
import { addOneOrFile, oneOrFile, type OneOrFileOptions } from '../../operator/one-or-file.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readNumber } from '../../operator/values.ts'

/** `loans cancel`: cancels one loan that was not paid out, or those of a file. */
export function addCancel(loans: Command, terminal: Terminal): void {
  addOneOrFile(
    addCommand(loans, {
      use: 'cancel [number]',
      description:
        'membatalkan pinjaman sebelum pencairan, atau pinjaman dari berkas CSV (loan_number, reason); pendanaannya dikembalikan',
      example: 'loans cancel --file cancelled.csv --all-or-nothing --dry-run',
      writes: true,
    }),
    'baris pertamanya loan_number,reason',
  )
    .option('--yes', yesForLarge)
    .action((number: string | undefined, options: OneOrFileOptions, command: Command) =>
      runCommand(terminal, command, (tools) => {
        const named = oneOrFile(number, options, 'satu pinjaman')
        return 'one' in named
          ? cancelOne(tools, readNumber(named.one), options)
          : cancelFile(tools, named.file, options)
      }),
    )
}

async function cancelOne(tools: CommandTools, loanNumber: string, { yes }: OneOrFileOptions) {
  const question = ({ amount }: MoneyBack) => askToGiveBack(amount)
  const { cancelled, ...back } = await actAfterAsking(tools, cancelLoan, { loanNumber }, { yes, question })
  const reason = cancelled ? null : await whyNotCancelled(tools.context, loanNumber)
  if (reason !== null) throw new CommandError(reason)
  const line = cancelled
    ? `${loanNumber} tidak ditawarkan lagi: ${formatMoneyBack(back)}`
    : `${loanNumber} sudah dibatalkan sebelumnya`
  return { exit: 0 as const, lines: [line], data: { cancelled, ...back } }
}

const cancelFile = (tools: CommandTools, file: string, options: OneOrFileOptions) =>
  processFile<CancelReport>(tools, file, options, {
    withoutSecondPair: true,
    task: 'membatalkan',
    work: (input, reading) => cancelLoanFile(tools.context, tools.actor, input, reading),
    describe: ({ lines, cancelled, known, refused, ...back }) =>
      `${lines} baris: ${cancelled} dibatalkan, ${known} sudah dikenal, ${refused} ditolak; ${formatMoneyBack(back)}`,
    question: ({ amount }) => askToGiveBack(amount),
  })

/** What to ask before much money goes back to lenders; null for less. */
export const askToGiveBack = (amount: number): string | null =>
  askOfLarge(amount, 'Kembalikan kepada Pemberi Dana')

/** Describes what happened to the fundings of cancelled loans. */
export const formatMoneyBack = ({ refunded, released, cancelling }: MoneyBack): string =>
  `${refunded} pendanaan dikembalikan, ${released} cadangan dilepaskan` +
  (cancelling > 0
    ? `, ${cancelling} dilepaskan setelah penyedia membatalkan perjanjiannya ("fundings waiting")`
    : '')

/** What goes back to lenders: numbers of fundings, and all of it in whole rupiah. */
export type MoneyBack = { refunded: number; released: number; cancelling: number; amount: number }
