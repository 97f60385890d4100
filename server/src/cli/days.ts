import type { Command } from 'commander'
import {
  type ClosedDay,
  closeDay,
  closeDays,
  listClosedDays,
  measureNow,
  qualityOn,
} from '../credit-quality/index.ts'
import { formatShare, tkbs } from '../servicing/quality/index.ts'
import { addGroup, addLeaf, CommandError, type CommandTools, runCommand, write } from './command.ts'
import type { Terminal } from './terminal.ts'
import { readDate } from './values.ts'

type Span = { from?: string; until?: string }

/** `days` and `tkb`: days that are closed for good, and the quality of all loans on any day. */
export function addDays(program: Command, terminal: Terminal): void {
  const days = addGroup(program, 'days', 'days that are closed for good')
  addLeaf(days, {
    use: 'close [date]',
    description: 'close a day, or every open day that is over; a closed day never changes',
    example: 'days close 2026-11-20',
    writes: true,
  })
    .option('--from <date>', 'the first day ever closed, where none is yet', readDate)
    .option('--until <date>', 'the last day to close', readDate)
    .action((date: string | undefined, span: Span, command: Command) =>
      runCommand(terminal, command, (tools) =>
        date === undefined ? closeAll(tools, span) : closeOne(tools, readDate(date), span),
      ),
    )
  addLeaf(days, {
    use: 'list',
    description: 'closed days with their figures, the newest first',
    example: 'days list --from 2026-11-01 --until 2026-11-20',
    writes: false,
  })
    .option('--from <date>', 'the first day', readDate)
    .option('--until <date>', 'the last day', readDate)
    .action(({ from = '0001-01-01', until = '9999-12-31' }: Span, command: Command) =>
      runCommand(terminal, command, async ({ context }) => {
        const list = await listClosedDays(context.db, { from, until })
        return { exit: 0, lines: list.map(asLine), data: { days: list } }
      }),
    )
  const tkb = addGroup(program, 'tkb', 'the quality of all loans, by both circulars of OJK')
  addLeaf(tkb, {
    use: 'show',
    description: 'TKB0, TKB30, TKB60 and TKB90 of now, or of the end of a day by what is known now',
    example: 'tkb show --on 2026-10-31 --json',
    writes: false,
  })
    .option('--on <date>', 'the day, YYYY-MM-DD, not after today', readDate)
    .action(({ on }: { on?: string }, command: Command) =>
      runCommand(terminal, command, async ({ context }) => {
        const figures = await (on === undefined ? measureNow(context.db) : qualityOn(context.db, on))
        const shares = tkbs(figures)
        const lines = [
          `${figures.loans} loans, ${figures.total} outstanding`,
          ...Object.entries(shares).map(
            ([name, share]) => `${name} = ${formatShare(share)} (${share.numerator} of ${share.denominator})`,
          ),
        ]
        return { exit: 0, lines, data: { on: on ?? null, figures, tkb: shares } }
      }),
    )
}

async function closeOne({ act }: CommandTools, date: string, { from, until }: Span) {
  if (from !== undefined || until !== undefined)
    throw new CommandError('Name one day, or a span with --from and --until.')
  const day = await act(closeDay, { date })
  return { exit: 0 as const, lines: [asLine(day)], data: { closed: 1, days: [day] } }
}

async function closeAll({ context, actor, dryRun, json, terminal }: CommandTools, span: Span) {
  if (dryRun) throw new CommandError('A dry run closes one day: name it.')
  const days: ClosedDay[] = []
  const lines: Promise<void>[] = []
  const closed = await closeDays(context, {
    actor,
    ...span,
    onDay: (day) => {
      if (json) days.push(day)
      else lines.push(write(terminal.stdout, `${asLine(day)}\n`))
    },
  })
  await Promise.all(lines)
  return { exit: 0 as const, lines: [`${closed} days closed`], data: { closed, days } }
}

const asLine = ({ date, loans, figures, tkb }: ClosedDay): string =>
  `${date}  ${loans} loans, ${figures.total} outstanding, TKB90 ${formatShare(tkb.TKB90)}`
