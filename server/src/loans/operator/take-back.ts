import type { Command } from 'commander'
import { importTakeBackFile, type TakeBackReport } from '../take-over/take-back-file.ts'
import { type LoanTakenBack, takeBackLoan } from '../take-over/take-back.ts'
import { actAfterAsking, sumInWords } from '../../operator/ask-first.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import { processFile } from '../../operator/file-source.ts'
import { addOneOrFile, oneOrFile, type OneOrFileOptions } from '../../operator/one-or-file.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readNumber, readText } from '../../operator/values.ts'

type Options = OneOrFileOptions & { reason: string }

/** `loans take-back`: takes back the take-over of one loan, or of all loans of a take-over file. */
export function addTakeBack(loans: Command, terminal: Terminal): void {
  addOneOrFile(
    addCommand(loans, {
      use: 'take-back [number]',
      description:
        'membatalkan pengambilalihan sebuah pinjaman, atau pinjaman dari berkas pengambilalihan, selama belum ada yang dicatat sejak itu; pinjamannya menjadi draf lagi',
      example: 'loans take-back --file parts.csv --reason "saldo hari lain" --dry-run',
      writes: true,
    }),
    'berkas yang dipakai mengambil alih; pinjaman yang berbeda dilewati',
  )
    .requiredOption('--reason <text>', 'alasan, tanpa data pribadi', readText(200))
    .option('--yes', 'tidak bertanya')
    .action((number: string | undefined, options: Options, command: Command) =>
      runCommand(terminal, command, (tools) => {
        const named = oneOrFile(number, options, 'satu pinjaman')
        return 'one' in named
          ? takeBackOne(tools, readNumber(named.one), options)
          : takeBackFile(tools, named.file, options)
      }),
    )
}

async function takeBackOne(tools: CommandTools, loanNumber: string, { reason, yes }: Options) {
  const question = (foreseen: LoanTakenBack) =>
    foreseen.known ? null : `Batalkan pengambilalihan ${loanNumber}, ${describeOne(foreseen)}?`
  const done = await actAfterAsking(tools, takeBackLoan, { loanNumber, reason }, { yes, question })
  const line = done.known
    ? `${loanNumber} sudah dibatalkan sebelumnya`
    : `${loanNumber} menjadi draf lagi: dibatalkan, ${describeOne(done)}`
  return { exit: 0 as const, lines: [line], data: done }
}

const describeOne = ({ fundings, amount, opened }: LoanTakenBack): string =>
  `${fundings} pendanaan sebesar ${sumInWords(amount)}; ` +
  (opened ? 'tidak ada dana yang bergerak' : 'seluruhnya kembali ke dana Pemberi Dana')

const takeBackFile = (tools: CommandTools, file: string, options: Options) =>
  processFile<TakeBackReport>(tools, file, options, {
    task: 'membatalkan',
    work: (input, reading) =>
      importTakeBackFile(tools.context, tools.actor, input, { ...reading, reason: options.reason }),
    describe: (report) =>
      `${report.lines} baris: pengambilalihan ${report.takenBack} pinjaman dibatalkan, ${describeSums(report)}; ` +
      `${report.known} sudah dikenal, ${report.refused} baris ditolak`,
    question: (report) =>
      report.takenBack > 0
        ? `Batalkan pengambilalihan ${report.takenBack} pinjaman, ${describeSums(report)}?`
        : null,
  })

const describeSums = ({ amount, refunded }: TakeBackReport): string =>
  `${sumInWords(amount)}; ${sumInWords(refunded)} di antaranya kembali ke dana Pemberi Dana`
