import { type Command, InvalidArgumentError } from 'commander'
import { lenderOf } from '../../lenders/operator/index.ts'
import { actAfterAsking, askOfLarge, yesForLarge } from '../../operator/ask-first.ts'
import { addCommand, addGroup, type CommandTools, runCommand } from '../../operator/command.ts'
import { hashFile } from '../../operator/hash-file.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readName } from '../../operator/name-value.ts'
import { readCount, readDigits, readMethod, readPhone, readText } from '../../operator/values.ts'
import { sum } from '../../platform/sum.ts'
import {
  changeHeirAccount,
  estatesWithCash,
  type Fraction,
  type HeirAccount,
  heirExample,
  mostHeirs,
  parseHeir,
  payHeirs,
  recordEstate,
  takeBackEstate,
} from '../estate/index.ts'

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

const ofDead = ['--phone <digits>', 'the lender who died', readPhone] as const

/** `lenders estate`: the heirs of dead lenders, and what is paid to them. */
export function addEstate(lenders: Command, terminal: Terminal): void {
  const estate = addGroup(lenders, 'estate', 'heirs of dead lenders, and the cash that is paid to them')
  addCommand(estate, {
    use: 'list',
    description: 'list the recorded estates with the cash that waits for their heirs',
    example: 'lenders estate list',
    writes: false,
  }).action((_: unknown, command: Command) => runCommand(terminal, command, list))
  addRecord(estate, terminal)
  addCommand(estate, {
    use: 'pay',
    description: 'pay the free cash of a dead lender to their heirs, by their shares',
    example: 'lenders estate pay --phone 81234567890 --document-file certificate.pdf --dry-run',
    writes: true,
  })
    .requiredOption(...ofDead)
    .requiredOption('--document-file <path>', 'the certificate again; another content is refused')
    .option('--method <number>', 'the bank that pays, 1: BNI, 2: the other bank', readMethod, 1 as const)
    .option('--fee-by-platform', 'the platform pays the fees; default: each heir theirs')
    .option('--yes', yesForLarge)
    .action((options: PayOptions, command: Command) =>
      runCommand(terminal, command, (tools) => pay(tools, options)),
    )
  addCommand(estate, {
    use: 'account',
    description: 'change the bank account of an heir, e.g. when the bank refused it',
    example:
      'lenders estate account --phone 81234567890 --heir 2 --number 0123456789 --holder "Budi Lestari" --code 014 --document "Letter 7/2026" --document-file letter.pdf',
    writes: true,
  })
    .requiredOption(...ofDead)
    .requiredOption('--heir <number>', 'number of the heir in the certificate', readCount(50))
    .requiredOption('--number <digits>', 'account number, 5 to 20 digits', readDigits(5, 20))
    .requiredOption('--holder <name>', 'account holder', readName(100))
    .requiredOption('--code <digits>', 'code of the bank, 3 digits', readDigits(3, 3))
    .requiredOption('--document <name>', 'name in the archive of what it is known by', readText(100))
    .requiredOption('--document-file <path>', 'its file; its SHA-256 is kept')
    .action((options: AccountOptions, command: Command) =>
      runCommand(terminal, command, (tools) => changeAccount(tools, options)),
    )
  addCommand(estate, {
    use: 'take-back',
    description:
      'take an estate back, of the wrong lender or by a certificate that another replaces; what was paid stays paid, and the lender stays suspended',
    example: 'lenders estate take-back --phone 81234567890 --reason "certificate of another person"',
    writes: true,
  })
    .requiredOption(...ofDead)
    .requiredOption('--reason <text>', 'why, without personal data', readText(200))
    .action((options: { phone: string; reason: string }, command: Command) =>
      runCommand(terminal, command, (tools) => takeBack(tools, options)),
    )
}

function addRecord(estate: Command, terminal: Terminal): void {
  addCommand(estate, {
    use: 'record',
    description: 'record the heirs of a dead lender by their certificate; the lender is suspended and told',
    example:
      'lenders estate record --phone 81234567890 --document "SKW 12/2026" --document-file certificate.pdf --heir "1/8 014 0123456789 Sri Lestari" --heir "7/8 009 9876543210 Budi Lestari" --reason "died on 3 November" --dry-run',
    writes: true,
  })
    .requiredOption(...ofDead)
    .requiredOption(
      '--heir <words>',
      'share, code of the bank, account number and holder; once for each heir, in the order of the certificate',
      readHeir,
    )
    .requiredOption('--document <name>', 'name of the certificate in the archive', readText(100))
    .requiredOption('--document-file <path>', 'its file; its SHA-256 is kept and compared at each payment')
    .requiredOption('--reason <text>', 'why, without personal data', readText(200))
    .action((options: RecordOptions, command: Command) =>
      runCommand(terminal, command, (tools) => record(tools, options)),
    )
}

/** Parses one heir and adds it to those before. */
function readHeir(value: string, before: Heir[] = []): Heir[] {
  const heir = parseHeir(value)
  if (!heir) throw new InvalidArgumentError(`It is like "${heirExample}".`)
  if (before.length === mostHeirs) throw new InvalidArgumentError(`There are at most ${mostHeirs} heirs.`)
  return [...before, { ...heir, accountName: readName(100)(heir.accountName) }]
}

async function list({ context }: CommandTools) {
  const estates = await estatesWithCash(context.db)
  return {
    exit: 0 as const,
    lines: [
      ...estates.map(
        ({ phone, heirs, free, underWay, document, sha256 }) =>
          `${phone}  ${heirs} heirs by ${document} (SHA-256 ${sha256}): ${free} to pay, ${underWay} under way`,
      ),
      `${estates.length} shown`,
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
    ? `the heirs of lender ${lenderId} were recorded before; nothing was done`
    : `${done.heirs} heirs of lender ${lenderId} are recorded, ${done.sessionsEnded} sessions ended`
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
      askOfLarge(sum(payments.map(({ amount, fee }) => amount + fee)), 'Pay to heirs'),
  })
  const { payments, left } = done
  return {
    exit: 0 as const,
    lines: [
      ...payments.map(
        ({ heir, amount, fee, id }) => `heir ${heir}: ${amount} and ${fee} of fee, withdrawal ${id}`,
      ),
      payments.length === 0 ? `nothing is paid, ${left} stay` : `${left} stay`,
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
    lines: [`the account of heir ${heir} of lender ${lenderId} is kept`],
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
    lines: [`the estate of lender ${lenderId} is taken back; ${done.paid} stay paid to the heirs`],
    data: { lenderId, ...done },
  }
}
