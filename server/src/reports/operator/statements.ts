import { businessDateOf } from '@pematang/contract/format/business-date'
import type { Command } from 'commander'
import { accountOf, type PagedLine, statementPage } from '../../books/index.ts'
import { byteOrderMark, reportLine } from '../../platform/csv/report.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { withNewFile } from '../../operator/new-file.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readDate, readPhone } from '../../operator/values.ts'
import { lenderOf } from '../../lenders/operator/index.ts'

type Options = { phone: string; from?: string; until?: string; out?: string }

/** `statements lender`: the ledger of one lender as CSV (docs/statement-file.md). */
export function addStatements(statements: Command, terminal: Terminal): void {
  addCommand(statements, {
    use: 'lender',
    description:
      'rekening dana seorang Pemberi Dana sebagai CSV dengan saldo berjalan (docs/statement-file.md), yang tertua dahulu',
    example: 'statements lender --phone 81234567890 --from 2026-11-01 --out statement.csv',
    writes: false,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .option('--from <date>', 'hari kerja pertama, YYYY-MM-DD', readDate)
    .option('--until <date>', 'hari kerja terakhir, YYYY-MM-DD', readDate)
    .option('--out <path>', 'berkas hasil; bawaan: keluaran standar')
    .action((options: Options, command: Command) =>
      runCommand(terminal, command, (tools) => statement(tools, options)),
    )
}

const header = ['number', 'at', 'business_day', 'kind', 'reference', 'transfer', 'amount', 'balance']

async function statement(tools: CommandTools, { phone, from, until, out }: Options) {
  const { context, json } = tools
  if (json && out === undefined)
    throw new CommandError('Dengan --json laporannya ditulis ke berkas: sebutkan dengan --out.')
  const sums = { opening: 0, credited: 0, debited: 0, closing: 0 }
  const { lenderId, written } = await withNewFile(tools, out, async (writeLines) => {
    const found = await lenderOf(context, phone)
    const account = await accountOf(context.db, 'LENDER_CASH', found)
    const lines = statementLines(tools, account, { from, until, sums })
    return { lenderId: found, written: await writeLines(lines) }
  })
  return {
    exit: 0 as const,
    lines: out === undefined ? [] : [`${written - 1} baris, saldo ${sums.closing}`],
    data: { lenderId, lines: written - 1, ...sums, file: out ?? null },
  }
}

type Sums = { opening: number; credited: number; debited: number; closing: number }

/** The lines of a period; `sums` is what they add up to once they are read. */
async function* statementLines(
  tools: CommandTools,
  account: number,
  { from, until, sums }: { from: string | undefined; until: string | undefined; sums: Sums },
): AsyncGenerator<string> {
  yield byteOrderMark + reportLine(header)
  for await (const line of everyLine(tools, account)) {
    const day = businessDateOf(line.at)
    if (from !== undefined && day < from) {
      sums.opening = line.balanceAfter
      sums.closing = line.balanceAfter
      continue
    }
    if (until !== undefined && day > until) return
    sums[line.amount > 0 ? 'credited' : 'debited'] += Math.abs(line.amount)
    sums.closing = line.balanceAfter
    const { seq, kind, ref, transferId, amount, balanceAfter } = line
    yield reportLine([seq, line.at.toISOString(), day, kind, ref, transferId, amount, balanceAfter])
  }
}

/** Lines read per query. */
const page = 1000

async function* everyLine({ context }: CommandTools, account: number): AsyncGenerator<PagedLine> {
  for (let after = 0; ; ) {
    const lines = await statementPage(context.db, account, after, page)
    yield* lines
    if (lines.length < page) return
    after = lines.at(-1)?.seq ?? 0
  }
}
