import { type Command, Option } from 'commander'
import { type Invitation, invitations, type LenderState } from '../auth/index.ts'
import { createLender, type LenderRow, listLenders, showLender } from '../profile/index.ts'
import {
  addGroup,
  addCommand,
  CommandError,
  type CommandTools,
  runCommand,
  write,
} from '../../operator/command.ts'
import { addImport } from '../../operator/file-source.ts'
import { lendersFile } from './files.ts'
import { addLenderAccess } from './lender-access.ts'
import { addBankAccountRequests } from './bank-account-requests.ts'
import { addLenderFacts } from './lender-facts.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readName } from '../../operator/name-value.ts'
import { readCount, readDigits, readEmail, readPhone } from '../../operator/values.ts'
import { lenderOf } from './lender-of.ts'
import { addSearch } from './search.ts'
import { addVirtualAccounts } from './virtual-accounts.ts'
import { addLenderClass } from './lender-class.ts'
import { addLenderIdentity } from './lender-identity.ts'
import { addSupervisorFacts } from './supervisor-facts.ts'
import { addTaxNumber } from './tax-number.ts'

/** `lenders`: register, list, show and settings; other districts add to the group. */
export function addLenders(program: Command, terminal: Terminal): void {
  const lenders = addGroup(program, 'lenders', 'Pemberi Dana dan pengaturannya')
  addCommand(lenders, {
    use: 'create',
    description:
      'mendaftarkan Pemberi Dana; sebuah pesan menjelaskan cara membuat kata sandi, yang tidak diketahui orang lain',
    example: 'lenders create --phone 81234567890 --name "Sri Lestari" --email sri@contoh.example',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'nomor nasional, dengan atau tanpa +62', readPhone)
    .requiredOption('--name <name>', 'Pemberi Dana, atau orang yang bertindak bagi perusahaan', readName(100))
    .requiredOption('--email <address>', 'alamat tujuan pesan', readEmail)
    .option('--company <name>', 'menjadikannya Pemberi Dana badan usaha', readName(100))
    .option('--company-email <address>', 'e-mail perusahaan, bila berbeda', readEmail)
    .option('--pic <name>', 'penanggung jawab, bila bukan yang disebut --name', readName(100))
    .addOption(
      new Option('--invite <way>', 'cara memberi tahunya; kodenya sendiri dikirim dengan SMS')
        .choices(invitations)
        .default('SMS'),
    )
    .action((options: NewLenderOptions, command: Command) =>
      runCommand(terminal, command, (tools) => create(tools, options)),
    )
  addImport(lenders, terminal, {
    use: 'import <file>',
    description:
      'mendaftarkan Pemberi Dana dari sebuah berkas dengan segala yang diperlukan (docs/lender-file.md); berkas boleh diulang',
    example: 'lenders import lenders.csv --dry-run --report refused.jsonl',
    kind: lendersFile,
  }).option('--yes', 'menegaskan bahwa tidak ada yang dipotong sama sekali menurut perjanjian pajak')
  addCommand(lenders, {
    use: 'list',
    description: 'menampilkan Pemberi Dana dengan dananya dalam rupiah bulat; semua, atau satu halaman',
    example: 'lenders list --state SUSPENDED',
    writes: false,
  })
    .addOption(
      new Option('--state <state>', 'hanya yang berstatus ini').choices(['ACTIVE', 'SUSPENDED', 'CLOSED']),
    )
    .option('--limit <count>', 'paling banyak sekian baris, sampai 1000; bawaan: semua', readCount(1000))
    .option('--after <cursor>', 'penunjuk dari halaman sebelumnya', readDigits(1, 16))
    .action((options: ListOptions, command: Command) =>
      runCommand(terminal, command, (tools) => list(tools, options)),
    )
  addCommand(lenders, {
    use: 'show',
    description: 'menampilkan Pemberi Dana tanpa rahasianya',
    example: 'lenders show --phone 81234567890 --json',
    writes: false,
  })
    .requiredOption('--phone <digits>', 'nomor nasional, dengan atau tanpa +62', readPhone)
    .action(({ phone }: { phone: string }, command: Command) =>
      runCommand(terminal, command, (tools) => show(tools, phone)),
    )
  addSearch(lenders, terminal)
  addLenderAccess(lenders, terminal)
  addLenderFacts(lenders, terminal)
  addBankAccountRequests(lenders, terminal)
  addLenderClass(lenders, terminal)
  addSupervisorFacts(lenders, terminal)
  addLenderIdentity(lenders, terminal)
  addTaxNumber(lenders, terminal)
  addVirtualAccounts(lenders, terminal)
}

type ListOptions = { state?: LenderState; limit?: number; after?: string }

type NewLenderOptions = {
  phone: string
  name: string
  email: string
  company?: string
  companyEmail?: string
  pic?: string
  invite: Invitation
}

async function create({ act }: CommandTools, options: NewLenderOptions) {
  const { phone, name, email, company, companyEmail, pic, invite } = options
  if (company === undefined && (companyEmail !== undefined || pic !== undefined))
    throw new CommandError(
      '--company-email dan --pic milik perusahaan: sebutkan perusahaannya dengan --company.',
    )
  const { lenderId } = await act(createLender, {
    phone,
    name: company ?? name,
    email,
    userTypeId: company ? 3 : 1,
    invite,
    ...(company
      ? {
          institution: {
            companyName: company,
            companyEmail: companyEmail ?? email,
            picFullName: pic ?? name,
            picPhone: phone,
          },
        }
      : {}),
  })
  return {
    exit: 0 as const,
    lines: [
      `Pemberi Dana ${lenderId} terdaftar; ${invite === 'SMS' ? 'SMS' : 'e-mail'} menjelaskan cara membuat kata sandi`,
    ],
    data: { lenderId },
  }
}

/** Lenders read per query. */
const page = 1000

async function list({ context, terminal, json }: CommandTools, { state, limit, after: from }: ListOptions) {
  const lenders: LenderRow[] = []
  let count = 0
  let more = false
  let after = Number(from ?? 0)
  for (;;) {
    const found = await listLenders(context.db, after, (limit ?? page) + 1, state)
    const rows = found.slice(0, limit ?? page)
    more = found.length > rows.length
    count += rows.length
    // Printed lines are streamed; JSON must be a single value, so its rows are collected.
    if (json) lenders.push(...rows)
    else await write(terminal.stdout, rows.map(asLine).join(''))
    after = rows.at(-1)?.lenderId ?? after
    if (limit !== undefined || !more) break
  }
  const next = more ? String(after) : null
  return {
    exit: 0 as const,
    lines: [next === null ? `${count} Pemberi Dana` : `${count} ditampilkan, masih ada: --after ${next}`],
    data: { lenders, next },
  }
}

const asLine = ({ phone, name, corporate, state, cash, held }: LenderRow): string =>
  `${phone}  ${corporate ? 'perusahaan' : 'perorangan'}  ${state === 'ACTIVE' ? '' : `${state}  `}dana ${cash}, dicadangkan ${held}  ${name}\n`

async function show({ context }: CommandTools, phone: string) {
  const lender = await showLender(context.db, await lenderOf(context, phone))
  if (!lender) throw new CommandError(`Tidak ada Pemberi Dana dengan nomor ${phone}.`)
  const { institution, bank } = lender
  return {
    exit: 0 as const,
    lines: [
      `${lender.name}, ${lender.corporate ? 'perusahaan' : 'perorangan'}, Pemberi Dana ${lender.lenderId}`,
      `telepon ${lender.phone}, e-mail ${lender.email}, sejak ${lender.createdAt.toISOString()}`,
      `${lender.state}${lender.stateSince ? ` sejak ${lender.stateSince.toISOString()}` : ''}, ${lender.sessions} sesi`,
      `dana ${lender.cash}, dicadangkan ${lender.held}`,
      `pajak ${lender.taxStatus}, ${lender.taxRatePpm / 10_000}% dari bunga`,
      `product ${lender.bulkFunding ? 'ditawarkan' : 'tidak ditawarkan'}`,
      institution
        ? `perusahaan ${institution.companyName} <${institution.companyEmail}>, penanggung jawab ${institution.picFullName}, ${institution.picPhone}`
        : 'tanpa perusahaan',
      bank
        ? `rekening bank berakhiran ${bank.lastDigits} di ${bank.bankName} (${bank.bankCode}), metode ${bank.methodPayment}`
        : 'tanpa rekening bank',
      ...lender.virtualAccounts.map(
        ({ number, bankName, methodPayment }) =>
          `virtual account ${number} di ${bankName}, metode ${methodPayment}`,
      ),
    ],
    data: { lender },
  }
}
