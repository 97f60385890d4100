import { type Command, InvalidArgumentError } from 'commander'
import { lenderOf } from '../../lenders/operator/index.ts'
import { actAfterAsking, askOfLarge, yesForLarge } from '../../operator/ask-first.ts'
import { addCommand, addGroup, type CommandTools, runCommand } from '../../operator/command.ts'
import { hashFile } from '../../operator/hash-file.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readName } from '../../operator/name-value.ts'
import { readCount, readDigits, readMethod, readPhone, readText } from '../../operator/values.ts'
import { sum } from '../../platform/sum.ts'
import { changeHeirAccount, recordEstate, takeBackEstate } from '../estate/record-estate.ts'
import { estatesWithCash, type HeirAccount } from '../estate/store.ts'
import type { Fraction } from '../estate/shares.ts'
import { heirExample, mostHeirs, parseHeir } from '../estate/heir-line.ts'
import { payHeirs } from '../estate/pay-heirs.ts'

type Heir = HeirAccount & { share: Fraction }
type RecordOptions = { phone: string; heir: Heir[]; document: string; documentFile: string; reason: string }
type PayOptions = {
  phone: string
  method: 1 | 2
  documentFile: string
  feeByPlatform?: boolean
  yes?: boolean
}
type AccountOptions = {
  phone: string
  heir: number
  number: string
  holder: string
  code: string
  document: string
  documentFile: string
}

const ofDead = ['--phone <digits>', 'Pemberi Dana yang wafat', readPhone] as const

/** `lenders estate`: the heirs of dead lenders, and what is paid to them. */
export function addEstate(lenders: Command, terminal: Terminal): void {
  const estate = addGroup(
    lenders,
    'estate',
    'ahli waris Pemberi Dana yang wafat, dan dana yang dibayarkan kepada mereka',
  )
  addCommand(estate, {
    use: 'list',
    description: 'menampilkan catatan ahli waris dengan dana yang menunggu mereka',
    example: 'lenders estate list',
    writes: false,
  }).action((_: unknown, command: Command) => runCommand(terminal, command, list))
  addRecord(estate, terminal)
  addCommand(estate, {
    use: 'pay',
    description: 'membayarkan dana bebas Pemberi Dana yang wafat kepada ahli warisnya, menurut bagiannya',
    example: 'lenders estate pay --phone 81234567890 --document-file certificate.pdf --dry-run',
    writes: true,
  })
    .requiredOption(...ofDead)
    .requiredOption('--document-file <path>', 'surat keterangan waris itu lagi; isi lain ditolak')
    .option('--method <number>', 'bank yang membayar, 1: BNI, 2: bank lain', readMethod, 1 as const)
    .option('--fee-by-platform', 'biaya ditanggung platform; bawaan: tiap ahli waris menanggung biayanya')
    .option('--yes', yesForLarge)
    .action((options: PayOptions, command: Command) =>
      runCommand(terminal, command, (tools) => pay(tools, options)),
    )
  addCommand(estate, {
    use: 'account',
    description: 'mengubah rekening bank seorang ahli waris, misalnya bila ditolak bank',
    example:
      'lenders estate account --phone 81234567890 --heir 2 --number 0123456789 --holder "Budi Lestari" --code 014 --document "Surat 7/2026" --document-file letter.pdf',
    writes: true,
  })
    .requiredOption(...ofDead)
    .requiredOption('--heir <number>', 'nomor urut ahli waris dalam surat', readCount(50))
    .requiredOption('--number <digits>', 'nomor rekening, 5 sampai 20 angka', readDigits(5, 20))
    .requiredOption('--holder <name>', 'pemilik rekening', readName(100))
    .requiredOption('--code <digits>', 'kode bank, 3 angka', readDigits(3, 3))
    .requiredOption('--document <name>', 'nama buktinya dalam arsip', readText(100))
    .requiredOption('--document-file <path>', 'berkasnya; SHA-256-nya dicatat')
    .action((options: AccountOptions, command: Command) =>
      runCommand(terminal, command, (tools) => changeAccount(tools, options)),
    )
  addCommand(estate, {
    use: 'take-back',
    description:
      'membatalkan catatan ahli waris, dari Pemberi Dana yang salah atau dengan surat yang diganti; yang sudah dibayar tetap dibayar, dan Pemberi Dana tetap ditangguhkan',
    example: 'lenders estate take-back --phone 81234567890 --reason "surat orang lain"',
    writes: true,
  })
    .requiredOption(...ofDead)
    .requiredOption('--reason <text>', 'alasan, tanpa data pribadi', readText(200))
    .action((options: { phone: string; reason: string }, command: Command) =>
      runCommand(terminal, command, (tools) => takeBack(tools, options)),
    )
}

function addRecord(estate: Command, terminal: Terminal): void {
  addCommand(estate, {
    use: 'record',
    description:
      'mencatat ahli waris Pemberi Dana yang wafat dengan suratnya; Pemberi Dana ditangguhkan dan diberi tahu',
    example:
      'lenders estate record --phone 81234567890 --document "SKW 12/2026" --document-file certificate.pdf --heir "1/8 014 0123456789 Sri Lestari" --heir "7/8 009 9876543210 Budi Lestari" --reason "wafat 3 November" --dry-run',
    writes: true,
  })
    .requiredOption(...ofDead)
    .requiredOption(
      '--heir <words>',
      'bagian, kode bank, nomor rekening, dan pemiliknya; sekali bagi tiap ahli waris, menurut urutan dalam surat',
      readHeir,
    )
    .requiredOption('--document <name>', 'nama surat dalam arsip', readText(100))
    .requiredOption(
      '--document-file <path>',
      'berkasnya; SHA-256-nya dicatat dan dibandingkan pada tiap pembayaran',
    )
    .requiredOption('--reason <text>', 'alasan, tanpa data pribadi', readText(200))
    .action((options: RecordOptions, command: Command) =>
      runCommand(terminal, command, (tools) => record(tools, options)),
    )
}

function readHeir(value: string, before: Heir[] = []): Heir[] {
  const heir = parseHeir(value)
  if (!heir) throw new InvalidArgumentError(`Bentuknya "${heirExample}".`)
  if (before.length === mostHeirs) throw new InvalidArgumentError(`Ahli waris paling banyak ${mostHeirs}.`)
  return [...before, { ...heir, accountName: readName(100)(heir.accountName) }]
}

async function list({ context }: CommandTools) {
  const estates = await estatesWithCash(context.db)
  return {
    exit: 0 as const,
    lines: [
      ...estates.map(
        ({ phone, heirs, free, underWay, document, sha256 }) =>
          `${phone}  ${heirs} ahli waris menurut ${document} (SHA-256 ${sha256}): ${free} akan dibayar, ${underWay} sedang berjalan`,
      ),
      `${estates.length} ditampilkan`,
    ],
    data: { estates },
  }
}

async function record(
  { context, act }: CommandTools,
  { phone, heir: heirs, reason, ...options }: RecordOptions,
) {
  const lenderId = await lenderOf(context, phone)
  const document = { name: options.document, sha256: await hashFile(options.documentFile) }
  const done = await act(recordEstate, { lenderId, document, heirs, reason })
  const line = done.known
    ? `ahli waris Pemberi Dana ${lenderId} sudah dicatat sebelumnya; tidak ada yang dilakukan`
    : `${done.heirs} ahli waris Pemberi Dana ${lenderId} dicatat, ${done.sessionsEnded} sesi diakhiri`
  return { exit: 0 as const, lines: [line], data: { lenderId, ...document, ...done } }
}

async function pay(
  tools: CommandTools,
  { phone, method, documentFile, feeByPlatform = false, yes }: PayOptions,
) {
  const lenderId = await lenderOf(tools.context, phone)
  const input = { lenderId, methodPayment: method, sha256: await hashFile(documentFile), feeByPlatform }
  const done = await actAfterAsking(tools, payHeirs, input, {
    yes,
    question: ({ payments }) =>
      askOfLarge(sum(payments.map(({ amount, fee }) => amount + fee)), 'Bayar kepada ahli waris'),
  })
  const { payments, left } = done
  return {
    exit: 0 as const,
    lines: [
      ...payments.map(
        ({ heir, amount, fee, id }) => `ahli waris ${heir}: ${amount} dan biaya ${fee}, penarikan dana ${id}`,
      ),
      payments.length === 0 ? `tidak ada yang dibayar, ${left} tinggal` : `${left} tinggal`,
    ],
    data: { lenderId, ...done },
  }
}

async function changeAccount({ context, act }: CommandTools, options: AccountOptions) {
  const { heir, holder: accountName, number: accountNumber, code: bankCode } = options
  const lenderId = await lenderOf(context, options.phone)
  const document = { name: options.document, sha256: await hashFile(options.documentFile) }
  const account = { accountName, accountNumber, bankCode }
  const done = await act(changeHeirAccount, { lenderId, heir, account, document })
  return {
    exit: 0 as const,
    lines: [`rekening ahli waris ${heir} dari Pemberi Dana ${lenderId} dicatat`],
    data: { lenderId, heir, ...done },
  }
}

async function takeBack(
  { context, act }: CommandTools,
  { phone, reason }: { phone: string; reason: string },
) {
  const lenderId = await lenderOf(context, phone)
  const done = await act(takeBackEstate, { lenderId, reason })
  return {
    exit: 0 as const,
    lines: [
      `catatan ahli waris Pemberi Dana ${lenderId} dibatalkan; ${done.paid} tetap dibayarkan kepada ahli waris`,
    ],
    data: { lenderId, ...done },
  }
}
