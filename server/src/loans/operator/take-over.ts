import { type Command, InvalidArgumentError, Option } from 'commander'
import { defaultTolerance } from '../take-over/take-over.ts'
import { importTakeOverFile, type TakeOverReport } from '../take-over/import-file.ts'
import { addImport, type FileOptions } from '../../operator/file-source.ts'
import type { Terminal } from '../../operator/terminal.ts'

/** `loans take-over`: imports loans that were funded in another system. */
export function addTakeOver(loans: Command, terminal: Terminal): void {
  addImport<TakeOverReport, FileOptions & { tolerance: number }>(loans, terminal, {
    use: 'take-over <file>',
    description:
      'mengambil alih draf pinjaman yang didanai di tempat lain, dengan bagian Pemberi Dananya (docs/take-over-file.md)',
    example: 'loans take-over parts.csv --all-or-nothing --report refused.jsonl',
    kind: {
      isTaking: false,
      task: ({ context, actor }, { tolerance }) => ({
        task: 'mengambil alih',
        work: (input, reading) => importTakeOverFile(context, actor, input, { ...reading, tolerance }),
        describe: (report) => describe(report).join('\n'),
        gives: ({ amount }) => amount,
      }),
    },
  }).addOption(
    new Option(
      '--tolerance <rupiah>',
      'selisih pembulatan sebuah pinjaman sampai jumlah ini, dan seperseratus Angsuran, tidak menjadikannya terlambat',
    )
      .argParser(readTolerance)
      .default(defaultTolerance),
  )
}

/** The differences, then how the loans of the file stand, to be compared with the former system and signed off. */
function describe({ lines, taken, known, refused, amount, opened, differences }: TakeOverReport): string[] {
  return [
    ...differences.map(
      ({ line, loanNumber, difference }) => `baris ${line}, pinjaman ${loanNumber}: ${difference}`,
    ),
    `${lines} baris: ${taken} pinjaman diambil alih, ${amount} rupiah, ${known} sudah dikenal, ${refused} baris ditolak`,
    ...(opened.loans === 0
      ? []
      : [
          `untuk ditandatangani: ${opened.loans} pinjaman berjalan, sisa ${opened.outstanding}, tunggakan ${opened.arrears}; ` +
            `${opened.late} di antaranya terlambat, sisa ${opened.lateOutstanding}; ` +
            `dibayar di muka: pokok ${opened.principalAhead}, bunga ${opened.interestAhead}`,
        ]),
  ]
}

const highestTolerance = 100_000

function readTolerance(text: string): number {
  if (!/^\d{1,6}$/.test(text) || Number(text) > highestTolerance)
    throw new InvalidArgumentError(`Toleransi 0 sampai ${highestTolerance} rupiah.`)
  return Number(text)
}
