import type { Command } from 'commander'
import { assignSuspense, listSuspense, suspenseTotal, returnSuspense } from '../deposit/suspense.ts'
import { reverseTopUp, type ReverseTopUp } from '../deposit/reverse-top-up.ts'
import { cutPage, oneMore } from '../../platform/pages.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import { addConflicts } from './payment-conflicts.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import { actAfterAsking, askOfLarge, yesForLarge } from '../../operator/ask-first.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readId, readPhone, readText } from '../../operator/values.ts'
import { lenderOf } from '../../lenders/operator/index.ts'

type AssignOptions = { phone: string; note: string; yes?: boolean }
type ReturnOptions = { reference: string; note: string; yes?: boolean }

/** `deposits`: incoming payments that need an operator. */
export function addDeposits(deposits: Command, terminal: Terminal): void {
  addPageOptions(
    addCommand(deposits, {
      use: 'suspense',
      description:
        'menampilkan pembayaran yang belum teridentifikasi (nomor tidak dikenal, jumlah tidak wajar, atau dicatat dan belum dinyatakan bank), yang tertua dahulu; kode keluar 1 bila ada',
      example: 'deposits suspense',
      writes: false,
    }),
    readId,
  ).action((options: PageOptions, command: Command) =>
    runCommand(terminal, command, (tools) => suspense(tools, options)),
  )
  addCommand(deposits, {
    use: 'assign <payment>',
    description: 'memberikan pembayaran yang belum teridentifikasi kepada Pemberi Dananya sebagai Top Up',
    example:
      'deposits assign 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --phone 81234567891 --note "slip dilihat, satu angka salah"',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .requiredOption('--note <text>', 'alasan, untuk jejak audit', readText(200))
    .option('--yes', 'menegaskan jumlah di atas batas wajar bank')
    .action((payment: string, options: AssignOptions, command: Command) =>
      runCommand(terminal, command, (tools) => assign(tools, readId(payment), options)),
    )
  addCommand(deposits, {
    use: 'return <payment>',
    description: 'mengakhiri pembayaran yang belum teridentifikasi dan sudah dikirim kembali lewat bank',
    example:
      'deposits return 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --reference 20261122000417 --note "kelebihan satu angka, diminta pengirim"',
    writes: true,
  })
    .requiredOption('--reference <number>', 'referensi bank untuk transfer kembali', readText(64))
    .requiredOption('--note <text>', 'alasan, untuk jejak audit', readText(200))
    .option('--yes', yesForLarge)
    .action((payment: string, options: ReturnOptions, command: Command) =>
      runCommand(terminal, command, (tools) => returnToPayer(tools, readId(payment), options)),
    )
  addCommand(deposits, {
    use: 'reverse',
    description:
      'membatalkan Top Up, juga yang diberikan dari yang belum teridentifikasi, atau pengembalian kepada pengirim: pembayaran yang dilaporkan bank kembali belum teridentifikasi, yang dicatat staf dihapus, juga selama menunggu bank',
    example: 'deposits reverse --payment BNI-20261121-0007 --reason "slip Pemberi Dana lain" --dry-run',
    writes: true,
  })
    .requiredOption('--payment <id|reference>', 'nomor pembayaran, atau namanya di bank', readText(200))
    .requiredOption('--reason <text>', 'alasan, tanpa data pribadi', readText(200))
    .action((options: ReverseTopUp, command: Command) =>
      runCommand(terminal, command, (tools) => reverse(tools, options)),
    )
  addConflicts(deposits, terminal)
}

async function suspense({ context: { db } }: CommandTools, options: PageOptions) {
  const page = cutPage(await listSuspense(db, oneMore(options)), options.limit, ({ paymentId }) => paymentId)
  const { payments, total, unconfirmed } = await suspenseTotal(db)
  const result = pageResult(
    'suspense',
    page,
    ({ paymentId, bank, paymentRequestId, number, intendedFor, amount, reason, age }) =>
      `${paymentId} ${bank} ${paymentRequestId} ${amount} rupiah untuk ` +
      `${intendedFor === null ? `"${number}"` : `Pemberi Dana ${intendedFor}`}: ${reason}, ${age} hari`,
  )
  return {
    exit: payments > 0 ? (1 as const) : (0 as const),
    lines: [
      ...result.lines,
      `${payments} pembayaran, ${total} rupiah` +
        (unconfirmed > 0n ? `, ${unconfirmed} di antaranya belum dinyatakan bank` : ''),
    ],
    data: { ...result.data, payments, total, unconfirmed },
  }
}

async function assign(
  { context, act }: CommandTools,
  paymentId: string,
  { phone, note, yes }: AssignOptions,
) {
  const lenderId = await lenderOf(context, phone)
  const input = { paymentId, lenderId, note, aboveCeiling: yes ?? false }
  const { assigned, amount } = await act(assignSuspense, input)
  const line = assigned
    ? `${amount} rupiah sekarang milik Pemberi Dana ${lenderId}`
    : `Pemberi Dana ${lenderId} sudah menerimanya`
  return { exit: 0 as const, lines: [line], data: { paymentId, lenderId, assigned, amount } }
}

async function reverse({ act }: CommandTools, { payment, reason }: ReverseTopUp) {
  const done = await act(reverseTopUp, { payment, reason })
  const { amount, lenderId, owed, suspensePaymentId, wasWaiting } = done
  const where =
    suspensePaymentId === null
      ? 'dianggap tidak pernah diterima, dan referensinya bebas lagi'
      : `menunggu sebagai belum teridentifikasi dengan nomor ${suspensePaymentId}`
  return {
    exit: 0 as const,
    lines: [
      wasWaiting
        ? `${amount} rupiah untuk Pemberi Dana ${lenderId} tidak menunggu lagi: ${where}`
        : lenderId === null
          ? `${amount} rupiah tidak dikirim kembali kepada pengirimnya: ${where}`
          : `${amount} rupiah diambil kembali dari Pemberi Dana ${lenderId}: ${where}`,
      ...(owed > 0
        ? [`${owed} di antaranya sudah tidak ada padanya: ditagih dari yang diterimanya berikutnya`]
        : []),
    ],
    data: done,
  }
}

async function returnToPayer(
  tools: CommandTools,
  paymentId: string,
  { reference, note, yes }: ReturnOptions,
) {
  const { returned, amount } = await actAfterAsking(
    tools,
    returnSuspense,
    { paymentId, reference, note },
    {
      yes,
      question: (one) =>
        one.returned ? askOfLarge(one.amount, 'Catat sebagai sudah dikirim kembali kepada pengirim') : null,
    },
  )
  const line = returned
    ? `${amount} rupiah selesai: dikirim kembali sebagai ${reference}`
    : `sudah dicatat sebagai dikirim kembali sebelumnya; tidak ada yang dilakukan`
  return { exit: 0 as const, lines: [line], data: { paymentId, reference, returned, amount } }
}
