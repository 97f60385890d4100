import { type Command, Option } from 'commander'
import { type BankAccount, storeBankAccount } from '../profile/bank-account.ts'
import { type DgsignType, signerIdCell } from '../profile/signer.ts'
import {
  type Institution,
  setBulkFunding,
  storeInstitution,
  storeSigner,
  storeTaxStatus,
  type TaxStatus,
  openAdditionalCashAccount,
  taxStatuses,
} from '../profile/lender-settings.ts'
import { reverseTaxStatus } from '../profile/reverse-tax-status.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { actAfterAsking } from '../../operator/ask-first.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readName } from '../../operator/name-value.ts'
import { readEmail } from '../../operator/email-value.ts'
import { asOption, readDigits, readMethod, readPhone, readPpm, readText } from '../../operator/values.ts'
import { lenderOf } from './lender-of.ts'

type OfLender = { phone: string }
type CompanyOptions = OfLender & { name: string; email: string; pic: string; picPhone: string }
type BankOptions = OfLender & {
  number: string
  holder: string
  code: string
  bank: string
  branch: string
  method: 1 | 2
}

/**
 * `lenders corporate-profile`, `bank-account`, `tax-status`, `additional-cash-account`, `signer` and `bulk-funding`:
 * the settings of a lender.
 */
export function addLenderFacts(lenders: Command, terminal: Terminal): void {
  addCommand(lenders, {
    use: 'corporate-profile',
    description: 'mencatat perusahaan dari Pemberi Dana badan usaha',
    example:
      'lenders corporate-profile --phone 81234567891 --name "PT Lumbung Contoh" --email dana@contoh.example --pic "Bagas Adiwangsa" --pic-phone 81234567891',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .requiredOption('--name <name>', 'nama perusahaan', readName(100))
    .requiredOption('--email <address>', 'alamat e-mail perusahaan', readEmail)
    .requiredOption('--pic <name>', 'penanggung jawab, nama lengkap', readName(100))
    .requiredOption('--pic-phone <digits>', 'nomor telepon penanggung jawab', readPhone)
    .action((options: CompanyOptions, command: Command) =>
      runCommand(terminal, command, (tools) => keepCompany(tools, options)),
    )
  addCommand(lenders, {
    use: 'bank-account',
    description:
      'mencatat rekening bank untuk penarikan dana; penarikan yang sedang berjalan tetap ke rekening sebelumnya',
    example:
      'lenders bank-account --phone 81234567890 --number 0123456789 --holder "Sri Lestari" --code 009 --bank BNI --branch Jakarta --method 1',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .requiredOption('--number <digits>', 'nomor rekening, 5 sampai 20 angka', readDigits(5, 20))
    .requiredOption('--holder <name>', 'pemilik rekening', readName(100))
    .requiredOption('--code <digits>', 'kode bank, 3 angka', readDigits(3, 3))
    .requiredOption('--bank <name>', 'nama bank', readName(60))
    .requiredOption('--branch <name>', 'cabang bank', readName(60))
    .requiredOption('--method <number>', '1: BNI, 2: bank lain', readMethod)
    .action((options: BankOptions, command: Command) =>
      runCommand(terminal, command, (tools) => keepBank(tools, options)),
    )
  addCommand(lenders, {
    use: 'tax-status',
    description:
      'menetapkan pajak atas bunga: DOMESTIC 15%, NO_TAX_NUMBER 30%, FOREIGN 20%, TREATY dengan tarifnya sendiri',
    example: 'lenders tax-status --phone 81234567890 --status TREATY --rate 0.1',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .addOption(
      new Option('--status <status>', 'PMK 69/PMK.03/2022').choices(taxStatuses).makeOptionMandatory(),
    )
    .option('--rate <fraction>', 'tarif perjanjian pajak, misalnya 0.1 untuk 10%', readPpm)
    .option('--yes', 'menegaskan bahwa tidak ada pajak yang dipotong sama sekali')
    .action((options: TaxOptions, command: Command) =>
      runCommand(terminal, command, (tools) => keepTax(tools, options)),
    )
  addCommand(lenders, {
    use: 'reverse-tax-status',
    description: 'membatalkan status pajak terbaru Pemberi Dana dan menampilkan pembayaran yang dikenainya',
    example: 'lenders reverse-tax-status --phone 81234567890 --reason "maksudnya Pemberi Dana lain"',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .requiredOption('--reason <text>', 'alasan, tanpa data pribadi', readText(200))
    .action(({ phone, reason }: OfLender & { reason: string }, command: Command) =>
      runCommand(terminal, command, (tools) => takeTaxBack(tools, phone, reason)),
    )
  addCommand(lenders, {
    use: 'additional-cash-account',
    description: 'membuka rekening dana tambahan untuk pembayaran lewat bank lain (metode 2); ini tetap',
    example: 'lenders additional-cash-account --phone 81234567891',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .action(({ phone }: OfLender, command: Command) =>
      runCommand(terminal, command, (tools) => openAdditionalAccount(tools, phone)),
    )
  addCommand(lenders, {
    use: 'signer',
    description:
      'menetapkan penyedia tanda tangan Pemberi Dana: PRIVY dengan halaman tanda tangan, XIGNATURE dengan hash',
    example: 'lenders signer --phone 81234567891 --provider XIGNATURE',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .addOption(
      new Option('--provider <name>', 'penyedianya').choices(['PRIVY', 'XIGNATURE']).makeOptionMandatory(),
    )
    .option('--id <name>', 'nomor Pemberi Dana di penyedia: PrivyID-nya', asOption(signerIdCell))
    .action(({ phone, provider, id }: OfLender & { provider: DgsignType; id?: string }, command: Command) =>
      runCommand(terminal, command, (tools) => keepProvider(tools, phone, { provider, id })),
    )
  addCommand(lenders, {
    use: 'bulk-funding <on|off>',
    description: 'menetapkan apakah Pemberi Dana ditawari product',
    example: 'lenders bulk-funding on --phone 81234567891',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .action((word: string, { phone }: OfLender, command: Command) =>
      runCommand(terminal, command, (tools) => keepBulk(tools, word, phone)),
    )
}

async function keepProvider(
  { context, act }: CommandTools,
  phone: string,
  { provider: dgsignType, id: signerId }: { provider: DgsignType; id?: string | undefined },
) {
  const lenderId = await lenderOf(context, phone)
  await act(storeSigner, { lenderId, dgsignType, signerId })
  return {
    exit: 0 as const,
    lines: [
      `Pemberi Dana ${lenderId} menandatangani lewat ${dgsignType}${signerId ? ` sebagai ${signerId}` : ''}`,
    ],
    data: { lenderId, dgsignType, ...(signerId && { signerId }) },
  }
}

async function openAdditionalAccount({ context, act }: CommandTools, phone: string) {
  const lenderId = await lenderOf(context, phone)
  await act(openAdditionalCashAccount, { lenderId })
  return {
    exit: 0 as const,
    lines: [`Pemberi Dana ${lenderId} memiliki rekening dana tambahan`],
    data: { lenderId },
  }
}

async function keepCompany({ context, act }: CommandTools, options: CompanyOptions) {
  const institution: Institution = {
    companyName: options.name,
    companyEmail: options.email,
    picFullName: options.pic,
    picPhone: options.picPhone,
  }
  const lenderId = await lenderOf(context, options.phone)
  await act(storeInstitution, { lenderId, ...institution })
  return {
    exit: 0 as const,
    lines: [`Pemberi Dana ${lenderId} mendanai atas nama ${options.name}`],
    data: { lenderId },
  }
}

async function keepBank({ context, act }: CommandTools, options: BankOptions) {
  const account: BankAccount = {
    accountName: options.holder,
    accountNumber: options.number,
    bankBranch: options.branch,
    bankCode: options.code,
    bankName: options.bank,
    methodPayment: options.method,
  }
  const lenderId = await lenderOf(context, options.phone)
  await act(storeBankAccount, { lenderId, ...account })
  return { exit: 0 as const, lines: [`rekening bank Pemberi Dana ${lenderId} disimpan`], data: { lenderId } }
}

type TaxOptions = OfLender & { status: TaxStatus; rate?: number; yes?: boolean }

async function keepTax(tools: CommandTools, { phone, status, rate, yes }: TaxOptions) {
  const lenderId = await lenderOf(tools.context, phone)
  const { ratePpm } = await actAfterAsking(
    tools,
    storeTaxStatus,
    { lenderId, status, ...(rate === undefined ? {} : { ratePpm: rate }) },
    {
      yes,
      question: (foreseen) =>
        foreseen.ratePpm === 0 ? `Potong pajak 0% (nol persen) dari bunga Pemberi Dana ${lenderId}?` : null,
    },
  )
  const line = `${ratePpm / 10_000}% bunga akan dipotong dari Pemberi Dana ${lenderId}`
  return { exit: 0 as const, lines: [line], data: { lenderId, status, ratePpm } }
}

async function takeTaxBack({ context, act }: CommandTools, phone: string, reason: string) {
  const lenderId = await lenderOf(context, phone)
  const { status, ratePpm, payments } = await act(reverseTaxStatus, { lenderId, reason })
  return {
    exit: 0 as const,
    lines: [
      `Pemberi Dana ${lenderId} kembali ${status}: ${ratePpm / 10_000}% bunga akan dipotong`,
      ...payments.map(
        ({ reference, loanNumber, paidOn, interest, tax }) =>
          `${reference} tanggal ${paidOn} pada ${loanNumber}: pajak ${tax} dari bunga ${interest} dipotong menurut status yang salah`,
      ),
    ],
    data: { lenderId, status, ratePpm, payments },
  }
}

async function keepBulk({ context, act }: CommandTools, word: string, phone: string) {
  if (word !== 'on' && word !== 'off') throw new CommandError('Sebutkan on atau off.')
  const lenderId = await lenderOf(context, phone)
  const { enabled } = await act(setBulkFunding, { lenderId, enabled: word === 'on' })
  const line = `product ${enabled ? '' : 'tidak '}ditawarkan kepada Pemberi Dana ${lenderId}`
  return { exit: 0 as const, lines: [line], data: { lenderId, bulkFunding: enabled } }
}
