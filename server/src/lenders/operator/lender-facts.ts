import { type Command, Option } from 'commander'
import {
  type BankAccount,
  type DgsignType,
  type Institution,
  storeBankAccount,
  setBulkFunding,
  signerIdCell,
  storeInstitution,
  storeSigner,
  storeTaxStatus,
  type TaxStatus,
  openAdditionalCashAccount,
  reverseTaxStatus,
  taxStatuses,
} from '../profile/index.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { actAfterAsking } from '../../operator/ask-first.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readName } from '../../operator/name-value.ts'
import {
  asOption,
  readDigits,
  readEmail,
  readMethod,
  readPhone,
  readPpm,
  readText,
} from '../../operator/values.ts'
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
    description: 'set the company of a corporate lender',
    example:
      'lenders corporate-profile --phone 81234567891 --name "PT Lumbung Contoh" --email dana@contoh.example --pic "Bagas Adiwangsa" --pic-phone 81234567891',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'the lender', readPhone)
    .requiredOption('--name <name>', "the company's name", readName(100))
    .requiredOption('--email <address>', "the company's e-mail address", readEmail)
    .requiredOption('--pic <name>', 'the person in charge, in full', readName(100))
    .requiredOption('--pic-phone <digits>', "that person's phone", readPhone)
    .action((options: CompanyOptions, command: Command) =>
      runCommand(terminal, command, (tools) => keepCompany(tools, options)),
    )
  addCommand(lenders, {
    use: 'bank-account',
    description: 'set the bank account for withdrawals; pending withdrawals still go to the previous one',
    example:
      'lenders bank-account --phone 81234567890 --number 0123456789 --holder "Sri Lestari" --code 009 --bank BNI --branch Jakarta --method 1',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'the lender', readPhone)
    .requiredOption('--number <digits>', 'account number, 5 to 20 digits', readDigits(5, 20))
    .requiredOption('--holder <name>', 'account holder', readName(100))
    .requiredOption('--code <digits>', 'code of the bank, 3 digits', readDigits(3, 3))
    .requiredOption('--bank <name>', 'name of the bank', readName(60))
    .requiredOption('--branch <name>', 'branch of the bank', readName(60))
    .requiredOption('--method <number>', '1: BNI, 2: the other bank', readMethod)
    .action((options: BankOptions, command: Command) =>
      runCommand(terminal, command, (tools) => keepBank(tools, options)),
    )
  addCommand(lenders, {
    use: 'tax-status',
    description:
      'set how interest is taxed: DOMESTIC 15%, NO_TAX_NUMBER 30%, FOREIGN 20%, TREATY with its own rate',
    example: 'lenders tax-status --phone 81234567890 --status TREATY --rate 0.1',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'the lender', readPhone)
    .addOption(
      new Option('--status <status>', 'PMK 69/PMK.03/2022').choices(taxStatuses).makeOptionMandatory(),
    )
    .option('--rate <fraction>', "a treaty's rate, e.g. 0.1 for 10%", readPpm)
    .option('--yes', 'confirm that no tax is withheld at all')
    .action((options: TaxOptions, command: Command) =>
      runCommand(terminal, command, (tools) => keepTax(tools, options)),
    )
  addCommand(lenders, {
    use: 'reverse-tax-status',
    description: 'reverse the newest tax status of a lender and list the payments taxed by it',
    example: 'lenders reverse-tax-status --phone 81234567890 --reason "another lender was meant"',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'the lender', readPhone)
    .requiredOption('--reason <text>', 'why, without personal data', readText(200))
    .action(({ phone, reason }: OfLender & { reason: string }, command: Command) =>
      runCommand(terminal, command, (tools) => takeTaxBack(tools, phone, reason)),
    )
  addCommand(lenders, {
    use: 'additional-cash-account',
    description:
      'open an additional cash account for payments through the other bank (method 2); this is permanent',
    example: 'lenders additional-cash-account --phone 81234567891',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'the lender', readPhone)
    .action(({ phone }: OfLender, command: Command) =>
      runCommand(terminal, command, (tools) => openAdditionalAccount(tools, phone)),
    )
  addCommand(lenders, {
    use: 'signer',
    description: 'set the signature provider of a lender: PRIVY with a signing page, XIGNATURE by hash',
    example: 'lenders signer --phone 81234567891 --provider XIGNATURE',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'the lender', readPhone)
    .addOption(
      new Option('--provider <name>', 'the provider').choices(['PRIVY', 'XIGNATURE']).makeOptionMandatory(),
    )
    .option('--id <name>', 'the lender’s id at the provider: their PrivyID', asOption(signerIdCell))
    .action(({ phone, provider, id }: OfLender & { provider: DgsignType; id?: string }, command: Command) =>
      runCommand(terminal, command, (tools) => keepProvider(tools, phone, { provider, id })),
    )
  addCommand(lenders, {
    use: 'bulk-funding <on|off>',
    description: 'set whether a lender is offered bulk products',
    example: 'lenders bulk-funding on --phone 81234567891',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'the lender', readPhone)
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
    lines: [`lender ${lenderId} signs with ${dgsignType}${signerId ? ` as ${signerId}` : ''}`],
    data: { lenderId, dgsignType, ...(signerId && { signerId }) },
  }
}

async function openAdditionalAccount({ context, act }: CommandTools, phone: string) {
  const lenderId = await lenderOf(context, phone)
  await act(openAdditionalCashAccount, { lenderId })
  return {
    exit: 0 as const,
    lines: [`lender ${lenderId} has an additional cash account`],
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
  await act(storeBankAccount, { lenderId, ...account })
  return { exit: 0 as const, lines: [`the bank account of lender ${lenderId} is kept`], data: { lenderId } }
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
        foreseen.ratePpm === 0 ? `Withhold 0% (nol persen) of lender ${lenderId}'s interest as tax?` : null,
    },
  )
  const line = `${ratePpm / 10_000}% of interest will be withheld from lender ${lenderId}`
  return { exit: 0 as const, lines: [line], data: { lenderId, status, ratePpm } }
}

async function takeTaxBack({ context, act }: CommandTools, phone: string, reason: string) {
  const lenderId = await lenderOf(context, phone)
  const { status, ratePpm, payments } = await act(reverseTaxStatus, { lenderId, reason })
  return {
    exit: 0 as const,
    lines: [
      `lender ${lenderId} is ${status} again: ${ratePpm / 10_000}% of interest will be withheld`,
      ...payments.map(
        ({ reference, loanNumber, paidOn, interest, tax }) =>
          `${reference} of ${paidOn} on ${loanNumber}: tax ${tax} of interest ${interest} was withheld by the wrong status`,
      ),
    ],
    data: { lenderId, status, ratePpm, payments },
  }
}

async function keepBulk({ context, act }: CommandTools, word: string, phone: string) {
  if (word !== 'on' && word !== 'off') throw new CommandError('Say on or off.')
  const lenderId = await lenderOf(context, phone)
  const { enabled } = await act(setBulkFunding, { lenderId, enabled: word === 'on' })
  const line = `bulk products are ${enabled ? '' : 'not '}offered to lender ${lenderId}`
  return { exit: 0 as const, lines: [line], data: { lenderId, bulkFunding: enabled } }
}
