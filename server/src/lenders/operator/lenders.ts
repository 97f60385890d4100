import { type Command, Option } from 'commander'
import { type Invitation, invitations, type LenderState } from '../auth/index.ts'
import { createLender, importLenders, type LenderRow, listLenders, showLender } from '../profile/index.ts'
import {
  addGroup,
  addCommand,
  CommandError,
  type CommandTools,
  runCommand,
  write,
} from '../../operator/command.ts'
import { addImport, type FileOptions } from '../../operator/file-source.ts'
import { addLenderAccess } from './lender-access.ts'
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
  const lenders = addGroup(program, 'lenders', 'lenders and their settings')
  addCommand(lenders, {
    use: 'create',
    description: 'register a lender; a message tells them how to set a password, which nobody else knows',
    example: 'lenders create --phone 81234567890 --name "Sri Lestari" --email sri@contoh.example',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'national number, with or without +62', readPhone)
    .requiredOption('--name <name>', 'the lender, or the person acting for the company', readName(100))
    .requiredOption('--email <address>', 'where to write to', readEmail)
    .option('--company <name>', 'makes it a corporate lender', readName(100))
    .option('--company-email <address>', "the company's, if different", readEmail)
    .option('--pic <name>', 'the person in charge, if not the one of --name', readName(100))
    .addOption(
      new Option('--invite <way>', 'how they are told; the code itself comes by SMS')
        .choices(invitations)
        .default('SMS'),
    )
    .action((options: NewLenderOptions, command: Command) =>
      runCommand(terminal, command, (tools) => create(tools, options)),
    )
  addImport(lenders, terminal, {
    use: 'import <file>',
    description:
      'register the lenders of a file with all they need (docs/lender-file.md); repeating a file is safe',
    example: 'lenders import lenders.csv --dry-run --report refused.jsonl',
    task: 'registering',
    work: ({ context, actor }, input, reading, { yes }: FileOptions & { yes?: boolean }) =>
      importLenders(context, actor, input, { ...reading, asks: !yes }),
    describe: ({ lines, taken, known, refused }) =>
      `${lines} lines: ${taken} lenders registered, ${known} known, ${refused} refused`,
  }).option('--yes', 'confirm that nothing at all is withheld by a treaty')
  addCommand(lenders, {
    use: 'list',
    description: 'list lenders with their cash in whole rupiah; all, or a page',
    example: 'lenders list --state SUSPENDED',
    writes: false,
  })
    .addOption(new Option('--state <state>', 'only these').choices(['ACTIVE', 'SUSPENDED', 'CLOSED']))
    .option('--limit <count>', 'rows at most, up to 1000; default: all', readCount(1000))
    .option('--after <cursor>', 'cursor of the previous page', readDigits(1, 16))
    .action((options: ListOptions, command: Command) =>
      runCommand(terminal, command, (tools) => list(tools, options)),
    )
  addCommand(lenders, {
    use: 'show',
    description: 'show a lender without secrets',
    example: 'lenders show --phone 81234567890 --json',
    writes: false,
  })
    .requiredOption('--phone <digits>', 'national number, with or without +62', readPhone)
    .action(({ phone }: { phone: string }, command: Command) =>
      runCommand(terminal, command, (tools) => show(tools, phone)),
    )
  addSearch(lenders, terminal)
  addLenderAccess(lenders, terminal)
  addLenderFacts(lenders, terminal)
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
    throw new CommandError('--company-email and --pic are of a company: name it with --company.')
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
      `lender ${lenderId} is registered; ${invite === 'SMS' ? 'an SMS' : 'an e-mail'} tells them how to set a password`,
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
    lines: [next === null ? `${count} lenders` : `${count} shown, there are more: --after ${next}`],
    data: { lenders, next },
  }
}

const asLine = ({ phone, name, corporate, state, cash, held }: LenderRow): string =>
  `${phone}  ${corporate ? 'company   ' : 'individual'}  ${state === 'ACTIVE' ? '' : `${state}  `}cash ${cash}, held ${held}  ${name}\n`

async function show({ context }: CommandTools, phone: string) {
  const lender = await showLender(context.db, await lenderOf(context, phone))
  if (!lender) throw new CommandError(`Tidak ada Pemberi Dana dengan nomor ${phone}.`)
  const { institution, bank } = lender
  return {
    exit: 0 as const,
    lines: [
      `${lender.name}, ${lender.corporate ? 'company' : 'individual'}, lender ${lender.lenderId}`,
      `phone ${lender.phone}, e-mail ${lender.email}, since ${lender.createdAt.toISOString()}`,
      `${lender.state}${lender.stateSince ? ` since ${lender.stateSince.toISOString()}` : ''}, ${lender.sessions} sessions`,
      `cash ${lender.cash}, held ${lender.held}`,
      `tax ${lender.taxStatus}, ${lender.taxRatePpm / 10_000}% of interest`,
      `bulk products ${lender.bulkFunding ? 'offered' : 'not offered'}`,
      institution
        ? `company ${institution.companyName} <${institution.companyEmail}>, in charge ${institution.picFullName}, ${institution.picPhone}`
        : 'no company',
      bank
        ? `bank account ending in ${bank.lastDigits} at ${bank.bankName} (${bank.bankCode}), method ${bank.methodPayment}`
        : 'no bank account',
      ...lender.virtualAccounts.map(
        ({ number, bankName, methodPayment }) =>
          `virtual account ${number} at ${bankName}, method ${methodPayment}`,
      ),
    ],
    data: { lender },
  }
}
