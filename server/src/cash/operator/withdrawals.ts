import type { Command } from 'commander'
import { cutPage, oneMore } from '../../platform/pages.ts'
import {
  chargeWithdrawal,
  matchToWithdrawal,
  reconcileDay,
  returnedByBank,
  settleByLine,
} from '../reconciliation/index.ts'
import { type BalanceCheck, returnUnpaid, shortBanks, withdrawalsUnderWay } from '../withdrawal/index.ts'
import { differenceLine } from './bank.ts'
import { addStopAndEnter } from './withdrawals-stop.ts'
import { addGroup, addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readDate, readId, readMethod, readText } from '../../operator/values.ts'

/** `withdrawals`: shows pending withdrawals, and reconciles them with the banks. */
export function addWithdrawals(program: Command, terminal: Terminal): void {
  const withdrawals = addGroup(program, 'withdrawals', 'money that lenders had sent to their own accounts')
  addPageOptions(
    addCommand(withdrawals, {
      use: 'open',
      description:
        'list pending withdrawals, oldest first, and the banks through which none is sent, because they have less than the books say',
      example: 'withdrawals open',
      writes: false,
    }),
    readId,
  ).action((options: PageOptions, command: Command) =>
    runCommand(terminal, command, (tools) => open(tools, options)),
  )
  addCommand(withdrawals, {
    use: 'reconcile',
    description: 'reconcile a day with the bank statement; exit 1 if they differ',
    example: 'withdrawals reconcile --on 2026-11-20 --method 1',
    writes: true,
  })
    .requiredOption('--on <date>', 'the day, YYYY-MM-DD', readDate)
    .requiredOption('--method <number>', '1: BNI, 2: the other bank', readMethod)
    .action((options: Options, command: Command) =>
      runCommand(terminal, command, (tools) => reconcile(tools, options)),
    )
  ofLine(withdrawals, {
    use: 'settle',
    description:
      'record a SENT withdrawal as paid, by the statement line of its transfer, when the bank’s status does not say so',
    note: 'status stays pending, the bank confirms the transfer',
    line: 'the line of the transfer',
    why: 'why, for the audit trail',
  }).action((withdrawal: string, options: LineOptions, command: Command) =>
    runCommand(terminal, command, (tools) => settle(tools, readId(withdrawal), options)),
  )
  addCommand(withdrawals, {
    use: 'return <withdrawal>',
    description:
      'return a SENT withdrawal to the lender when the bank confirms in writing that it was not paid and will not be',
    example:
      'withdrawals return 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --note "letter of the bank of 20 November"',
    writes: true,
  })
    .requiredOption('--note <text>', 'how it is known, for the audit trail', readText(200))
    .action((withdrawal: string, options: { note: string }, command: Command) =>
      runCommand(terminal, command, (tools) => returnUnpaidOne(tools, readId(withdrawal), options)),
    )
  addStopAndEnter(withdrawals, terminal)
  ofLine(withdrawals, {
    use: 'returned-by-bank',
    description:
      'record a transfer returned by the bank, by its statement line; the lender is credited and notified',
    note: 'account closed, letter of the bank',
    line: 'the line that gives it back',
    why: 'why, for the audit trail',
  })
    .option('--with-fee', 'also refund the fee, which the bank waived')
    .action((withdrawal: string, options: ReturnOptions, command: Command) =>
      runCommand(terminal, command, (tools) => returnToLender(tools, readId(withdrawal), options)),
    )
  ofLine(withdrawals, {
    use: 'charge',
    description:
      'record a transfer paid after its money was returned (PAID_AFTER_RETURN): the lender is debited, a shortfall is owed, and they are notified',
    note: 'the bank confirms that it has arrived',
    line: 'the line of the transfer',
    why: 'why, for the audit trail',
  }).action((withdrawal: string, options: LineOptions, command: Command) =>
    runCommand(terminal, command, (tools) => charge(tools, readId(withdrawal), options)),
  )
  ofLine(withdrawals, {
    use: 'match',
    description:
      'match a statement line without our reference to this withdrawal: the transfer itself, or the bank’s refund of a second one; moves no money',
    note: 'second transfer recovered, ticket 118',
    line: 'the line',
    why: 'how it is known, for the audit trail',
  }).action((withdrawal: string, options: LineOptions, command: Command) =>
    runCommand(terminal, command, (tools) => match(tools, readId(withdrawal), options)),
  )
}

/** Adds a command that relates a statement line to a withdrawal. */
function ofLine(
  parent: Command,
  { use, description, note, line, why }: Record<'use' | 'description' | 'note' | 'line' | 'why', string>,
): Command {
  const ids = '0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --line 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4f'
  return addCommand(parent, {
    use: `${use} <withdrawal>`,
    description,
    example: `withdrawals ${use} ${ids} --note "${note}"`,
    writes: true,
  })
    .requiredOption('--line <id>', `${line} ("bank lines")`, readId)
    .requiredOption('--note <text>', why, readText(200))
}

type LineOptions = { line: string; note: string }
type ReturnOptions = LineOptions & { withFee?: boolean }

type Options = { on: string; method: 1 | 2 }

async function open({ context }: CommandTools, options: PageOptions) {
  const list = await withdrawalsUnderWay(context.db, oneMore(options))
  const short = await shortBanks(context.db)
  const result = pageResult(
    'withdrawals',
    cutPage(list, options.limit, ({ id }) => id),
    ({ id, phone, state, amount, fee, methodPayment, age }) =>
      `${id}  ${state} for ${age} minutes, ${amount} and ${fee} of fee, method ${methodPayment}, ${phone}`,
  )
  return {
    ...result,
    lines: [...short.map(stopped), ...result.lines],
    data: { ...result.data, stopped: short },
  }
}

const stopped = ({ methodPayment, at, amount, expected }: BalanceCheck) =>
  `method ${methodPayment} STOPPED: the bank stated ${amount} at ${at.toISOString()}, the books had ${expected} there ` +
  `then, ${expected - amount} more; withdrawals through it wait until it agrees ("ledger escrow")`

async function reconcile({ context, actor, dryRun }: CommandTools, { on: day, method }: Options) {
  if (!context.payers.has(method)) throw new CommandError(`No bank pays for method ${method}.`)
  const done = await reconcileDay(context, { methodPayment: method, day, actor, dryRun })
  const { transfers, amount, payments, received, disbursed, differences, open: all } = done
  const isNew = new Set(differences.map(({ id }) => id))
  const before = all.filter(({ id }) => !isNew.has(id))
  return {
    exit: all.length > 0 ? (1 as const) : (0 as const),
    lines: [
      `${day}: the bank has ${transfers} transfers, ${amount} together, and ${payments} payments in, ${received} together; ` +
        `${differences.length} new differences, ${before.length} open from before`,
      ...(disbursed > 0 ? [`${disbursed} loans disbursed by their lines`] : []),
      ...differences.map((one) => differenceLine(one)),
      ...before.map((one) => `${differenceLine(one)}, open since ${one.foundOn}`),
    ],
    data: done,
  }
}

async function returnToLender({ act }: CommandTools, withdrawalId: string, options: ReturnOptions) {
  const { line: lineId, note, withFee = false } = options
  const done = await act(returnedByBank, { withdrawalId, lineId, note, withFee })
  const { returned, lenderId, amount, fee } = done
  const line = returned
    ? `${amount} and ${fee} of fee are lender ${lenderId}'s again`
    : `lender ${lenderId} has had ${amount} and ${fee} of fee by this line already`
  return { exit: 0 as const, lines: [line], data: { withdrawalId, lineId, ...done } }
}

async function settle({ act }: CommandTools, withdrawalId: string, { line: lineId, note }: LineOptions) {
  const done = await act(settleByLine, { withdrawalId, lineId, note })
  const line = done.settled ? `withdrawal ${withdrawalId} is paid` : 'it was paid already'
  return { exit: 0 as const, lines: [line], data: { withdrawalId, lineId, ...done } }
}

async function returnUnpaidOne({ act }: CommandTools, withdrawalId: string, { note }: { note: string }) {
  const done = await act(returnUnpaid, { id: withdrawalId, note })
  const { returned, lenderId, amount, fee } = done
  const line = returned
    ? `${amount} and ${fee} of fee are lender ${lenderId}'s again`
    : 'it was returned already'
  return { exit: 0 as const, lines: [line], data: { withdrawalId, ...done } }
}

async function match({ act }: CommandTools, withdrawalId: string, { line: lineId, note }: LineOptions) {
  const { matched } = await act(matchToWithdrawal, { withdrawalId, lineId, note })
  const line = matched ? `the line is of withdrawal ${withdrawalId} now` : 'it was matched already'
  return { exit: 0 as const, lines: [line], data: { withdrawalId, lineId, matched } }
}

async function charge({ act }: CommandTools, withdrawalId: string, { line: lineId, note }: LineOptions) {
  const done = await act(chargeWithdrawal, { withdrawalId, lineId, note })
  const { charged, lenderId, amount, fee, owed } = done
  const line = charged
    ? `${amount} and ${fee} of fee have left lender ${lenderId}'s cash` +
      (owed > 0 ? `, who had ${owed} of it no longer: it is recovered from what they get next` : '')
    : `lender ${lenderId} was charged by this line already`
  return { exit: 0 as const, lines: [line], data: { withdrawalId, lineId, ...done } }
}
