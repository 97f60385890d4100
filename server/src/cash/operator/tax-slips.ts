import type { TaxKind } from '@pematang/contract/cash/tax/endpoints'
import { type Command, Option } from 'commander'
import { articleOf, formatRate } from '../tax/withheld.ts'
import { slipNumberCell } from '../tax/slip-file.ts'
import { storeSlip, withdrawSlip } from '../tax/slips.ts'
import { addCommand, addGroup, type CommandTools, runCommand } from '../../operator/command.ts'
import { addImport } from '../../operator/file-source.ts'
import { slipsFile } from './files.ts'
import type { Terminal } from '../../operator/terminal.ts'
import {
  asOption,
  readAmount,
  readDate,
  readPart,
  readPhone,
  readPpm,
  readText,
} from '../../operator/values.ts'
import { readPeriod } from './read-period.ts'
import { lenderOf } from '../../lenders/operator/index.ts'

type OfOptions = { phone: string; period: string; kind: TaxKind; rate?: number }
type SlipOptions = OfOptions & {
  number: string
  issuedOn: string
  grossInterest: number
  tax: number
  reason?: string
}

/** `tax slips`: the official slips (bukti potong), entered from the tax office's system. */
export function addTaxSlips(tax: Command, terminal: Terminal): void {
  const slips = addGroup(tax, 'slips', 'bukti potong resmi dari sistem kantor pajak')
  addImport(slips, terminal, {
    use: 'import <file>',
    description: 'menyimpan bukti potong dari sebuah berkas (docs/tax-slip-file.md)',
    example: 'tax slips import slips.csv --dry-run --report refused.jsonl',
    kind: slipsFile,
  })
  theSlip(
    addCommand(slips, {
      use: 'enter',
      description: 'menyimpan satu bukti potong; jumlahnya sama dengan pembukuan',
      example:
        'tax slips enter --phone 81234567890 --period 2026-03 --kind PPH23 --number 2603ABCDE --issued-on 2026-04-10 --gross-interest 125000 --tax 18750',
      writes: true,
    }),
  ).action((options: SlipOptions, command: Command) =>
    runCommand(terminal, command, (tools) => enter(tools, options)),
  )
  theSlip(
    addCommand(slips, {
      use: 'correct',
      description: 'mengganti bukti potong yang salah; keduanya disimpan',
      example:
        'tax slips correct --phone 81234567890 --period 2026-03 --kind PPH23 --number 2603ABCDF --issued-on 2026-04-12 --gross-interest 125000 --tax 18750 --reason "nomor salah baca"',
      writes: true,
    }),
  )
    .requiredOption('--reason <text>', 'alasan, tanpa data pribadi', readText(200))
    .action((options: SlipOptions, command: Command) =>
      runCommand(terminal, command, (tools) => enter(tools, options)),
    )
  ofTax(
    addCommand(slips, {
      use: 'withdraw',
      description: 'menarik bukti potong yang bukan dari pajak ini; versi-versinya disimpan',
      example:
        'tax slips withdraw --phone 81234567890 --period 2026-03 --kind PPH23 --reason "milik Pemberi Dana lain"',
      writes: true,
    }),
  )
    .requiredOption('--reason <text>', 'alasan, tanpa data pribadi', readText(200))
    .action((options: OfOptions & { reason: string }, command: Command) =>
      runCommand(terminal, command, (tools) => takeBack(tools, options)),
    )
}

const ofTax = (command: Command): Command =>
  command
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .requiredOption('--period <month>', 'masa pajak pemotongannya, YYYY-MM', readPeriod)
    .addOption(new Option('--kind <kind>', 'pajaknya').choices(['PPH23', 'PPH26']).makeOptionMandatory())
    .option(
      '--rate <fraction>',
      'tarifnya, bila jenis itu memiliki dua tarif dalam bulan itu, misalnya 0.15',
      readPpm,
    )

const theSlip = (command: Command): Command =>
  ofTax(command)
    .requiredOption('--number <number>', 'nomor bukti potong', asOption(slipNumberCell))
    .requiredOption('--issued-on <date>', 'tanggal bukti potong, YYYY-MM-DD', readDate)
    .requiredOption('--gross-interest <rupiah>', 'bunga bruto pada bukti potong', readAmount)
    .requiredOption('--tax <rupiah>', 'pajak pada bukti potong', readPart)

async function enter({ context, act }: CommandTools, options: SlipOptions) {
  const lenderId = await lenderOf(context, options.phone)
  const { period, kind, number, issuedOn, grossInterest, tax } = options
  const { ratePpm, version, changed } = await act(storeSlip, {
    ...{ lenderId, period, number, issuedOn, interest: grossInterest, tax, taxNumber: null },
    article: articleOf(kind),
    ratePpm: options.rate ?? null,
    reason: options.reason ?? null,
  })
  const of = `Pemberi Dana ${lenderId}, ${kind} ${formatRate(ratePpm)} masa ${period}`
  return {
    exit: 0 as const,
    lines: [
      changed
        ? `bukti potong ${number} bagi ${of} disimpan, versi ${version}`
        : `bukti potong ${number} bagi ${of} sudah disimpan sebelumnya`,
    ],
    data: { lenderId, period, kind, ratePpm, number, version, changed },
  }
}

async function takeBack(
  { context, act }: CommandTools,
  { phone, period, kind, rate, reason }: OfOptions & { reason: string },
) {
  const lenderId = await lenderOf(context, phone)
  const input = { lenderId, period, article: articleOf(kind), ratePpm: rate ?? null, reason }
  const { number, version } = await act(withdrawSlip, input)
  return {
    exit: 0 as const,
    lines: [
      `bukti potong ${number} dari Pemberi Dana ${lenderId}, ${kind} masa ${period} ditarik, versi ${version}`,
    ],
    data: { lenderId, period, kind, number, version },
  }
}
