import type { Command } from 'commander'
import { storeTaxNumber, type TaxNumberVersion, taxNumberVersions } from '../profile/tax-number.ts'
import { taxNumberCell } from '../profile/tax-number-file.ts'
import { addCommand, addGroup, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { momentText } from '../../operator/moment-text.ts'
import { addImport } from '../../operator/file-source.ts'
import { taxNumbersFile } from './files.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { asOption, readDate, readPhone } from '../../operator/values.ts'
import { lenderOf } from './lender-of.ts'

type SetOptions = { phone: string; number?: string; none?: boolean; from?: string }

/** `lenders tax-number`: the tax numbers of lenders, each version kept. */
export function addTaxNumber(lenders: Command, terminal: Terminal): void {
  const group = addGroup(lenders, 'tax-number', 'nomor pajak Pemberi Dana: NPWP 16 angka, atau NIK')
  addCommand(group, {
    use: 'set',
    description:
      'menyimpan nomor pajak Pemberi Dana; versi-versi sebelumnya disimpan, dan NO_TAX_NUMBER mengikutinya',
    example: 'lenders tax-number set --phone 81234567890 --number 9900001708900003 --from 2026-01-01',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .option('--number <digits>', '16 angka', asOption(taxNumberCell))
    .option(
      '--none',
      'membatalkan nomor yang sekarang: bukan milik Pemberi Dana, atau dengan --from hanya sampai sehari sebelumnya',
    )
    .option(
      '--from <date>',
      'hari mulai berlakunya, YYYY-MM-DD; bawaan: hari ini, dengan --none hari pertama nomor itu',
      readDate,
    )
    .action((options: SetOptions, command: Command) =>
      runCommand(terminal, command, (tools) => set(tools, options)),
    )
  addCommand(group, {
    use: 'show',
    description: 'menampilkan nomor pajak Pemberi Dana dengan semua versinya',
    example: 'lenders tax-number show --phone 81234567890',
    writes: false,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .action(({ phone }: { phone: string }, command: Command) =>
      runCommand(terminal, command, (tools) => show(tools, phone)),
    )
  addImport(group, terminal, {
    use: 'import <file>',
    description: 'menyimpan nomor pajak dari sebuah berkas (docs/tax-slip-file.md)',
    example: 'lenders tax-number import numbers.csv --dry-run --report refused.jsonl',
    kind: taxNumbersFile,
  })
}

async function set({ context, act }: CommandTools, { phone, number, none, from }: SetOptions) {
  if ((number === undefined) === (none === undefined))
    throw new CommandError('Sebutkan nomor pajaknya dengan --number, atau --none.')
  const lenderId = await lenderOf(context, phone)
  const { version, changed, status } = await act(storeTaxNumber, {
    lenderId,
    number: number ?? null,
    validFrom: from ?? null,
  })
  const line = changed
    ? `nomor pajak Pemberi Dana ${lenderId} disimpan, versi ${version}`
    : `Pemberi Dana ${lenderId} sudah memiliki nomor pajak ini, versi ${version}`
  const taxed = status === null ? [] : [`bunganya dikenai pajak sebagai ${status} sejak sekarang`]
  return { exit: 0 as const, lines: [line, ...taxed], data: { lenderId, version, changed, status } }
}

async function show({ context }: CommandTools, phone: string) {
  const lenderId = await lenderOf(context, phone)
  const versions = await taxNumberVersions(context.db, lenderId)
  return {
    exit: 0 as const,
    lines:
      versions.length === 0
        ? [`tidak ada nomor pajak Pemberi Dana ${lenderId} yang tercatat`]
        : versions.map(asLine),
    data: { lenderId, versions },
  }
}

const asLine = ({ version, number, validFrom, keptBy, keptAt }: TaxNumberVersion): string =>
  `versi ${version}: ${number ?? 'tidak ada'} sejak ${validFrom}, disimpan ${momentText(keptAt)} oleh ${keptBy}`
