import { createInterface } from 'node:readline/promises'
import { isGoodPassword } from '@pematang/contract/auth/rules'
import type { Command } from 'commander'
import { creditTopUp } from '../deposit/credit-top-up.ts'
import { createLender, type LenderRow, listLenders, showLender } from '../profile/index.ts'
import { addGroup, addLeaf, CommandError, type CommandTools, runCommand, write } from './command.ts'
import { addIdleCash } from './idle-cash.ts'
import { addLenderFacts } from './lender-facts.ts'
import type { Terminal } from './terminal.ts'
import { lenderOf, readAmount, readEmail, readPhone, readText } from './values.ts'
import { addVirtualAccounts } from './virtual-accounts.ts'

/** `lenders`: register them, see them, keep what is to be known of them, record money that came in. */
export function addLenders(program: Command, terminal: Terminal): void {
  const lenders = addGroup(program, 'lenders', 'who lends')
  addLeaf(lenders, {
    use: 'create',
    description: 'register a lender; the password is read from the first line of standard input',
    example:
      'lenders create --phone 81234567890 --name "Sri Lestari" --email sri@contoh.example < password.txt',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'national number, without +62', readPhone)
    .requiredOption('--name <name>', 'the lender, or who acts for the company', readText(100))
    .requiredOption('--email <address>', 'where to write to', readEmail)
    .option('--company <name>', 'makes it a corporate lender', readText(100))
    .option('--company-email <address>', "the company's, where it is another", readEmail)
    .action((options: NewLenderOptions, command: Command) =>
      runCommand(terminal, command, (tools) => create(tools, options)),
    )
  addLeaf(lenders, {
    use: 'list',
    description: 'every lender with its cash, in whole rupiah',
    example: 'lenders list',
    writes: false,
  }).action((_: object, command: Command) => runCommand(terminal, command, list))
  addLeaf(lenders, {
    use: 'show',
    description: 'all that is kept of one lender and is no secret',
    example: 'lenders show --phone 81234567890 --json',
    writes: false,
  })
    .requiredOption('--phone <digits>', 'national number, without +62', readPhone)
    .action(({ phone }: { phone: string }, command: Command) =>
      runCommand(terminal, command, (tools) => show(tools, phone)),
    )
  addLenderFacts(lenders, terminal)
  addVirtualAccounts(lenders, terminal)
  addIdleCash(lenders, terminal)
  addLeaf(lenders, {
    use: 'top-up',
    description: 'record money that came in through a bank, once for each payment id',
    example: 'lenders top-up --phone 81234567890 --amount 5000000 --payment BNI-20261121-0007',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'national number, without +62', readPhone)
    .requiredOption('--amount <rupiah>', 'whole rupiah, digits only', readAmount)
    .requiredOption('--payment <id>', "the bank's own id of the payment", readText(100))
    .option('--bank <code>', 'BNI or OTHER', 'BNI')
    .action((options: TopUpOptions, command: Command) =>
      runCommand(terminal, command, (tools) => topUp(tools, options)),
    )
}

type NewLenderOptions = {
  phone: string
  name: string
  email: string
  company?: string
  companyEmail?: string
}

async function create({ context, terminal, act }: CommandTools, options: NewLenderOptions) {
  const { phone, name, email, company, companyEmail } = options
  const password = await readFirstLine(terminal)
  if (!isGoodPassword(password)) {
    throw new CommandError(
      'The password needs 8 to 99 characters with an upper-case letter, a lower-case letter and a digit.',
    )
  }
  const { lenderId } = await act(createLender, {
    phone,
    name: company ?? name,
    email,
    userTypeId: company ? 3 : 1,
    passwordHash: await context.passwords.hash(password),
    ...(company
      ? {
          institution: {
            companyName: company,
            companyEmail: companyEmail ?? email,
            picFullName: name,
            picPhone: phone,
          },
        }
      : {}),
  })
  return { exit: 0 as const, lines: [`lender ${lenderId} is registered`], data: { lenderId } }
}

/** Lenders asked for at once. */
const page = 1000

async function list({ context, terminal, json }: CommandTools) {
  const lenders: LenderRow[] = []
  let count = 0
  for (let after = 0; ; ) {
    const rows = await listLenders(context.db, after, page)
    count += rows.length
    // People read it as it comes; a program wants one value.
    if (json) lenders.push(...rows)
    else await write(terminal.stdout, rows.map(asLine).join(''))
    if (rows.length < page) break
    after = rows.at(-1)?.lenderId ?? 0
  }
  return { exit: 0 as const, lines: [`${count} lenders`], data: { lenders } }
}

const asLine = ({ phone, name, corporate, cash, held }: LenderRow): string =>
  `${phone}  ${corporate ? 'company   ' : 'individual'}  cash ${cash}, held ${held}  ${name}\n`

async function show({ context }: CommandTools, phone: string) {
  const lender = await showLender(context.db, await lenderOf(context, phone))
  if (!lender) throw new CommandError(`Nobody is registered with ${phone}.`)
  const { institution, bank } = lender
  return {
    exit: 0 as const,
    lines: [
      `${lender.name}, ${lender.corporate ? 'company' : 'individual'}, lender ${lender.lenderId}`,
      `phone ${lender.phone}, e-mail ${lender.email}, since ${lender.createdAt.toISOString()}`,
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

type TopUpOptions = { phone: string; amount: number; payment: string; bank: string }

async function topUp({ context, act }: CommandTools, { phone, amount, payment, bank }: TopUpOptions) {
  if (bank !== 'BNI' && bank !== 'OTHER') throw new CommandError('The bank is BNI or OTHER.')
  const lenderId = await lenderOf(context, phone)
  const { credited } = await act(creditTopUp, { bank, paymentRequestId: payment, lenderId, amount })
  const line = credited ? `${amount} credited` : 'this payment was credited before; nothing was done'
  return { exit: 0 as const, lines: [line], data: { credited } }
}

/** A password on the command line would be seen in the list of processes. */
async function readFirstLine({ stdin }: Terminal): Promise<string> {
  const lines = createInterface({ input: stdin })
  for await (const line of lines) {
    lines.close()
    return line
  }
  return ''
}
