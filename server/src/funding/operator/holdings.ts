import { type Command, InvalidArgumentError } from 'commander'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import { refusals } from '@pematang/contract/catalogue'
import { lenderOf } from '../../lenders/operator/index.ts'
import { actAfterAsking, askOfLarge, yesForLarge } from '../../operator/ask-first.ts'
import { addCommand, CommandError, type CommandTools, exitAfter, runCommand } from '../../operator/command.ts'
import { hashFile } from '../../operator/hash-file.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readAmount, readDate, readId, readNumber, readPhone, readText } from '../../operator/values.ts'
import { takeBackTransfer } from '../holdings/take-back-transfer.ts'
import { transferHoldings } from '../holdings/transfer-holdings.ts'
import { type TransferKind, transferKinds } from '../holdings/store.ts'

type Options = {
  from: string
  to: string
  valueDate: string
  kind: TransferKind
  document: string
  documentFile: string
  reason: string
  price?: number
  loan?: string[]
  yes?: boolean
}

/** `lenders transfer-holdings`: what a lender holds goes to another by law or by assignment. */
export function addTransferHoldings(lenders: Command, terminal: Terminal): void {
  addCommand(lenders, {
    use: 'transfer-holdings',
    description:
      'mengalihkan pendanaan yang berjalan dari satu Pemberi Dana kepada yang lain (waris, putusan, penggabungan, pengalihan piutang); pembayaran sejak tanggal itu menjadi milik penerima; kode keluar 1 bila sebagian tidak dialihkan',
    example:
      'lenders transfer-holdings --from 81234567890 --to 81234567891 --value-date 2026-11-20 --kind DEATH --document "SKW 12/2026" --document-file certificate.pdf --reason "waris" --dry-run',
    writes: true,
  })
    .requiredOption('--from <digits>', 'nomor telepon pemegang sekarang', readPhone)
    .requiredOption('--to <digits>', 'nomor telepon penerima, akun yang aktif', readPhone)
    .requiredOption('--value-date <date>', 'hari pertama yang pembayarannya milik penerima', readDate)
    .requiredOption(
      '--kind <kind>',
      `${transferKinds.join(', ')}; batas pendanaan berlaku pada ASSIGNMENT`,
      readKind,
    )
    .requiredOption('--document <name>', 'nama dokumen dasarnya dalam arsip', readText(100))
    .requiredOption('--document-file <path>', 'berkasnya; SHA-256-nya dicatat dan dibandingkan')
    .requiredOption('--reason <text>', 'alasan, tanpa data pribadi', readText(200))
    .option(
      '--price <rupiah>',
      'harga menurut dokumen, hanya ASSIGNMENT; tertulis di addendum, tidak memindahkan uang',
      readAmount,
    )
    .option('--loan <number>', 'hanya pinjaman ini; dapat diulang; bawaan: semua', readLoan)
    .option('--yes', yesForLarge)
    .action((options: Options, command: Command) =>
      runCommand(terminal, command, (tools) => transfer(tools, options)),
    )
}

/** `lenders take-back-transfer`: a transfer that should not have been. */
export function addTakeBackTransfer(lenders: Command, terminal: Terminal): void {
  addCommand(lenders, {
    use: 'take-back-transfer',
    description:
      'membatalkan satu pengalihan pendanaan; pembayaran yang sudah diterima penerima kembali kepada pemegang semula',
    example:
      'lenders take-back-transfer 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --reason "orang lain" --dry-run',
    writes: true,
  })
    .argument('<id>', 'nomor pengalihan', readId)
    .requiredOption('--reason <text>', 'alasan, tanpa data pribadi', readText(200))
    .action((id: string, options: { reason: string }, command: Command) =>
      runCommand(terminal, command, (tools) => takeBack(tools, id, options.reason)),
    )
}

function readKind(value: string): TransferKind {
  const kind = transferKinds.find((one) => one === value)
  if (kind === undefined) throw new InvalidArgumentError(`Pilihannya: ${transferKinds.join(', ')}.`)
  return kind
}

const readLoan = (value: string, before: string[] = []): string[] => [...before, readNumber(value)]

async function transfer(tools: CommandTools, options: Options) {
  const { valueDate, kind, reason, yes, loan, price = null } = options
  if (price !== null && kind !== 'ASSIGNMENT') throw new CommandError('--price hanya untuk ASSIGNMENT.')
  const input = {
    fromLender: await lenderOf(tools.context, options.from),
    toLender: await lenderOf(tools.context, options.to),
    document: { name: options.document, sha256: await hashFile(options.documentFile) },
    ...{ valueDate, kind, reason, price, loanNumbers: loan ?? null },
  }
  const done = await actAfterAsking(tools, transferHoldings, input, {
    yes,
    question: ({ principal }) => askOfLarge(principal, 'Alihkan pokok'),
  })
  const { orderId, addendumSha256, holdings, principal, interest, payments, more, refused } = done
  const lines =
    orderId === null
      ? ['sudah dialihkan sebelumnya; tidak ada yang dilakukan']
      : [
          `${holdings} pendanaan dialihkan: pokok ${formatRupiah(principal)}, bunga ${formatRupiah(interest)}`,
          `${payments} pembayaran sejak ${valueDate} diteruskan kepada penerima`,
          `nomor pengalihan ${orderId}`,
          `SHA-256 addendum ${addendumSha256}`,
        ]
  for (const { loanNumber, code } of refused)
    lines.push(`tidak dialihkan: ${loanNumber} (${code}): ${refusals[code].sentence({})}`)
  if (more) lines.push('masih ada pendanaan lain: ulangi dengan dokumen yang sama')
  return { exit: exitAfter(refused.length), lines, data: { ...input, ...done } }
}

async function takeBack(tools: CommandTools, orderId: string, reason: string) {
  const done = await tools.act(takeBackTransfer, { orderId, reason })
  const line = `${done.holdings} pendanaan kembali kepada pemegang semula, ${done.payments} pembayaran ikut kembali`
  return { exit: 0 as const, lines: [line], data: { orderId, ...done } }
}
