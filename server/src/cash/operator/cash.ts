import type { Command } from 'commander'
import { lenderOf } from '../../lenders/operator/index.ts'
import { sumInWords } from '../../operator/ask-first.ts'
import { addCommand, addGroup, type CommandTools, runCommand } from '../../operator/command.ts'
import { addFileOptions, type FileOptions, processFile } from '../../operator/file-source.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readBank, readPhone, readText } from '../../operator/values.ts'
import type { BankCode } from '../deposit/banks.ts'
import { type CashReport, importCash } from '../deposit/cash-file.ts'
import { takeBackCash } from '../deposit/take-back-cash.ts'

type TakeOverOptions = FileOptions & { again?: boolean }
type TakeBackOptions = { phone: string; bank: BankCode; reason: string }

/** `lenders cash`: the cash that lenders had at the former system. */
export function addCash(lenders: Command, terminal: Terminal): void {
  const cash = addGroup(lenders, 'cash', 'dana yang dimiliki Pemberi Dana di sistem lama')
  addFileOptions(
    addCommand(cash, {
      use: 'take-over <file>',
      description:
        'mengambil alih dana Pemberi Dana per akhir suatu hari; tidak menunggu mutasi bank (docs/take-over-cash-file.md)',
      example: 'lenders cash take-over cash.csv --dry-run',
      writes: true,
    }),
  )
    .option('--again', 'juga baris dengan isi yang sama yang pernah dibatalkan')
    .option('--yes', 'menegaskan jumlah-jumlahnya')
    .action((file: string, options: TakeOverOptions, command: Command) =>
      runCommand(terminal, command, (tools) => takeOver(tools, file, options)),
    )
  addCommand(cash, {
    use: 'take-back',
    description: 'membatalkan pengambilalihan dana yang salah, selama Pemberi Dana masih memilikinya',
    example: 'lenders cash take-back --phone 81234567890 --bank BNI --reason "jumlah salah baca" --dry-run',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .requiredOption('--bank <code>', 'BNI atau OTHER', readBank)
    .requiredOption('--reason <text>', 'alasan, tanpa data pribadi', readText(200))
    .action((options: TakeBackOptions, command: Command) =>
      runCommand(terminal, command, (tools) => takeBack(tools, options)),
    )
}

const takeOver = (tools: CommandTools, file: string, { again, ...options }: TakeOverOptions) =>
  processFile<CashReport>(tools, file, options, {
    gives: ({ banks }) => banks.reduce((sum, { amount }) => sum + amount, 0),
    task: 'mengambil alih',
    work: (input, reading) => importCash(tools.context, tools.actor, input, { ...reading, again }),
    describe: (report) => describe(report).join('\n'),
    question: questionOf,
  })

/** What is asked before the sums of a file are in the books; null if nothing new is in it. */
const questionOf = (report: CashReport): string | null =>
  report.taken === 0 ? null : `Ambil alih per ${report.asOf}: ${report.banks.map(describeBank).join('; ')}?`

const describe = ({ lines, taken, known, refused, asOf, banks }: CashReport): string[] => [
  `${lines} baris: dana dari ${taken} baris diambil alih, ${known} sudah dikenal, ${refused} ditolak`,
  ...banks.map((bank) => `untuk ditandatangani per ${asOf}: ${describeBank(bank)}`),
]

const describeBank = ({ bank, lenders, amount }: CashReport['banks'][number]): string =>
  `${bank} ${lenders} Pemberi Dana, ${sumInWords(amount)}`

async function takeBack({ context, act }: CommandTools, { phone, bank, reason }: TakeBackOptions) {
  const lenderId = await lenderOf(context, phone)
  const { amount } = await act(takeBackCash, { lenderId, bank, reason })
  const line = `pengambilalihan ${amount} rupiah di ${bank} dari Pemberi Dana ${lenderId} dibatalkan; dapat diambil alih lagi`
  return { exit: 0 as const, lines: [line], data: { lenderId, bank, amount } }
}
