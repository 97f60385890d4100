import { maskNumber } from '@pematang/contract/format/mask-number'
import type { Command } from 'commander'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readId, readNumber, readText } from '../../operator/values.ts'
import { cutPage, oneMore } from '../../platform/pages.ts'
import { type OpenOrder, openOrders } from '../disbursement-order/store.ts'
import { stopOrder } from '../disbursement-order/end-order.ts'

/** `disbursements open`: what banks are to pay to borrowers. */
export function addOpenDisbursements(disbursements: Command, terminal: Terminal): void {
  addPageOptions(
    addCommand(disbursements, {
      use: 'open',
      description:
        'menampilkan pembayaran kepada Penerima Dana yang ada di bank dan belum ada di mutasinya, yang tertua dahulu',
      example: 'disbursements open',
      writes: false,
    }),
    readId,
  ).action((options: PageOptions, command: Command) =>
    runCommand(terminal, command, async ({ context }) => {
      const orders = await openOrders(context.db, oneMore(options))
      const masked = orders.map((order) => ({ ...order, accountNumber: maskNumber(order.accountNumber) }))
      return pageResult(
        'orders',
        cutPage(masked, options.limit, ({ id }) => id),
        formatOrder,
      )
    }),
  )
}

/** `disbursements stop`: what the bank will not pay. */
export function addStopDisbursements(disbursements: Command, terminal: Terminal): void {
  addCommand(disbursements, {
    use: 'stop <numbers...>',
    description:
      'mengakhiri perintah pencairan yang tidak dan tidak akan dibayar bank: dihentikan, dicoret dari berkas, ditolak tertulis; pinjamannya menunggu dicairkan lagi',
    example: 'disbursements stop PMT-2026-000123 --note "ditolak bank 20 November: rekening ditutup"',
    writes: true,
  })
    .requiredOption('--note <text>', 'bagaimana diketahui, untuk jejak audit', readText(200))
    .action((numbers: string[], { note }: { note: string }, command: Command) =>
      runCommand(terminal, command, (tools) => stop(tools, numbers.map(readNumber), note)),
    )
}

const formatOrder = ({ loanNumber, state, age, amount, methodPayment, fileId, ...account }: OpenOrder) =>
  `${loanNumber}  ${state} sejak ${age} jam, ${amount} lewat ${methodPayment} ke ${account.accountNumber} di ` +
  `${account.bankCode}, ${account.accountHolder}, dengan ${fileId === null ? 'transfer' : `berkas ${fileId}`}`

async function stop({ act }: CommandTools, numbers: string[], note: string) {
  const stopped: { loanNumber: string; amount: number }[] = []
  const lines: string[] = []
  for (const loanNumber of new Set(numbers)) {
    const done = await act(stopOrder, { loanNumber, note })
    if (done.stopped) stopped.push({ loanNumber, amount: done.amount })
    lines.push(
      done.stopped
        ? `${loanNumber} tidak dibayar dengan perintah ini: ${done.amount} menunggu dicairkan lagi`
        : `${loanNumber} tidak memiliki perintah terbuka: sudah diakhiri sebelumnya`,
    )
  }
  return { exit: 0 as const, lines, data: { stopped } }
}
