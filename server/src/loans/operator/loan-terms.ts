import type { Command } from 'commander'
import { addTermOptions, type TermOptions, termsOf } from './term-options.ts'
import { isWithoutArrears, writeOffLoan } from '../terms/write-off.ts'
import { restructureLoan } from '../terms/restructure.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import { actAfterAsking, askOfLarge, sumInWords, yesForLarge } from '../../operator/ask-first.ts'
import { processKind } from '../../operator/file-source.ts'
import { writeOffsFile } from './files.ts'
import { addOneOrFile, oneOrFile, type OneOrFileOptions } from '../../operator/one-or-file.ts'
import { hashFile } from '../../operator/hash-file.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readDate, readNumber, readText } from '../../operator/values.ts'

type RestructureOptions = TermOptions & { agreement: string; agreementFile: string }

/** `loans restructure` and `write-off`. */
export function addLoanTerms(loans: Command, terminal: Terminal): void {
  addTermOptions(
    addCommand(loans, {
      use: 'restructure <number>',
      description: 'merestrukturisasi sisa pinjaman dengan ketentuan baru yang ditandatangani',
      example:
        'loans restructure PMT-2026-000123 --agreed-on 2026-11-20 --interest 0.1 --interest-type ANNUITY --tenor 24 --tenor-period MONTH --agreement ADD/2026/7 --agreement-file addendum.pdf',
      writes: true,
    }),
  )
    .requiredOption('--agreement <name>', 'nama perjanjian yang ditandatangani dalam arsip', readText(100))
    .requiredOption('--agreement-file <path>', 'berkas perjanjian yang ditandatangani; SHA-256-nya dicatat')
    .action((loan: string, options: RestructureOptions, command: Command) =>
      runCommand(terminal, command, (tools) => restructure(tools, readNumber(loan), options)),
    )
  addOneOrFile(
    addCommand(loans, {
      use: 'write-off [number]',
      description:
        'menghapusbukukan pinjaman, atau pinjaman dari berkas CSV; yang tertagih kemudian dibayarkan kepada Pemberi Dananya. Berkas boleh diulang',
      example: 'loans write-off PMT-2026-000123 --on 2026-11-20 --reason "pailit, keputusan 7/2026"',
      writes: true,
    }),
    'docs/write-off-file.md',
  )
    .option('--on <date>', 'tanggal valuta, YYYY-MM-DD, tidak sesudah hari ini', readDate)
    .option('--reason <text>', 'alasan, tanpa data pribadi', readText(200))
    .option('--yes', `menegaskan pinjaman yang tidak terlambat; ${yesForLarge}`)
    .action((number: string | undefined, options: WriteOffOptions, command: Command) =>
      runCommand(terminal, command, (tools) => {
        const named = oneOrFile(number, options, 'satu pinjaman', { needed: ['on', 'reason'] })
        return 'one' in named
          ? writeOff(tools, readNumber(named.one), options)
          : processKind(tools, named.file, options, writeOffsFile)
      }),
    )
}

async function restructure({ act }: CommandTools, loanNumber: string, options: RestructureOptions) {
  const { agreement, agreementFile } = options
  const done = await act(restructureLoan, {
    loanNumber,
    ...termsOf(options),
    agreement: { reference: agreement, sha256: await hashFile(agreementFile) },
  })
  return {
    exit: 0 as const,
    lines: [
      `${loanNumber}${done.repeated ? ' sudah direstrukturisasi dengan perjanjian ini' : ''}: ${done.principal} berlanjut dalam ${done.installments} Angsuran, bunga ${done.interestKept} tetap ditagih dan ${done.interestWaived} dihapus, denda ${done.penaltyWaived} dihapus`,
    ],
    data: done,
  }
}

type WriteOffOptions = OneOrFileOptions & { on?: string; reason?: string }

async function writeOff(
  tools: CommandTools,
  loanNumber: string,
  { on = '', reason = '', yes }: WriteOffOptions,
) {
  const isUnusual = await isWithoutArrears(tools.context.db, loanNumber)
  const input = { loanNumber, writtenOffOn: on, reason }
  const done = await actAfterAsking(tools, writeOffLoan, input, {
    yes,
    question: ({ principal }) =>
      isUnusual
        ? `Tidak ada yang terlambat pada ${loanNumber}. Hapusbukukan pokok ${sumInWords(principal)}?`
        : askOfLarge(principal, 'Hapusbukukan pokok'),
  })
  const line = `${loanNumber} dihapusbukukan: pokok ${done.principal}, bunga ${done.interest}`
  return { exit: 0 as const, lines: [line], data: done }
}
