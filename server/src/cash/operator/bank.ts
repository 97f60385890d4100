import type { Command } from 'commander'
import {
  type StoredDifference,
  type StoredLine,
  countOpenDifferences,
  listDifferences,
  listLines,
  resolveDifference,
} from '../reconciliation/index.ts'
import { addMatching } from './bank-match.ts'
import { cutPage, oneMore } from '../../platform/pages.ts'
import { addGroup, addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readDate, readId, readMethod, readText } from '../../operator/values.ts'

/** `bank`: statements of the banks compared with the ledger. */
export function addBank(program: Command, terminal: Terminal): void {
  const bank = addGroup(program, 'bank', 'bank statements and their differences from the ledger')
  addPageOptions(
    addCommand(bank, {
      use: 'differences',
      description:
        'list open differences between the ledger and the bank statements, oldest first; exit 1 if there are any',
      example: 'bank differences',
      writes: false,
    }),
    readId,
  )
    .option('--method <number>', '1: BNI, 2: the other bank; both where it is left out', readMethod)
    .option('--all', 'include ended ones')
    .action((options: DifferencesOptions, command: Command) =>
      runCommand(terminal, command, (tools) => differences(tools, options)),
    )
  addPageOptions(
    addCommand(bank, {
      use: 'lines',
      description: 'list bank statement lines of a day, a withdrawal or a payment, oldest first',
      example: 'bank lines --on 2026-11-20 --method 1',
      writes: false,
    }),
    readId,
  )
    .option('--on <date>', 'the business day, YYYY-MM-DD', readDate)
    .option('--method <number>', '1: BNI, 2: the other bank', readMethod)
    .option('--withdrawal <id>', 'those of a withdrawal', readId)
    .option('--payment <name>', 'those of a payment in, by the bank’s name of it', readText(100))
    .action((options: LinesOptions, command: Command) =>
      runCommand(terminal, command, (tools) => lines(tools, options)),
    )
  addCommand(bank, {
    use: 'resolve <difference>',
    description:
      'end a difference that was corrected elsewhere or explained by the bank; it reopens if its amounts change',
    example:
      'bank resolve 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --note "monthly charge of the bank, letter of 20 November"',
    writes: true,
  })
    .requiredOption('--note <text>', 'why, for the audit trail', readText(200))
    .action((difference: string, { note }: { note: string }, command: Command) =>
      runCommand(terminal, command, (tools) => resolve(tools, readId(difference), note)),
    )
  addMatching(bank, terminal)
}

/** A difference between the ledger and a bank statement as a line of text, with its id. */
export const differenceLine = ({ id, kind, subject, ours, theirs }: StoredDifference): string =>
  `${id} ${kind} ${subject}: ours ${ours ?? 'none'}, the bank's ${theirs ?? 'none'}`

type DifferencesOptions = PageOptions & { method?: 1 | 2; all?: boolean }

async function differences(
  { context: { db } }: CommandTools,
  { method, all = false, ...window }: DifferencesOptions,
) {
  const methodPayment = method ?? null
  const list = await listDifferences(db, { methodPayment, all, ...oneMore(window) })
  const open = await countOpenDifferences(db, methodPayment)
  const ended = ({ endedAs, endedAt, note }: StoredDifference) =>
    endedAt === null ? '' : `, ${endedAs} ${endedAt.toISOString()}${note === null ? '' : ` (${note})`}`
  const result = pageResult(
    'differences',
    cutPage(list, window.limit, ({ id }) => id),
    (one) =>
      `${differenceLine(one)}, method ${one.methodPayment}, ${one.foundOn}, ${one.age} days${ended(one)}`,
  )
  return {
    exit: open > 0 ? (1 as const) : (0 as const),
    lines: [...result.lines, `${open} open differences`],
    data: { ...result.data, open },
  }
}

type LinesOptions = PageOptions & { on?: string; method?: 1 | 2; withdrawal?: string; payment?: string }

async function lines(
  { context }: CommandTools,
  { on, method, withdrawal, payment, ...window }: LinesOptions,
) {
  if (on === undefined && withdrawal === undefined && payment === undefined)
    throw new CommandError('Name a day, a withdrawal or a payment: --on, --withdrawal or --payment.')
  const list = await listLines(context.db, {
    methodPayment: method ?? null,
    day: on ?? null,
    withdrawalId: withdrawal ?? null,
    payment: payment ?? null,
    ...oneMore(window),
  })
  return pageResult(
    'lines',
    cutPage(list, window.limit, ({ id }) => id),
    bankLine,
  )
}

function bankLine({ id, methodPayment, type, amount, at, isGone, isMatched, ...line }: StoredLine): string {
  const about =
    line.withdrawalId !== null
      ? `withdrawal ${line.withdrawalId}`
      : line.paymentRequestId !== null
        ? `payment ${line.paymentRequestId}${line.number === null ? '' : ` to ${line.number}`}`
        : line.transfer !== null
          ? `transfer ${line.transfer}`
          : `nothing of ours (${line.reference ?? line.bankReference ?? 'without a reference'})`
  const words = [
    isMatched ? 'matched by hand' : '',
    isGone ? 'not listed any more' : '',
    line.remark === null ? '' : `"${line.remark}"`,
  ].filter(Boolean)
  return `${id} method ${methodPayment} ${at.toISOString()} ${type} ${amount}: ${[about, ...words].join(', ')}`
}

async function resolve({ act }: CommandTools, id: string, note: string) {
  const { resolved, difference } = await act(resolveDifference, { id, note })
  const name = `${difference.kind} ${difference.subject}`
  return {
    exit: 0 as const,
    lines: [resolved ? `${name} is ended` : `${name} had ended already`],
    data: { resolved, difference },
  }
}
