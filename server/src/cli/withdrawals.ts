import type { Command } from 'commander'
import { reconcileDay, withdrawalsUnderWay } from '../withdrawal/index.ts'
import { addGroup, addLeaf, CommandError, type CommandTools, runCommand } from './command.ts'
import type { Terminal } from './terminal.ts'
import { readDate, readMethod } from './values.ts'

/** `withdrawals`: those that are under way, and the comparison with the bank's list. */
export function addWithdrawals(program: Command, terminal: Terminal): void {
  const withdrawals = addGroup(program, 'withdrawals', 'money that lenders had sent to their own accounts')
  addLeaf(withdrawals, {
    use: 'open',
    description: 'those that are neither paid nor returned, the oldest first',
    example: 'withdrawals open',
    writes: false,
  }).action((_: object, command: Command) => runCommand(terminal, command, open))
  addLeaf(withdrawals, {
    use: 'reconcile',
    description: "compare a day with the bank's own list; exit 1 where they differ",
    example: 'withdrawals reconcile --on 2026-11-20 --method 1',
    writes: true,
  })
    .requiredOption('--on <date>', 'the day, YYYY-MM-DD', readDate)
    .requiredOption('--method <number>', '1: BNI, 2: the other bank', readMethod)
    .action((options: Options, command: Command) =>
      runCommand(terminal, command, (tools) => reconcile(tools, options)),
    )
}

type Options = { on: string; method: 1 | 2 }

async function open({ context }: CommandTools) {
  const list = await withdrawalsUnderWay(context.db)
  return {
    exit: 0 as const,
    lines: list.map(
      ({ id, phone, state, amount, fee, methodPayment, age }) =>
        `${id}  ${state} for ${age} minutes, ${amount} and ${fee} of fee, method ${methodPayment}, ${phone}`,
    ),
    data: { withdrawals: list },
  }
}

async function reconcile({ context, actor, dryRun }: CommandTools, { on: day, method }: Options) {
  if (!context.payers.has(method)) throw new CommandError(`No bank pays for method ${method}.`)
  const done = await reconcileDay(context, { methodPayment: method, day, actor, dryRun })
  return {
    exit: done.differences.length > 0 ? (1 as const) : (0 as const),
    lines: [
      `${day}: the bank has ${done.transfers} transfers, ${done.amount} together; ${done.differences.length} differences`,
      ...done.differences.map(
        ({ kind, reference, ours, theirs }) =>
          `${kind} ${reference ?? 'without a reference'}: ours ${ours ?? 'none'}, the bank's ${theirs ?? 'none'}`,
      ),
    ],
    data: done,
  }
}
