import { type Command, Option } from 'commander'
import { listConflicts, type PaymentConflict, resolveConflict } from '../deposit/index.ts'
import { cutPage, oneMore } from '../../platform/pages.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readCount, readId, readText } from '../../operator/values.ts'

type ListOptions = PageOptions & { days: number; all?: boolean }
type ResolveOptions = { as: 'first' | 'separate'; note: string }

/**
 * `deposits conflicts` and `deposits resolve`: notices of banks that contradict an earlier notice of the same payment.
 */
export function addConflicts(deposits: Command, terminal: Terminal): void {
  addPageOptions(
    addCommand(deposits, {
      use: 'conflicts',
      description:
        'list payment notices that contradict an earlier one in amount, number, reference or time; nothing was credited; exit 1 if there are any',
      example: 'deposits conflicts --days 7',
      writes: false,
    }),
    readId,
  )
    .option('--days <count>', 'reported in the last so many days, up to 366', readCount(366), 366)
    .option('--all', 'include resolved ones')
    .action((options: ListOptions, command: Command) =>
      runCommand(terminal, command, (tools) => conflicts(tools, options)),
    )
  addCommand(deposits, {
    use: 'resolve <conflict>',
    description:
      'resolve a conflict after the bank’s answer; a separate payment goes to suspense and can be assigned from there',
    example:
      'deposits resolve 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --as separate --note "BNI: two payments, one id"',
    writes: true,
  })
    .addOption(
      new Option('--as <answer>', 'first: only the first payment came in; separate: this one came in too')
        .choices(['first', 'separate'])
        .makeOptionMandatory(),
    )
    .requiredOption('--note <text>', 'what the bank said, for the audit trail', readText(200))
    .action((conflict: string, options: ResolveOptions, command: Command) =>
      runCommand(terminal, command, (tools) => resolve(tools, readId(conflict), options)),
    )
}

async function conflicts({ context }: CommandTools, { days, all, ...window }: ListOptions) {
  const items = await listConflicts(context.db, { days, ended: all ?? false, ...oneMore(window) })
  const page = cutPage(items, window.limit, ({ id }) => id)
  const result = pageResult('conflicts', page, (one) => asLines(one).join('\n'))
  return { ...result, exit: page.rows.some(({ outcome }) => outcome === null) ? (1 as const) : (0 as const) }
}

/** Formats a conflict: the first notice and the contradicting one. */
const asLines = (one: PaymentConflict): string[] => [
  `${one.id} ${one.toldAt.toISOString()} ${one.bank} ${one.paymentRequestId}` +
    (one.outcome === null ? '' : ` (cleared up: ${one.outcome})`),
  `  first ${one.amount} rupiah for ${one.number === null ? 'an operator’s record' : `"${one.number}"`}` +
    details(one.referenceNo, one.transactedAt),
  `  then  ${one.toldAmount} rupiah for "${one.toldNumber}"${details(one.toldReferenceNo, one.toldTransactedAt)}`,
]

const details = (referenceNo: string | null, transactedAt: string | null): string =>
  (referenceNo === null ? '' : `, reference ${referenceNo}`) +
  (transactedAt === null ? '' : `, at ${transactedAt}`)

async function resolve({ act }: CommandTools, conflictId: string, { as, note }: ResolveOptions) {
  const outcome = as === 'first' ? 'FIRST_STANDS' : 'SEPARATE'
  const { resolved, amount } = await act(resolveConflict, { conflictId, outcome, note })
  const line = !resolved
    ? 'it was cleared up like this before; nothing was done'
    : outcome === 'SEPARATE'
      ? `${amount} rupiah are in suspense: "deposits suspense" shows them, "deposits assign" gives them to their lender`
      : 'cleared up: what was reported first stands'
  return { exit: 0 as const, lines: [line], data: { conflictId, outcome, resolved, amount } }
}
