import type { Command } from 'commander'
import { maybe } from '../../platform/db/database.ts'
import { findRuns, type RunLoan, type RunOverview, showRun } from '../bulk/find-runs.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { momentText } from '../../operator/moment-text.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readId, readNumber, readPhone, readText } from '../../operator/values.ts'
import { lenderOf, formatApplied } from '../../lenders/operator/index.ts'
import { limitsOfBulk } from '../../lenders/index.ts'

type ListOptions = PageOptions & { open?: boolean; phone?: string; product?: string }

/** `bulk-fundings`: fundings of whole bulk products and their progress. */
export function addBulkFundings(runs: Command, terminal: Terminal): void {
  addPageOptions(
    addCommand(runs, {
      use: 'list',
      description: 'menampilkan pendanaan product, yang terbaru dahulu; yang berhenti ditandai',
      example: 'bulk-fundings list --open',
      writes: false,
    }),
    readId,
  )
    .option('--open', 'hanya yang belum berakhir')
    .option('--phone <digits>', 'hanya dari Pemberi Dana ini', readPhone)
    .option('--product <number>', 'hanya dari product ini', readNumber)
    .action((options: ListOptions, command: Command) =>
      runCommand(terminal, command, (tools) => list(tools, options)),
    )
  addPageOptions(
    addCommand(runs, {
      use: 'show <number>',
      description: 'menampilkan sebuah pendanaan product dengan satu halaman pinjaman dan hasilnya',
      example: 'bulk-fundings show BF-20261120-A1B2C3',
      writes: false,
    }),
    readNumber,
  ).action((number: string, options: PageOptions, command: Command) =>
    runCommand(terminal, command, (tools) => show(tools, readText(60)(number), options)),
  )
}

async function list({ context }: CommandTools, { phone, product, open, ...page }: ListOptions) {
  const lenderId = phone === undefined ? undefined : await lenderOf(context, phone)
  if (product !== undefined) {
    const known = await maybe<{ id: number }>(
      context.db,
      'funding.operator.known_product',
      'select id from bulk_product where number = $1',
      [product],
    )
    if (!known) throw new CommandError(`Tidak ada product ${product}.`)
  }
  const found = await findRuns(context.db, { open, lenderId, productNumber: product }, page)
  return pageResult('bulkFundings', found, formatBulkFunding)
}

async function show({ context }: CommandTools, number: string, options: PageOptions) {
  const found = await showRun(context.db, number, options)
  if (!found) throw new CommandError(`Tidak ada pendanaan product ${number}.`)
  const { list: loans, ...bulkFunding } = found
  const result = pageResult('loans', loans, formatLoan)
  const limits = await limitsOfBulk(context.db, number)
  return {
    exit: 0 as const,
    lines: [formatBulkFunding(bulkFunding), ...formatApplied(limits), ...result.lines],
    data: { bulkFunding, limits, ...result.data },
  }
}

const formatBulkFunding = (run: RunOverview): string =>
  `${run.number}  ${momentText(run.createdAt)}  ${run.endedAt ? 'selesai' : run.stopped ? 'BERHENTI' : 'berjalan'}  ` +
  `${run.productNumber}: ${run.funded} didanai sebesar ${run.fundedAmount}, ${run.refused} ditolak, ${run.waiting} menunggu, ` +
  `dari ${run.loans} pinjaman sebesar ${run.total}  ${run.phone}`

const formatLoan = ({ loanNumber, amount, state, reason, tries }: RunLoan): string =>
  `${loanNumber}  ${state}${reason === null ? '' : ` ${reason}`}  ${amount}${tries > 0 ? `, gagal ${tries} kali` : ''}`
