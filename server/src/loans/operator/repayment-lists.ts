import type { Command } from 'commander'
import {
  findRepayments,
  type LenderPart,
  type RepaymentFilter,
  type RepaymentOverview,
  showRepayment,
} from '../overview/find-repayments.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { requireBorrower, requireLoan } from './known.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readDate, readId, readNumber, readText } from '../../operator/values.ts'

type ListOptions = PageOptions & {
  loan?: string
  borrower?: string
  from?: string
  until?: string
  excess?: boolean
}

/** `repayments list` and `show`. */
export function addRepaymentLists(repayments: Command, terminal: Terminal): void {
  addPageOptions(
    addCommand(repayments, {
      use: 'list',
      description: 'menampilkan Angsuran yang dibayar, yang terbaru dahulu; jumlah dalam rupiah bulat',
      example: 'repayments list --loan PMT-2026-000123 --from 2026-11-01',
      writes: false,
    }),
    readId,
  )
    .option('--loan <number>', 'hanya dari pinjaman ini', readNumber)
    .option('--borrower <number>', 'hanya dari Penerima Dana ini', readNumber)
    .option('--from <date>', 'tanggal valuta sejak hari itu', readDate)
    .option('--until <date>', 'tanggal valuta sampai hari itu', readDate)
    .option('--excess', 'hanya kelebihan bayar')
    .action(({ loan, borrower, ...options }: ListOptions, command: Command) =>
      runCommand(terminal, command, async ({ context }) => {
        if (loan !== undefined) await requireLoan(context.db, loan)
        if (borrower !== undefined) await requireBorrower(context.db, borrower)
        const filter: RepaymentFilter = { ...options, loanNumber: loan, borrowerNumber: borrower }
        return pageResult('repayments', await findRepayments(context.db, filter, options), formatRepayment)
      }),
    )
  addPageOptions(
    addCommand(repayments, {
      use: 'show <reference>',
      description: 'menampilkan sebuah pembayaran Angsuran dengan satu halaman bagian Pemberi Dananya',
      example: 'repayments show BNI-20261120-0007',
      writes: false,
    }),
    readId,
  ).action((reference: string, options: PageOptions, command: Command) =>
    runCommand(terminal, command, (tools) => show(tools, readText(100)(reference), options)),
  )
}

async function show({ context }: CommandTools, reference: string, options: PageOptions) {
  const found = await showRepayment(context.db, reference, options)
  if (!found) throw new CommandError(`Tidak ada pembayaran Angsuran dengan referensi ${reference}.`)
  const { parts, ...repayment } = found
  const result = pageResult('lenders', parts, formatLenderPart)
  return {
    exit: 0 as const,
    lines: [formatRepayment(repayment), ...result.lines],
    data: { repayment, ...result.data },
  }
}

const formatRepayment = (one: RepaymentOverview): string =>
  `${one.reference}  ${one.paidOn}  ${one.amount} untuk ${one.loanNumber}: pokok ${one.principal}, ` +
  `bunga ${one.interest}, denda ${one.penalty}, biaya ${one.fee}, kelebihan ${one.excess}, pajak ${one.tax}` +
  (one.rounding === 0 ? '' : `, pembulatan ${one.rounding} oleh platform`) +
  `${one.settlesEarly ? ', pelunasan dipercepat' : ''}${one.state === 'RECORDED' ? '' : ` (${one.state})`}  ${one.borrowerNumber} ${one.borrowerName}`

const formatLenderPart = ({ phone, name, principal, interest, penalty, tax }: LenderPart): string =>
  `${phone}  pokok ${principal}, bunga ${interest}, denda ${penalty}, pajak ${tax}  ${name}`
