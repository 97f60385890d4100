import type { Command } from 'commander'
import { lenderOf } from '../../lenders/operator/index.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readAmount, readBank, readPhone, readText } from '../../operator/values.ts'
import { type BankCode, creditTopUp, recordTopUp } from '../deposit/index.ts'

/** `lenders top-up`: records a payment of a lender. */
export function addTopUp(lenders: Command, terminal: Terminal): void {
  addCommand(lenders, {
    use: 'top-up',
    description:
      'record a top-up through a bank, once per payment; it is credited when the bank’s notice or statement has it, or at once with --without-line',
    example: 'lenders top-up --phone 81234567890 --amount 5000000 --payment BNI-20261121-0007',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'national number, with or without +62', readPhone)
    .requiredOption('--amount <rupiah>', 'whole rupiah, digits only', readAmount)
    .requiredOption(
      '--payment <id>',
      "the bank's own name of the payment: its paymentRequestId, or its reference number on the slip or statement",
      readText(128),
    )
    .option('--reference <number>', "the bank's reference number, if known", readText(64))
    .option('--bank <code>', 'BNI or OTHER', readBank, 'BNI')
    .option(
      '--without-line <reason>',
      'credit it before the bank has confirmed it, and why, without personal data; TOP_UP_WITHOUT_LINE_LIMIT a day',
      readText(200),
    )
    .option('--yes', 'confirm an amount above the bank’s ceiling')
    .action((options: TopUpOptions, command: Command) =>
      runCommand(terminal, command, (tools) => topUp(tools, options)),
    )
}

type TopUpOptions = {
  phone: string
  amount: number
  payment: string
  reference?: string
  bank: BankCode
  withoutLine?: string
  yes?: boolean
}

async function topUp({ context, act }: CommandTools, options: TopUpOptions) {
  const { phone, amount, payment, reference, bank, withoutLine: reason } = options
  const lenderId = await lenderOf(context, phone)
  const aboveCeiling = options.yes ?? false
  const input = {
    bank,
    paymentRequestId: payment,
    referenceNo: reference,
    lenderId,
    amount,
    aboveCeiling,
  } as const
  if (reason === undefined) {
    const { recorded, waits } = await act(recordTopUp, input)
    const line = recorded
      ? `${amount} recorded; it waits in suspense for the bank's notice or line ("deposits suspense")`
      : `this payment was recorded before${waits ? ', and waits for the bank' : ''}; nothing was done`
    return { exit: 0 as const, lines: [line], data: { credited: false, recorded, waits } }
  }
  const { credited } = await act(creditTopUp, { ...input, reason })
  const line = credited
    ? `${amount} credited, which the bank has not confirmed`
    : 'this payment was credited before; nothing was done'
  return { exit: 0 as const, lines: [line], data: { credited, recorded: credited, waits: false } }
}
