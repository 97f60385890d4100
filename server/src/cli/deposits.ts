import type { Command } from 'commander'
import { assignSuspense, listConflicts, listSuspense } from '../deposit/index.ts'
import { addGroup, addLeaf, type CommandTools, runCommand } from './command.ts'
import type { Terminal } from './terminal.ts'
import { lenderOf, readCount, readId, readPhone, readText } from './values.ts'

type AssignOptions = { phone: string; note: string }

/** `deposits`: money that banks told us of and that needs somebody's eye. */
export function addDeposits(program: Command, terminal: Terminal): void {
  const deposits = addGroup(program, 'deposits', 'money that banks told us of and that needs a look')
  addLeaf(deposits, {
    use: 'suspense',
    description:
      'list what came in for a number that is nobody’s, the oldest first; exit 1 when there is some',
    example: 'deposits suspense',
    writes: false,
  }).action((_: object, command: Command) => runCommand(terminal, command, suspense))
  addLeaf(deposits, {
    use: 'assign <payment>',
    description:
      'give a payment that is in suspense to the lender whose it is; it is his top-up from then on',
    example:
      'deposits assign 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --phone 81234567891 --note "slip seen, one digit was wrong"',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'the lender', readPhone)
    .requiredOption('--note <text>', 'why, for the audit trail', readText(200))
    .action((payment: string, options: AssignOptions, command: Command) =>
      runCommand(terminal, command, (tools) => assign(tools, readId(payment), options)),
    )
  addLeaf(deposits, {
    use: 'conflicts',
    description:
      'list payments that a bank told again with another amount or number; nothing was credited; exit 1 when there are some',
    example: 'deposits conflicts --days 7',
    writes: false,
  })
    .option('--days <count>', 'told in the last so many days, up to 366', readCount(366), 30)
    .action(({ days }: { days: number }, command: Command) =>
      runCommand(terminal, command, (tools) => conflicts(tools, days)),
    )
}

async function suspense({ context }: CommandTools) {
  const items = await listSuspense(context.db)
  const total = items.reduce((sum, { amount }) => sum + amount, 0)
  return {
    exit: items.length > 0 ? (1 as const) : (0 as const),
    lines: [
      ...items.map(
        ({ paymentId, bank, paymentRequestId, number, amount, reason, age }) =>
          `${paymentId} ${bank} ${paymentRequestId} ${amount} rupiah for "${number}": ${reason}, ${age} days`,
      ),
      `${items.length} payments, ${total} rupiah`,
    ],
    data: { suspense: items, total },
  }
}

async function assign({ context, act }: CommandTools, paymentId: string, { phone, note }: AssignOptions) {
  const lenderId = await lenderOf(context, phone)
  const { assigned, amount } = await act(assignSuspense, { paymentId, lenderId, note })
  const line = assigned
    ? `${amount} rupiah are lender ${lenderId}'s now`
    : `lender ${lenderId} has had it already`
  return { exit: 0 as const, lines: [line], data: { paymentId, lenderId, assigned, amount } }
}

async function conflicts({ context }: CommandTools, days: number) {
  const items = await listConflicts(context.db, days)
  return {
    exit: items.length > 0 ? (1 as const) : (0 as const),
    lines: [
      ...items.map(
        ({ bank, paymentRequestId, number, amount, toldNumber, toldAmount, toldAt }) =>
          `${toldAt.toISOString()} ${bank} ${paymentRequestId}: ${toldAmount} rupiah for "${toldNumber}", ` +
          `first ${amount} rupiah for "${number ?? 'an operator’s word'}"`,
      ),
      `${items.length} conflicts`,
    ],
    data: { conflicts: items },
  }
}
