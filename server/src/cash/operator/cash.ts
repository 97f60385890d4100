import type { Command } from 'commander'
import { lenderOf } from '../../lenders/operator/index.ts'
import { sumInWords } from '../../operator/ask-first.ts'
import { addCommand, addGroup, type CommandTools, runCommand } from '../../operator/command.ts'
import { addFileOptions, type FileOptions, processFile } from '../../operator/file-source.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readBank, readPhone, readText } from '../../operator/values.ts'
import { type BankCode, type CashReport, importCash, takeBackCash } from '../deposit/index.ts'

type TakeOverOptions = FileOptions & { again?: boolean }
type TakeBackOptions = { phone: string; bank: BankCode; reason: string }

/** `lenders cash`: the cash that lenders had at the former system. */
export function addCash(lenders: Command, terminal: Terminal): void {
  const cash = addGroup(lenders, 'cash', 'cash that lenders had at the former system')
  addFileOptions(
    addCommand(cash, {
      use: 'take-over <file>',
      description:
        'take over the cash of lenders as of the end of a day; it awaits no line of the bank (docs/take-over-cash-file.md)',
      example: 'lenders cash take-over cash.csv --dry-run',
      writes: true,
    }),
  )
    .option('--again', 'also lines whose very content was taken back before')
    .option('--yes', 'confirm the sums')
    .action((file: string, options: TakeOverOptions, command: Command) =>
      runCommand(terminal, command, (tools) => takeOver(tools, file, options)),
    )
  addCommand(cash, {
    use: 'take-back',
    description: 'take back cash that was taken over wrongly, while the lender still has it',
    example: 'lenders cash take-back --phone 81234567890 --bank BNI --reason "amount misread" --dry-run',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'the lender', readPhone)
    .requiredOption('--bank <code>', 'BNI or OTHER', readBank)
    .requiredOption('--reason <text>', 'why, without personal data', readText(200))
    .action((options: TakeBackOptions, command: Command) =>
      runCommand(terminal, command, (tools) => takeBack(tools, options)),
    )
}

const takeOver = (tools: CommandTools, file: string, { again, ...options }: TakeOverOptions) =>
  processFile<CashReport>(tools, file, options, {
    gives: ({ banks }) => banks.reduce((sum, { amount }) => sum + amount, 0),
    task: 'taking over',
    work: (input, reading) => importCash(tools.context, tools.actor, input, { ...reading, again }),
    describe: (report) => describe(report).join('\n'),
    question: questionOf,
  })

/** What is asked before the sums of a file are in the books; null if nothing new is in it. */
const questionOf = (report: CashReport): string | null =>
  report.taken === 0 ? null : `Take over as of ${report.asOf}: ${report.banks.map(describeBank).join('; ')}?`

const describe = ({ lines, taken, known, refused, asOf, banks }: CashReport): string[] => [
  `${lines} lines: cash of ${taken} lines taken over, ${known} known, ${refused} refused`,
  ...banks.map((bank) => `to sign off as of ${asOf}: ${describeBank(bank)}`),
]

const describeBank = ({ bank, lenders, amount }: CashReport['banks'][number]): string =>
  `${bank} ${lenders} lenders, ${sumInWords(amount)}`

async function takeBack({ context, act }: CommandTools, { phone, bank, reason }: TakeBackOptions) {
  const lenderId = await lenderOf(context, phone)
  const { amount } = await act(takeBackCash, { lenderId, bank, reason })
  const line = `${amount} rupiah at ${bank} taken back from lender ${lenderId}; they can be taken over anew`
  return { exit: 0 as const, lines: [line], data: { lenderId, bank, amount } }
}
