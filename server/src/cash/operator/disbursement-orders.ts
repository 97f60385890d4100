import { maskNumber } from '@pematang/contract/format/mask-number'
import type { Command } from 'commander'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readId, readNumber, readText } from '../../operator/values.ts'
import { cutPage, oneMore } from '../../platform/pages.ts'
import { type OpenOrder, openOrders, stopOrder } from '../disbursement-order/index.ts'

/** `disbursements open`: what banks are to pay to borrowers. */
export function addOpenDisbursements(disbursements: Command, terminal: Terminal): void {
  addPageOptions(
    addCommand(disbursements, {
      use: 'open',
      description:
        'list payments to borrowers that the bank has and its statement does not list yet, oldest first',
      example: 'disbursements open',
      writes: false,
    }),
    readId,
  ).action((options: PageOptions, command: Command) =>
    runCommand(terminal, command, async ({ context }) => {
      const orders = await openOrders(context.db, oneMore(options))
      const masked = orders.map((order) => ({ ...order, accountNumber: maskNumber(order.accountNumber) }))
      return pageResult(
        'orders',
        cutPage(masked, options.limit, ({ id }) => id),
        formatOrder,
      )
    }),
  )
}

/** `disbursements stop`: what the bank will not pay. */
export function addStopDisbursements(disbursements: Command, terminal: Terminal): void {
  addCommand(disbursements, {
    use: 'stop <numbers...>',
    description:
      'end the orders of loans that the bank does not pay and will not: stopped, struck from the file, refused in writing; the loans wait to be paid out again',
    example: 'disbursements stop PMT-2026-000123 --note "refused by the bank on 20 November: account closed"',
    writes: true,
  })
    .requiredOption('--note <text>', 'how it is known, for the audit trail', readText(200))
    .action((numbers: string[], { note }: { note: string }, command: Command) =>
      runCommand(terminal, command, (tools) => stop(tools, numbers.map(readNumber), note)),
    )
}

const formatOrder = ({ loanNumber, state, age, amount, methodPayment, fileId, ...account }: OpenOrder) =>
  `${loanNumber}  ${state} for ${age} hours, ${amount} through ${methodPayment} to ${account.accountNumber} at ` +
  `${account.bankCode}, ${account.accountHolder}, by ${fileId === null ? 'transfer' : `file ${fileId}`}`

async function stop({ act }: CommandTools, numbers: string[], note: string) {
  const stopped: { loanNumber: string; amount: number }[] = []
  const lines: string[] = []
  for (const loanNumber of new Set(numbers)) {
    const done = await act(stopOrder, { loanNumber, note })
    if (done.stopped) stopped.push({ loanNumber, amount: done.amount })
    lines.push(
      done.stopped
        ? `${loanNumber} is not paid by this order: ${done.amount} wait to be paid out again`
        : `${loanNumber} has no open order: it was ended before`,
    )
  }
  return { exit: 0 as const, lines, data: { stopped } }
}
