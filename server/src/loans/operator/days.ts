import type { Command } from 'commander'
import { type ClosedDay, listClosedDays } from '../credit-quality/closed-days.ts'
import { closeDay } from '../credit-quality/close-day.ts'
import { closeDays } from '../credit-quality/close-days.ts'
import { measureNow, qualityOn } from '../credit-quality/measure.ts'
import { formatShare, qualities, qualityShares, tkbs } from '../credit-quality/buckets.ts'
import { businessToday } from '../../books/index.ts'
import { addCommand, CommandError, type CommandTools, runCommand, write } from '../../operator/command.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readDate } from '../../operator/values.ts'

type Span = { from?: string; until?: string }

/** `days`: close days and list those that are closed. */
export function addDays(days: Command, terminal: Terminal): void {
  addCommand(days, {
    use: 'close [date]',
    description:
      'menutup satu hari, atau setiap hari lampau yang terbuka; hari yang ditutup tidak berubah lagi',
    example: 'days close 2026-11-20',
    writes: true,
  })
    .option('--from <date>', 'hari pertama yang ditutup, bila belum ada yang ditutup', readDate)
    .option('--until <date>', 'hari terakhir yang ditutup', readDate)
    .action((date: string | undefined, span: Span, command: Command) =>
      runCommand(terminal, command, (tools) =>
        date === undefined ? closeAll(tools, span) : closeOne(tools, readDate(date), span),
      ),
    )
  addPageOptions(
    addCommand(days, {
      use: 'list',
      description: 'menampilkan hari yang ditutup dengan angkanya, yang terbaru dahulu',
      example: 'days list --from 2026-11-01 --until 2026-11-20',
      writes: false,
    }),
    readDate,
  )
    .option('--from <date>', 'hari pertama', readDate)
    .option('--until <date>', 'hari terakhir', readDate)
    .action(({ from = '0001-01-01', until = '9999-12-31', ...page }: Span & PageOptions, command: Command) =>
      runCommand(terminal, command, async ({ context }) =>
        pageResult('days', await listClosedDays(context.db, { from, until }, page), asLine),
      ),
    )
}

/** `tkb`: the credit quality on any day. */
export function addTkb(tkb: Command, terminal: Terminal): void {
  addCommand(tkb, {
    use: 'show',
    description:
      'TKB0, TKB30, TKB60, TKB90 dan jumlah tiap kualitas sekarang, atau pada akhir suatu hari menurut yang diketahui kini',
    example: 'tkb show --on 2026-10-31 --json',
    writes: false,
  })
    .option('--on <date>', 'harinya, YYYY-MM-DD, tidak sesudah hari ini', readDate)
    .action(({ on }: { on?: string }, command: Command) =>
      runCommand(terminal, command, async ({ context }) => {
        const figures = await (on === undefined ? measureNow(context.db) : qualityOn(context.db, on))
        const shares = tkbs(figures)
        const classShares = qualityShares(figures)
        const lines = [
          `${figures.loans} pinjaman, sisa ${figures.total}`,
          ...Object.entries(shares).map(
            ([name, share]) =>
              `${name} = ${formatShare(share)} (${share.numerator} dari ${share.denominator})`,
          ),
          ...qualities.map(({ name }, place) => `${name} ${figures[name]} (${classShares[place] ?? '-'})`),
        ]
        return { exit: 0, lines, data: { on: on ?? null, figures, tkb: shares } }
      }),
    )
}

async function closeOne({ act }: CommandTools, date: string, { from, until }: Span) {
  if (from !== undefined || until !== undefined)
    throw new CommandError('Sebutkan satu hari, atau rentang dengan --from dan --until.')
  const day = await act(closeDay, { date })
  return { exit: 0 as const, lines: [asLine(day)], data: { closed: 1, days: [day] } }
}

async function closeAll({ context, actor, dryRun, json, terminal }: CommandTools, span: Span) {
  if (dryRun) throw new CommandError('Uji coba menutup satu hari: sebutkan harinya.')
  const today = await businessToday(context.db)
  if ((span.from ?? '') >= today || (span.until ?? '') > today) throw new Refusal('DAY_NOT_OVER')
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
  return { exit: 0 as const, lines: [`${closed} hari ditutup`], data: { closed, days } }
}

const asLine = ({ date, loans, figures, tkb }: ClosedDay): string =>
  [
    `${date}  ${loans} pinjaman, sisa ${figures.total}`,
    ...qualities.map(({ name }) => `${name} ${figures[name]}`),
    ...Object.entries(tkb).map(([name, share]) => `${name} ${formatShare(share)}`),
  ].join(', ')
