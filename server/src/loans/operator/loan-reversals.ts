import type { Command } from 'commander'
import { reverseDisbursement, reverseRestructuring, reverseWriteOff } from '../reversals/index.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readNumber, readText } from '../../operator/values.ts'

type Options = { reason: string; agreement?: string }

/** `loans reverse-write-off` and `reverse-restructuring`. */
export function addTermReversals(loans: Command, terminal: Terminal): void {
  addCommand(loans, {
    use: 'reverse-write-off <number>',
    description: 'reverse a write-off: the loan is outstanding again; closed days do not change',
    example: 'loans reverse-write-off PMT-2026-000123 --reason "another loan was meant"',
    writes: true,
  })
    .requiredOption('--reason <text>', 'why, without personal data', readText(200))
    .action((loan: string, { reason }: Options, command: Command) =>
      runCommand(terminal, command, async ({ act }) => {
        const done = await act(reverseWriteOff, { loanNumber: readNumber(loan), reason })
        const line = `${loan} is outstanding again: the write-off of ${done.writtenOffOn} over ${done.principal} is taken back`
        return { exit: 0, lines: [line], data: done }
      }),
    )
  addCommand(loans, {
    use: 'reverse-restructuring <number>',
    description: 'reverse the newest restructuring of a loan, if nothing was paid since',
    example:
      'loans reverse-restructuring PMT-2026-000123 --agreement ADD/2026/7 --reason "not signed by the borrower"',
    writes: true,
  })
    .option(
      '--agreement <name>',
      'the agreement that must be the newest, so that a repeat does not reverse the one before it',
      readText(100),
    )
    .requiredOption('--reason <text>', 'why, without personal data', readText(200))
    .action((loan: string, { reason, agreement }: Options, command: Command) =>
      runCommand(terminal, command, async ({ act }) => {
        const named = agreement === undefined ? {} : { agreement }
        const done = await act(reverseRestructuring, { loanNumber: readNumber(loan), reason, ...named })
        const line = `${loan} goes by its schedule of before ${done.agreedOn} again`
        return { exit: 0, lines: [line], data: done }
      }),
    )
}

/** `disbursements reverse`. */
export function addDisbursementReversal(disbursements: Command, terminal: Terminal): void {
  addCommand(disbursements, {
    use: 'reverse <number>',
    description:
      'reverse a disbursement without payments: the money is in escrow again and the loan is funded',
    example: 'disbursements reverse PMT-2026-000123 --reason "the bank sent it back"',
    writes: true,
  })
    .requiredOption('--reason <text>', 'why, without personal data', readText(200))
    .action((loan: string, { reason }: Options, command: Command) =>
      runCommand(terminal, command, (tools) => reverse(tools, readNumber(loan), reason)),
    )
}

async function reverse({ act }: CommandTools, loanNumber: string, reason: string) {
  const done = await act(reverseDisbursement, { loanNumber, reason })
  const line = `${loanNumber} is funded again: ${done.amount} of ${done.disbursedOn} are back in escrow`
  return { exit: 0 as const, lines: [line], data: done }
}
