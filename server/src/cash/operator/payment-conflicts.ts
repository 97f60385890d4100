import { type Command, Option } from 'commander'
import { listConflicts, type PaymentConflict, resolveConflict } from '../deposit/conflicts.ts'
import { cutPage, oneMore } from '../../platform/pages.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import { momentText } from '../../operator/moment-text.ts'
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
        'menampilkan notifikasi pembayaran yang bertentangan dengan yang sebelumnya dalam jumlah, nomor, referensi, atau waktu; tidak ada yang dikreditkan; kode keluar 1 bila ada',
      example: 'deposits conflicts --days 7',
      writes: false,
    }),
    readId,
  )
    .option('--days <count>', 'dilaporkan dalam sekian hari terakhir, sampai 366', readCount(366), 366)
    .option('--all', 'juga yang sudah diselesaikan')
    .action((options: ListOptions, command: Command) =>
      runCommand(terminal, command, (tools) => conflicts(tools, options)),
    )
  addCommand(deposits, {
    use: 'resolve <conflict>',
    description:
      'menyelesaikan pertentangan menurut jawaban bank; pembayaran tersendiri menunggu sebagai belum teridentifikasi dan dapat diberikan dari sana',
    example:
      'deposits resolve 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --as separate --note "BNI: dua pembayaran, satu nomor"',
    writes: true,
  })
    .addOption(
      new Option('--as <answer>', 'first: hanya pembayaran pertama yang masuk; separate: yang ini juga masuk')
        .choices(['first', 'separate'])
        .makeOptionMandatory(),
    )
    .requiredOption('--note <text>', 'jawaban bank, untuk jejak audit', readText(200))
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

const asLines = (one: PaymentConflict): string[] => [
  `${one.id} ${momentText(one.toldAt)} ${one.bank} ${one.paymentRequestId}` +
    (one.outcome === null ? '' : ` (diselesaikan: ${one.outcome})`),
  `  pertama  ${one.amount} rupiah untuk ${one.number === null ? 'catatan staf' : `"${one.number}"`}` +
    details(one.referenceNo, one.transactedAt),
  `  kemudian ${one.toldAmount} rupiah untuk "${one.toldNumber}"${details(one.toldReferenceNo, one.toldTransactedAt)}`,
]

const details = (referenceNo: string | null, transactedAt: string | null): string =>
  (referenceNo === null ? '' : `, referensi ${referenceNo}`) +
  (transactedAt === null ? '' : `, pada ${transactedAt}`)

async function resolve({ act }: CommandTools, conflictId: string, { as, note }: ResolveOptions) {
  const outcome = as === 'first' ? 'FIRST_STANDS' : 'SEPARATE'
  const { resolved, amount } = await act(resolveConflict, { conflictId, outcome, note })
  const line = !resolved
    ? 'sudah diselesaikan demikian sebelumnya; tidak ada yang dilakukan'
    : outcome === 'SEPARATE'
      ? `${amount} rupiah belum teridentifikasi: "deposits suspense" menampilkannya, "deposits assign" memberikannya kepada Pemberi Dananya`
      : 'diselesaikan: yang dilaporkan pertama tetap berlaku'
  return { exit: 0 as const, lines: [line], data: { conflictId, outcome, resolved, amount } }
}
