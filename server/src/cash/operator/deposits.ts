import type { Command } from 'commander'
import {
  assignSuspense,
  listSuspense,
  suspenseTotal,
  returnSuspense,
  reverseTopUp,
  type ReverseTopUp,
} from '../deposit/index.ts'
import { cutPage, oneMore } from '../../platform/pages.ts'
import { addGroup, addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import { addConflicts } from './payment-conflicts.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import { actAfterAsking, askOfLarge, yesForLarge } from '../../operator/ask-first.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readId, readPhone, readText } from '../../operator/values.ts'
import { lenderOf } from '../../lenders/operator/index.ts'

type AssignOptions = { phone: string; note: string; yes?: boolean }
type ReturnOptions = { reference: string; note: string; yes?: boolean }

/** `deposits`: incoming payments that need an operator. */
export function addDeposits(program: Command, terminal: Terminal): void {
  const deposits = addGroup(program, 'deposits', 'incoming payments that need an operator')
  addPageOptions(
    addCommand(deposits, {
      use: 'suspense',
      description:
        'list payments in suspense (unknown number, implausible amount, or recorded and not confirmed by the bank), oldest first; exit 1 if there are any',
      example: 'deposits suspense',
      writes: false,
    }),
    readId,
  ).action((options: PageOptions, command: Command) =>
    runCommand(terminal, command, (tools) => suspense(tools, options)),
  )
  addCommand(deposits, {
    use: 'assign <payment>',
    description: 'assign a payment in suspense to its lender as a top-up',
    example:
      'deposits assign 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --phone 81234567891 --note "slip seen, one digit was wrong"',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'the lender', readPhone)
    .requiredOption('--note <text>', 'why, for the audit trail', readText(200))
    .option('--yes', 'confirm an amount above the bank’s ceiling')
    .action((payment: string, options: AssignOptions, command: Command) =>
      runCommand(terminal, command, (tools) => assign(tools, readId(payment), options)),
    )
  addCommand(deposits, {
    use: 'return <payment>',
    description: 'end a payment in suspense that was returned at the bank',
    example:
      'deposits return 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --reference 20261122000417 --note "a digit too many, the payer asked"',
    writes: true,
  })
    .requiredOption('--reference <number>', "the bank's reference of the transfer back", readText(64))
    .requiredOption('--note <text>', 'why, for the audit trail', readText(200))
    .option('--yes', yesForLarge)
    .action((payment: string, options: ReturnOptions, command: Command) =>
      runCommand(terminal, command, (tools) => returnToPayer(tools, readId(payment), options)),
    )
  addCommand(deposits, {
    use: 'reverse',
    description:
      'reverse a top-up, also one assigned from suspense, or a return to the payer: a payment reported by the bank waits in suspense again, one recorded by an operator is undone, also while it waits for the bank',
    example: 'deposits reverse --payment BNI-20261121-0007 --reason "slip of another lender" --dry-run',
    writes: true,
  })
    .requiredOption(
      '--payment <id|reference>',
      "the payment's id, or a name that the bank gave it",
      readText(200),
    )
    .requiredOption('--reason <text>', 'why, without personal data', readText(200))
    .action((options: ReverseTopUp, command: Command) =>
      runCommand(terminal, command, (tools) => reverse(tools, options)),
    )
  addConflicts(deposits, terminal)
}

async function suspense({ context: { db } }: CommandTools, options: PageOptions) {
  const page = cutPage(await listSuspense(db, oneMore(options)), options.limit, ({ paymentId }) => paymentId)
  const { payments, total, unconfirmed } = await suspenseTotal(db)
  const result = pageResult(
    'suspense',
    page,
    ({ paymentId, bank, paymentRequestId, number, intendedFor, amount, reason, age }) =>
      `${paymentId} ${bank} ${paymentRequestId} ${amount} rupiah for ` +
      `${intendedFor === null ? `"${number}"` : `lender ${intendedFor}`}: ${reason}, ${age} days`,
  )
  return {
    exit: payments > 0 ? (1 as const) : (0 as const),
    lines: [
      ...result.lines,
      `${payments} payments, ${total} rupiah` +
        (unconfirmed > 0n ? `, ${unconfirmed} of them not confirmed by a bank` : ''),
    ],
    data: { ...result.data, payments, total, unconfirmed },
  }
}

async function assign(
  { context, act }: CommandTools,
  paymentId: string,
  { phone, note, yes }: AssignOptions,
) {
  const lenderId = await lenderOf(context, phone)
  const input = { paymentId, lenderId, note, aboveCeiling: yes ?? false }
  const { assigned, amount } = await act(assignSuspense, input)
  const line = assigned
    ? `${amount} rupiah are lender ${lenderId}'s now`
    : `lender ${lenderId} has had it already`
  return { exit: 0 as const, lines: [line], data: { paymentId, lenderId, assigned, amount } }
}

async function reverse({ act }: CommandTools, { payment, reason }: ReverseTopUp) {
  const done = await act(reverseTopUp, { payment, reason })
  const { amount, lenderId, owed, suspensePaymentId, wasWaiting } = done
  const where =
    suspensePaymentId === null
      ? 'it counts as never received, and its reference is free again'
      : `it waits in suspense as ${suspensePaymentId}`
  return {
    exit: 0 as const,
    lines: [
      wasWaiting
        ? `${amount} rupiah for lender ${lenderId} wait no longer: ${where}`
        : lenderId === null
          ? `${amount} rupiah were not sent back to their payer: ${where}`
          : `${amount} rupiah taken back from lender ${lenderId}: ${where}`,
      ...(owed > 0 ? [`they had ${owed} of it no longer: it is recovered from what they get next`] : []),
    ],
    data: done,
  }
}

async function returnToPayer(
  tools: CommandTools,
  paymentId: string,
  { reference, note, yes }: ReturnOptions,
) {
  const { returned, amount } = await actAfterAsking(
    tools,
    returnSuspense,
    { paymentId, reference, note },
    {
      yes,
      question: (one) => (one.returned ? askOfLarge(one.amount, 'Record as sent back to the payer') : null),
    },
  )
  const line = returned
    ? `${amount} rupiah are out of suspense: sent back as ${reference}`
    : `it was recorded as sent back before; nothing was done`
  return { exit: 0 as const, lines: [line], data: { paymentId, reference, returned, amount } }
}
