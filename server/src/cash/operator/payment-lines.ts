import type { Command } from 'commander'
import { creditFromStatement, matchToPayment } from '../reconciliation/index.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readId, readPhone, readText } from '../../operator/values.ts'
import { lenderOf } from '../../lenders/operator/index.ts'

/** `deposits credit-line` and `deposits match-line`: record payments from lines of a bank statement. */
export function addPaymentLines(deposits: Command, terminal: Terminal): void {
  addCommand(deposits, {
    use: 'credit-line <line>',
    description:
      'credit a payment from a statement line without a notice (NO_NOTICE); a later notice credits nothing',
    example:
      'deposits credit-line 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --note "no notice in two days, the bank confirms it"',
    writes: true,
  })
    .requiredOption('--note <text>', 'why, for the audit trail', readText(200))
    .option('--phone <digits>', 'the lender, if the line has no virtual account number', readPhone)
    .option('--payment <name>', 'the bank’s paymentRequestId, if the line lacks it', readText(100))
    .option('--yes', 'confirm an amount above the bank’s ceiling')
    .action((line: string, options: CreditOptions, command: Command) =>
      runCommand(terminal, command, (tools) => creditLine(tools, readId(line), options)),
    )
  addCommand(deposits, {
    use: 'match-line <line>',
    description: 'match an unnamed statement line to a reported payment (NO_LINE); moves no money',
    example:
      'deposits match-line 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --payment 1763800000000a1b2c3d4 --note "same slip"',
    writes: true,
  })
    .requiredOption('--payment <name>', 'the bank’s paymentRequestId', readText(100))
    .requiredOption('--note <text>', 'how it is known, for the audit trail', readText(200))
    .action((line: string, options: { payment: string; note: string }, command: Command) =>
      runCommand(terminal, command, (tools) => matchPayment(tools, readId(line), options)),
    )
}

type CreditOptions = { note: string; phone?: string; payment?: string; yes?: boolean }

async function creditLine(
  { context, act }: CommandTools,
  lineId: string,
  { note, phone, payment, yes = false }: CreditOptions,
) {
  const lenderId = phone === undefined ? undefined : await lenderOf(context, phone)
  const input = { lineId, lenderId, paymentRequestId: payment, note, aboveCeiling: yes }
  const done = await act(creditFromStatement, input)
  const line = done.credited
    ? `${done.amount} rupiah are lender ${done.lenderId}'s now`
    : `lender ${done.lenderId} has had it already`
  return { exit: 0 as const, lines: [line], data: { lineId, ...done } }
}

async function matchPayment(
  { act }: CommandTools,
  lineId: string,
  { payment: paymentRequestId, note }: { payment: string; note: string },
) {
  const { matched } = await act(matchToPayment, { lineId, paymentRequestId, note })
  const line = matched ? `the line is of payment ${paymentRequestId} now` : 'it was matched already'
  return { exit: 0 as const, lines: [line], data: { lineId, paymentRequestId, matched } }
}
