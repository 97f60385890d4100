import { type Command, Option } from 'commander'
import {
  type BankAccount,
  type DgsignType,
  type Institution,
  keepBankAccount,
  keepBulkFunding,
  keepInstitution,
  keepSigner,
  keepTaxStatus,
  type TaxStatus,
  openSecondPocket,
  taxStatuses,
} from '../profile/index.ts'
import { addLeaf, CommandError, type CommandTools, runCommand } from './command.ts'
import type { Terminal } from './terminal.ts'
import { lenderOf, readDigits, readEmail, readMethod, readPhone, readPpm, readText } from './values.ts'

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
 * `lenders corporate-profile`, `bank-account`, `tax-status`, `second-pocket`, `signer` and `bulk-funding`: what is kept
 * of a lender.
 */
export function addLenderFacts(lenders: Command, terminal: Terminal): void {
  addLeaf(lenders, {
    use: 'corporate-profile',
    description: 'keep the company that a corporate lender lends for',
    example:
      'lenders corporate-profile --phone 81234567891 --name "PT Lumbung Contoh" --email dana@contoh.example --pic "Bagas Adiwangsa" --pic-phone 81234567891',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'the lender', readPhone)
    .requiredOption('--name <name>', "the company's name", readText(100))
    .requiredOption('--email <address>', "the company's e-mail address", readEmail)
    .requiredOption('--pic <name>', 'the person in charge, in full', readText(100))
    .requiredOption('--pic-phone <digits>', "that person's phone", readPhone)
    .action((options: CompanyOptions, command: Command) =>
      runCommand(terminal, command, (tools) => keepCompany(tools, options)),
    )
  addLeaf(lenders, {
    use: 'bank-account',
    description:
      'keep the bank account that withdrawals go to; what was asked for before goes to the one before',
    example:
      'lenders bank-account --phone 81234567890 --number 0123456789 --holder "Sri Lestari" --code 009 --bank BNI --branch Jakarta --method 1',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'the lender', readPhone)
    .requiredOption('--number <digits>', 'account number, 5 to 20 digits', readDigits(5, 20))
    .requiredOption('--holder <name>', 'in whose name it is', readText(100))
    .requiredOption('--code <digits>', 'code of the bank, 3 digits', readDigits(3, 3))
    .requiredOption('--bank <name>', 'name of the bank', readText(60))
    .requiredOption('--branch <name>', 'branch of the bank', readText(60))
    .requiredOption('--method <number>', '1: BNI, 2: the other bank', readMethod)
    .action((options: BankOptions, command: Command) =>
      runCommand(terminal, command, (tools) => keepBank(tools, options)),
    )
  addLeaf(lenders, {
    use: 'tax-status',
    description:
      'keep how interest is taxed: DOMESTIC 15%, NO_TAX_NUMBER 30%, FOREIGN 20%, TREATY with its own rate',
    example: 'lenders tax-status --phone 81234567890 --status TREATY --rate 0.1',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'the lender', readPhone)
    .addOption(
      new Option('--status <status>', 'PMK 69/PMK.03/2022').choices(taxStatuses).makeOptionMandatory(),
    )
    .option('--rate <fraction>', "a treaty's rate, e.g. 0.1 for 10%", readPpm)
    .action((options: OfLender & { status: TaxStatus; rate?: number }, command: Command) =>
      runCommand(terminal, command, (tools) => keepTax(tools, options)),
    )
  addLeaf(lenders, {
    use: 'second-pocket',
    description: 'keep apart, from now on and for good, what comes in at the other bank (method 2)',
    example: 'lenders second-pocket --phone 81234567891',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'the lender', readPhone)
    .action(({ phone }: OfLender, command: Command) =>
      runCommand(terminal, command, (tools) => openPocket(tools, phone)),
    )
  addLeaf(lenders, {
    use: 'signer',
    description:
      'say who takes the signatures of a lender: PRIVY on its page, XIGNATURE by hash and without a page',
    example: 'lenders signer --phone 81234567891 --provider XIGNATURE',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'the lender', readPhone)
    .addOption(
      new Option('--provider <name>', 'the provider').choices(['PRIVY', 'XIGNATURE']).makeOptionMandatory(),
    )
    .action(({ phone, provider }: OfLender & { provider: DgsignType }, command: Command) =>
      runCommand(terminal, command, (tools) => keepProvider(tools, phone, provider)),
    )
  addLeaf(lenders, {
    use: 'bulk-funding <on|off>',
    description: 'say whether a lender is offered bulk products',
    example: 'lenders bulk-funding on --phone 81234567891',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'the lender', readPhone)
    .action((word: string, { phone }: OfLender, command: Command) =>
      runCommand(terminal, command, (tools) => keepBulk(tools, word, phone)),
    )
}

async function keepProvider({ context, act }: CommandTools, phone: string, dgsignType: DgsignType) {
  const lenderId = await lenderOf(context, phone)
  await act(keepSigner, { lenderId, dgsignType })
  return {
    exit: 0 as const,
    lines: [`lender ${lenderId} signs with ${dgsignType}`],
    data: { lenderId, dgsignType },
  }
}

async function openPocket({ context, act }: CommandTools, phone: string) {
  const lenderId = await lenderOf(context, phone)
  await act(openSecondPocket, { lenderId })
  return { exit: 0 as const, lines: [`lender ${lenderId} has a second pocket`], data: { lenderId } }
}

async function keepCompany({ context, act }: CommandTools, options: CompanyOptions) {
  const institution: Institution = {
    companyName: options.name,
    companyEmail: options.email,
    picFullName: options.pic,
    picPhone: options.picPhone,
  }
  const lenderId = await lenderOf(context, options.phone)
  await act(keepInstitution, { lenderId, ...institution })
  return { exit: 0 as const, lines: [`lender ${lenderId} lends for ${options.name}`], data: { lenderId } }
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
  await act(keepBankAccount, { lenderId, ...account })
  return { exit: 0 as const, lines: [`the bank account of lender ${lenderId} is kept`], data: { lenderId } }
}

async function keepTax(
  { context, act }: CommandTools,
  { phone, status, rate }: OfLender & { status: TaxStatus; rate?: number },
) {
  const lenderId = await lenderOf(context, phone)
  const { ratePpm } = await act(keepTaxStatus, {
    lenderId,
    status,
    ...(rate === undefined ? {} : { ratePpm: rate }),
  })
  const line = `${ratePpm / 10_000}% of interest will be withheld from lender ${lenderId}`
  return { exit: 0 as const, lines: [line], data: { lenderId, status, ratePpm } }
}

async function keepBulk({ context, act }: CommandTools, word: string, phone: string) {
  if (word !== 'on' && word !== 'off') throw new CommandError('Say on or off.')
  const lenderId = await lenderOf(context, phone)
  const { enabled } = await act(keepBulkFunding, { lenderId, enabled: word === 'on' })
  const line = `bulk products are ${enabled ? '' : 'not '}offered to lender ${lenderId}`
  return { exit: 0 as const, lines: [line], data: { lenderId, bulkFunding: enabled } }
}
