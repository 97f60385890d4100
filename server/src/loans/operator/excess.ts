import { businessDateOf } from '@pematang/contract/format/business-date'
import type { Command } from 'commander'
import { excessByLoan } from '../overview/excess.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readDigits } from '../../operator/values.ts'

/** `payouts waiting`: overpayments of borrowers, which are given back by `payouts excess`. */
export function addExcess(payouts: Command, terminal: Terminal): void {
  addPageOptions(
    addCommand(payouts, {
      use: 'waiting',
      description:
        'menampilkan kelebihan bayar di BORROWER_EXCESS menurut pinjaman dengan umurnya; kode keluar 1 bila ada',
      example: 'payouts waiting',
      writes: false,
    }),
    readDigits(1, 16),
  ).action((options: PageOptions, command: Command) =>
    runCommand(terminal, command, (tools) => list(tools, options)),
  )
}

async function list({ context }: CommandTools, options: PageOptions) {
  const page = await excessByLoan(context.db, options)
  const result = pageResult(
    'excess',
    page,
    ({ loanNumber, amount, since, age, borrowerNumber, borrowerName }) =>
      `${loanNumber}  ${amount} sejak ${businessDateOf(since)}, ${age} hari  ${borrowerNumber} ${borrowerName}`,
  )
  return { ...result, exit: page.rows.length > 0 ? (1 as const) : (0 as const) }
}
