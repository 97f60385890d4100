import type { Command } from 'commander'
import { listPayouts } from '../clearing/store.ts'
import { payOutClearing, type PayoutFrom } from '../clearing/pay-out.ts'
import { reversePayout } from '../clearing/reverse-payout.ts'
import { cutPage, oneMore } from '../../platform/pages.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import { actAfterAsking, askOfLarge, yesForLarge } from '../../operator/ask-first.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readAmount, readDate, readId, readMethod, readNumber, readText } from '../../operator/values.ts'
import { readPeriod } from './read-period.ts'

type Options = {
  amount: number
  paidOn: string
  reference: string
  reason: string
  method?: 1 | 2
  period?: string
  yes?: boolean
}

const viaBank = [
  {
    use: 'platform-fee',
    kind: 'PLATFORM_FEE',
    description: 'mencatat pembayaran biaya platform ke rekening platform sendiri',
    example:
      'payouts platform-fee --amount 500000 --paid-on 2026-12-01 --reference BNI-20261201-0003 --method 1 --reason "November 2026"',
  },
  {
    use: 'transfer-fee',
    kind: 'TRANSFER_FEE',
    description: 'mencatat pembayaran biaya transfer kepada bank',
    example:
      'payouts transfer-fee --amount 75000 --paid-on 2026-12-01 --reference BNI-20261201-0004 --method 1 --reason "November 2026"',
  },
  {
    use: 'platform-cash',
    kind: 'PLATFORM_CASH',
    description:
      'mencatat pembayaran keluar dari uang yang ada di bank saat diambil alih ("ledger take-over")',
    example:
      'payouts platform-cash --amount 47500000 --paid-on 2026-12-01 --reference BNI-20261201-0005 --method 1 --reason "pajak Januari"',
  },
] as const

/** `payouts`: tax, fees and overpayments that leave the platform's accounts. */
export function addPayouts(payouts: Command, terminal: Terminal): void {
  addPageOptions(
    addCommand(payouts, {
      use: 'list',
      description:
        'menampilkan pembayaran keluar, yang terbaru dahulu; yang belum dibayar ada di ledger accounts',
      example: 'payouts list',
      writes: false,
    }),
    readId,
  ).action((options: PageOptions, command: Command) =>
    runCommand(terminal, command, (tools) => list(tools, options)),
  )
  withOptions(
    addCommand(payouts, {
      use: 'excess <loan>',
      description: 'mencatat pengembalian kelebihan bayar kepada Penerima Dananya',
      example:
        'payouts excess PMT-2026-000123 --amount 12000 --paid-on 2026-11-21 --reference BNI-20261121-0011 --reason "dikembalikan"',
      writes: true,
    }),
  ).action((loan: string, options: Options, command: Command) =>
    runCommand(terminal, command, (tools) =>
      payOut(tools, { kind: 'BORROWER_EXCESS', loanNumber: readNumber(loan) }, options),
    ),
  )
  withOptions(
    addCommand(payouts, {
      use: 'tax',
      description: 'mencatat penyetoran pajak yang dipotong ke negara; referensinya NTPN',
      example:
        'payouts tax --period 2026-11 --amount 1250000 --paid-on 2026-12-10 --reference 0123456789ABCDEF --method 1 --reason "PPh November 2026"',
      writes: true,
    }),
  )
    .requiredOption('--period <month>', 'masa pajak pemotongannya, YYYY-MM', readPeriod)
    .requiredOption('--method <number>', 'bank asal pembayaran: 1 BNI, 2 bank lain', readMethod)
    .action(({ method = 1, period = '', ...options }: Options, command: Command) =>
      runCommand(terminal, command, (tools) =>
        payOut(tools, { kind: 'TAX_PAYABLE', methodPayment: method, period }, options),
      ),
    )
  for (const { use, kind, description, example } of viaBank) {
    withOptions(addCommand(payouts, { use, description, example, writes: true }))
      .requiredOption('--method <number>', 'bank asal pembayaran: 1 BNI, 2 bank lain', readMethod)
      .action(({ method = 1, ...options }: Options, command: Command) =>
        runCommand(terminal, command, (tools) => payOut(tools, { kind, methodPayment: method }, options)),
      )
  }
  addCommand(payouts, {
    use: 'reverse <payout>',
    description: 'membatalkan pembayaran keluar yang salah dicatat atau dikembalikan bank',
    example: 'payouts reverse 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --reason "dikembalikan bank"',
    writes: true,
  })
    .requiredOption('--reason <text>', 'alasan, tanpa data pribadi', readText(200))
    .action((payout: string, { reason }: { reason: string }, command: Command) =>
      runCommand(terminal, command, async ({ act }) => {
        const done = await act(reversePayout, { payoutId: readId(payout), reason })
        return {
          exit: 0,
          lines: [`${done.amount} kembali ke ${done.kind}: ${done.left} menunggu di sana`],
          data: done,
        }
      }),
    )
}

const withOptions = (command: Command): Command =>
  command
    .requiredOption('--amount <rupiah>', 'rupiah bulat', readAmount)
    .requiredOption('--paid-on <date>', 'tanggal valuta, YYYY-MM-DD, tidak sesudah hari ini', readDate)
    .requiredOption('--reference <text>', 'nama transfer di bank, atau NTPN', readText(100))
    .requiredOption('--reason <text>', 'untuk apa, tanpa data pribadi', readText(200))
    .option('--yes', yesForLarge)

async function payOut(
  tools: CommandTools,
  from: PayoutFrom,
  { amount, paidOn, reference, reason, yes }: Options,
) {
  if (from.kind === 'TAX_PAYABLE' && !/^[0-9A-Z]{16}$/.test(reference))
    throw new CommandError('NTPN terdiri atas 16 angka dan huruf besar.')
  const done = await actAfterAsking(
    tools,
    payOutClearing,
    { from, amount, paidOn, reference, reason },
    { yes, question: ({ known }) => (known ? null : askOfLarge(amount, 'Catat sebagai sudah dibayarkan')) },
  )
  const off = done.setOff > 0 ? `, ${done.setOff} di antaranya dipotong kewajiban penerimanya` : ''
  const line = done.known
    ? `pembayaran keluar ${done.payoutId} sudah dicatat sebelumnya; ${done.left} menunggu`
    : `pembayaran keluar ${done.payoutId}: ${amount} keluar dari ${from.kind}, ${done.left} menunggu${off}`
  return { exit: 0 as const, lines: [line], data: done }
}

async function list({ context }: CommandTools, options: PageOptions) {
  const payouts = await listPayouts(context.db, oneMore(options))
  return pageResult(
    'payouts',
    cutPage(payouts, options.limit, ({ id }) => id),
    ({ id, accountKind, loanNumber, taxPeriod, amount, paidOn, reference, reversed }) =>
      `${id}  ${paidOn}  ${amount} dari ${[accountKind, loanNumber, taxPeriod].filter(Boolean).join(' ')}  ${reference}` +
      (reversed ? ' (REVERSED)' : ''),
  )
}
