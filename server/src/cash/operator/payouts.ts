import type { Command } from 'commander'
import { listPayouts, payOutClearing, type PayoutFrom, reversePayout } from '../clearing/index.ts'
import { cutPage, oneMore } from '../../platform/pages.ts'
import { addGroup, addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import { actAfterAsking, askOfLarge, yesForLarge } from '../../operator/ask-first.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readAmount, readDate, readId, readMethod, readNumber, readText } from '../../operator/values.ts'
import { readPeriod } from './read-period.ts'

type Options = {
  amount: number
  paidOn: string
  reference: string
  reason: string
  method?: 1 | 2
  period?: string
  yes?: boolean
}

const viaBank = [
  {
    use: 'platform-fee',
    kind: 'PLATFORM_FEE',
    description: "record the payout of platform fees to the platform's own account",
    example:
      'payouts platform-fee --amount 500000 --paid-on 2026-12-01 --reference BNI-20261201-0003 --method 1 --reason "November 2026"',
  },
  {
    use: 'transfer-fee',
    kind: 'TRANSFER_FEE',
    description: 'record the payout of transfer fees to the bank',
    example:
      'payouts transfer-fee --amount 75000 --paid-on 2026-12-01 --reference BNI-20261201-0004 --method 1 --reason "November 2026"',
  },
  {
    use: 'platform-cash',
    kind: 'PLATFORM_CASH',
    description: 'record the payout of money that was at a bank when it was taken over ("ledger take-over")',
    example:
      'payouts platform-cash --amount 47500000 --paid-on 2026-12-01 --reference BNI-20261201-0005 --method 1 --reason "tax of January"',
  },
] as const

/** `payouts`: tax, fees and overpayments that leave the platform's accounts. */
export function addPayouts(program: Command, terminal: Terminal): void {
  const payouts = addGroup(program, 'payouts', 'excess, tax and fees that left for where they belong')
  addPageOptions(
    addCommand(payouts, {
      use: 'list',
      description: 'list payouts, newest first; open amounts are in ledger accounts',
      example: 'payouts list',
      writes: false,
    }),
    readId,
  ).action((options: PageOptions, command: Command) =>
    runCommand(terminal, command, (tools) => list(tools, options)),
  )
  withOptions(
    addCommand(payouts, {
      use: 'excess <loan>',
      description: 'record the refund of an overpayment to its borrower',
      example:
        'payouts excess PMT-2026-000123 --amount 12000 --paid-on 2026-11-21 --reference BNI-20261121-0011 --reason "given back"',
      writes: true,
    }),
  ).action((loan: string, options: Options, command: Command) =>
    runCommand(terminal, command, (tools) =>
      payOut(tools, { kind: 'BORROWER_EXCESS', loanNumber: readNumber(loan) }, options),
    ),
  )
  withOptions(
    addCommand(payouts, {
      use: 'tax',
      description: 'record a payment of withheld tax to the state; the reference is its NTPN',
      example:
        'payouts tax --period 2026-11 --amount 1250000 --paid-on 2026-12-10 --reference 0123456789ABCDEF --method 1 --reason "PPh November 2026"',
      writes: true,
    }),
  )
    .requiredOption('--period <month>', 'the month in which it was withheld, YYYY-MM', readPeriod)
    .requiredOption('--method <number>', 'the bank that it left through: 1 BNI, 2 the other', readMethod)
    .action(({ method = 1, period = '', ...options }: Options, command: Command) =>
      runCommand(terminal, command, (tools) =>
        payOut(tools, { kind: 'TAX_PAYABLE', methodPayment: method, period }, options),
      ),
    )
  for (const { use, kind, description, example } of viaBank) {
    withOptions(addCommand(payouts, { use, description, example, writes: true }))
      .requiredOption('--method <number>', 'the bank that it left through: 1 BNI, 2 the other', readMethod)
      .action(({ method = 1, ...options }: Options, command: Command) =>
        runCommand(terminal, command, (tools) => payOut(tools, { kind, methodPayment: method }, options)),
      )
  }
  addCommand(payouts, {
    use: 'reverse <payout>',
    description: 'reverse a payout that was recorded wrongly or returned by the bank',
    example: 'payouts reverse 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --reason "sent back by the bank"',
    writes: true,
  })
    .requiredOption('--reason <text>', 'why, without personal data', readText(200))
    .action((payout: string, { reason }: { reason: string }, command: Command) =>
      runCommand(terminal, command, async ({ act }) => {
        const done = await act(reversePayout, { payoutId: readId(payout), reason })
        return {
          exit: 0,
          lines: [`${done.amount} are back on ${done.kind}: ${done.left} wait there`],
          data: done,
        }
      }),
    )
}

const withOptions = (command: Command): Command =>
  command
    .requiredOption('--amount <rupiah>', 'whole rupiah', readAmount)
    .requiredOption('--paid-on <date>', 'value date, YYYY-MM-DD, not after today', readDate)
    .requiredOption('--reference <text>', "the bank's name of the transfer, or the NTPN", readText(100))
    .requiredOption('--reason <text>', 'what for, without personal data', readText(200))
    .option('--yes', yesForLarge)

async function payOut(
  tools: CommandTools,
  from: PayoutFrom,
  { amount, paidOn, reference, reason, yes }: Options,
) {
  if (from.kind === 'TAX_PAYABLE' && !/^[0-9A-Z]{16}$/.test(reference))
    throw new CommandError('The NTPN is 16 digits and capital letters.')
  const done = await actAfterAsking(
    tools,
    payOutClearing,
    { from, amount, paidOn, reference, reason },
    { yes, question: ({ known }) => (known ? null : askOfLarge(amount, 'Record as paid out')) },
  )
  const off = done.setOff > 0 ? `, ${done.setOff} of it set off against what the recipient owes back` : ''
  const line = done.known
    ? `payout ${done.payoutId} was recorded before; ${done.left} wait`
    : `payout ${done.payoutId}: ${amount} left ${from.kind}, ${done.left} wait${off}`
  return { exit: 0 as const, lines: [line], data: done }
}

async function list({ context }: CommandTools, options: PageOptions) {
  const payouts = await listPayouts(context.db, oneMore(options))
  return pageResult(
    'payouts',
    cutPage(payouts, options.limit, ({ id }) => id),
    ({ id, accountKind, loanNumber, taxPeriod, amount, paidOn, reference, reversed }) =>
      `${id}  ${paidOn}  ${amount} of ${[accountKind, loanNumber, taxPeriod].filter(Boolean).join(' ')}  ${reference}` +
      (reversed ? ' (REVERSED)' : ''),
  )
}
