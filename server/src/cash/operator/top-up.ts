import type { Command } from 'commander'
import { lenderOf } from '../../lenders/operator/index.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readAmount, readBank, readPhone, readText } from '../../operator/values.ts'
import type { BankCode } from '../deposit/banks.ts'
import { creditTopUp } from '../deposit/credit-top-up.ts'
import { recordTopUp } from '../deposit/record-top-up.ts'

/** `lenders top-up`: records a payment of a lender. */
export function addTopUp(lenders: Command, terminal: Terminal): void {
  addCommand(lenders, {
    use: 'top-up',
    description:
      'mencatat Top Up lewat bank, sekali bagi tiap pembayaran; dikreditkan bila notifikasi atau mutasi bank memuatnya, atau seketika dengan --without-line',
    example: 'lenders top-up --phone 81234567890 --amount 5000000 --payment BNI-20261121-0007',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'nomor nasional, dengan atau tanpa +62', readPhone)
    .requiredOption('--amount <rupiah>', 'rupiah bulat, hanya angka', readAmount)
    .requiredOption(
      '--payment <id>',
      'nama pembayaran di bank: paymentRequestId-nya, atau nomor referensi pada slip atau mutasi',
      readText(128),
    )
    .option('--reference <number>', 'nomor referensi bank, bila diketahui', readText(64))
    .option('--bank <code>', 'BNI atau OTHER', readBank, 'BNI')
    .option(
      '--without-line <reason>',
      'mengkreditkannya sebelum dinyatakan bank, dan alasannya, tanpa data pribadi; sebanyak TOP_UP_WITHOUT_LINE_LIMIT sehari',
      readText(200),
    )
    .option('--yes', 'menegaskan jumlah di atas batas wajar bank')
    .action((options: TopUpOptions, command: Command) =>
      runCommand(terminal, command, (tools) => topUp(tools, options)),
    )
}

type TopUpOptions = {
  phone: string
  amount: number
  payment: string
  reference?: string
  bank: BankCode
  withoutLine?: string
  yes?: boolean
}

async function topUp({ context, act }: CommandTools, options: TopUpOptions) {
  const { phone, amount, payment, reference, bank, withoutLine: reason } = options
  const lenderId = await lenderOf(context, phone)
  const aboveCeiling = options.yes ?? false
  const input = {
    bank,
    paymentRequestId: payment,
    referenceNo: reference,
    lenderId,
    amount,
    aboveCeiling,
  } as const
  if (reason === undefined) {
    const { recorded, waits } = await act(recordTopUp, input)
    const line = recorded
      ? `${amount} dicatat; menunggu notifikasi atau mutasi bank ("deposits suspense")`
      : `pembayaran ini sudah dicatat sebelumnya${waits ? ', dan menunggu bank' : ''}; tidak ada yang dilakukan`
    return { exit: 0 as const, lines: [line], data: { credited: false, recorded, waits } }
  }
  const { credited } = await act(creditTopUp, { ...input, reason })
  const line = credited
    ? `${amount} dikreditkan, belum dinyatakan bank`
    : 'pembayaran ini sudah dikreditkan sebelumnya; tidak ada yang dilakukan'
  return { exit: 0 as const, lines: [line], data: { credited, recorded: credited, waits: false } }
}
