import type { Command } from 'commander'
import { storeTaxNumber, taxNumberCell, type TaxNumberVersion, taxNumberVersions } from '../profile/index.ts'
import { addCommand, addGroup, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { addImport } from '../../operator/file-source.ts'
import { taxNumbersFile } from './files.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { asOption, readDate, readPhone } from '../../operator/values.ts'
import { lenderOf } from './lender-of.ts'

type SetOptions = { phone: string; number?: string; none?: boolean; from?: string }

/** `lenders tax-number`: the tax numbers of lenders, each version kept. */
export function addTaxNumber(lenders: Command, terminal: Terminal): void {
  const group = addGroup(lenders, 'tax-number', 'tax numbers of lenders: NPWP of 16 digits, or NIK')
  addCommand(group, {
    use: 'set',
    description:
      'store the tax number of a lender; the versions before are kept, and NO_TAX_NUMBER follows from it',
    example: 'lenders tax-number set --phone 81234567890 --number 9900001708900003 --from 2026-01-01',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'the lender', readPhone)
    .option('--number <digits>', '16 digits', asOption(taxNumberCell))
    .option(
      '--none',
      'take the present number back: it was never the lender’s, or with --from only until the day before',
    )
    .option(
      '--from <date>',
      'the day from which it is so, YYYY-MM-DD; default: today, with --none the first day of the number',
      readDate,
    )
    .action((options: SetOptions, command: Command) =>
      runCommand(terminal, command, (tools) => set(tools, options)),
    )
  addCommand(group, {
    use: 'show',
    description: 'show the tax number of a lender with all its versions',
    example: 'lenders tax-number show --phone 81234567890',
    writes: false,
  })
    .requiredOption('--phone <digits>', 'the lender', readPhone)
    .action(({ phone }: { phone: string }, command: Command) =>
      runCommand(terminal, command, (tools) => show(tools, phone)),
    )
  addImport(group, terminal, {
    use: 'import <file>',
    description: 'store the tax numbers of a file (docs/tax-slip-file.md)',
    example: 'lenders tax-number import numbers.csv --dry-run --report refused.jsonl',
    kind: taxNumbersFile,
  })
}

async function set({ context, act }: CommandTools, { phone, number, none, from }: SetOptions) {
  if ((number === undefined) === (none === undefined))
    throw new CommandError('Name the tax number with --number, or say --none.')
  const lenderId = await lenderOf(context, phone)
  const { version, changed, status } = await act(storeTaxNumber, {
    lenderId,
    number: number ?? null,
    validFrom: from ?? null,
  })
  const line = changed
    ? `the tax number of lender ${lenderId} is kept, version ${version}`
    : `lender ${lenderId} has this tax number already, version ${version}`
  const taxed = status === null ? [] : [`their interest is taxed as ${status} from now on`]
  return { exit: 0 as const, lines: [line, ...taxed], data: { lenderId, version, changed, status } }
}

async function show({ context }: CommandTools, phone: string) {
  const lenderId = await lenderOf(context, phone)
  const versions = await taxNumberVersions(context.db, lenderId)
  return {
    exit: 0 as const,
    lines: versions.length === 0 ? [`no tax number of lender ${lenderId} is kept`] : versions.map(asLine),
    data: { lenderId, versions },
  }
}

const asLine = ({ version, number, validFrom, keptBy, keptAt }: TaxNumberVersion): string =>
  `version ${version}: ${number ?? 'none'} from ${validFrom}, kept ${keptAt.toISOString()} by ${keptBy}`
