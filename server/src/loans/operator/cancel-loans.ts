import type { Command } from 'commander'
import { cancelLoan } from '../offers/cancel-loan.ts'
import { whyNotCancelled } from '../offers/cancel-file.ts'
import { actAfterAsking, yesForLarge } from '../../operator/ask-first.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { processKind } from '../../operator/file-source.ts'
import { cancellationsFile } from './files.ts'
import { askToGiveBack, formatMoneyBack, type MoneyBack } from './money-back.ts'
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
          : processKind(tools, named.file, options, cancellationsFile)
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
