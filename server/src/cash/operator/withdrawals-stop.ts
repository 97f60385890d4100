import type { Command } from 'commander'
import { lenderOf } from '../../lenders/operator/index.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readId, readPhone, readText } from '../../operator/values.ts'
import { enterByLine } from '../reconciliation/index.ts'
import { stopHeld } from '../withdrawal/index.ts'

/** `withdrawals stop` and `withdrawals enter`: one that must not leave, and one that left and is forgotten. */
export function addStopAndEnter(withdrawals: Command, terminal: Terminal): void {
  addCommand(withdrawals, {
    use: 'stop <withdrawal>',
    description:
      'stop a HELD withdrawal, which no bank has yet: its money is the lender’s again, and they are notified',
    example:
      'withdrawals stop 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --note "the lender called: it was not they"',
    writes: true,
  })
    .requiredOption('--note <text>', 'why, for the audit trail', readText(200))
    .action((withdrawal: string, options: { note: string }, command: Command) =>
      runCommand(terminal, command, (tools) => stop(tools, readId(withdrawal), options)),
    )
  addCommand(withdrawals, {
    use: 'enter <line>',
    description:
      'enter a withdrawal that the bank lists under our reference and books restored to an earlier moment lack: the lender is debited, a shortfall is owed, and they are notified',
    example:
      'withdrawals enter 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4f --phone 81234567890 --note "restored to 20 November, 14:00"',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'the lender whose account the transfer went to', readPhone)
    .requiredOption('--note <text>', 'why, for the audit trail', readText(200))
    .action((line: string, options: EnterOptions, command: Command) =>
      runCommand(terminal, command, (tools) => enter(tools, readId(line), options)),
    )
}

type EnterOptions = { phone: string; note: string }

async function stop({ act }: CommandTools, withdrawalId: string, { note }: { note: string }) {
  const done = await act(stopHeld, { id: withdrawalId, note })
  const { stopped, lenderId, amount, fee } = done
  const line = stopped
    ? `${amount} and ${fee} of fee are lender ${lenderId}'s again`
    : 'it was returned already'
  return { exit: 0 as const, lines: [line], data: { withdrawalId, ...done } }
}

async function enter({ context, act }: CommandTools, lineId: string, { phone, note }: EnterOptions) {
  const done = await act(enterByLine, { lineId, lenderId: await lenderOf(context, phone), note })
  const { entered, withdrawalId, lenderId, amount, fee, owed } = done
  const line = entered
    ? `withdrawal ${withdrawalId} is paid: ${amount} and ${fee} of fee left lender ${lenderId}'s cash` +
      (owed > 0 ? `, ${owed} of it are owed` : '')
    : `the books have withdrawal ${withdrawalId} already`
  return { exit: 0 as const, lines: [line], data: { lineId, ...done } }
}
