import type { TaxKind } from '@pematang/contract/cash/tax/endpoints'
import { type Command, Option } from 'commander'
import { articleOf, formatRate, slipNumberCell, storeSlip, withdrawSlip } from '../tax/index.ts'
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
  const slips = addGroup(tax, 'slips', 'official slips (bukti potong) of the tax office’s system')
  addImport(slips, terminal, {
    use: 'import <file>',
    description: 'store the slips of a file (docs/tax-slip-file.md)',
    example: 'tax slips import slips.csv --dry-run --report refused.jsonl',
    kind: slipsFile,
  })
  theSlip(
    addCommand(slips, {
      use: 'enter',
      description: 'store one slip; its sums are those of the books',
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
      description: 'put another slip in place of a wrong one; both are kept',
      example:
        'tax slips correct --phone 81234567890 --period 2026-03 --kind PPH23 --number 2603ABCDF --issued-on 2026-04-12 --gross-interest 125000 --tax 18750 --reason "number misread"',
      writes: true,
    }),
  )
    .requiredOption('--reason <text>', 'why, without personal data', readText(200))
    .action((options: SlipOptions, command: Command) =>
      runCommand(terminal, command, (tools) => enter(tools, options)),
    )
  ofTax(
    addCommand(slips, {
      use: 'withdraw',
      description: 'take a slip back that is none of this tax; its versions are kept',
      example:
        'tax slips withdraw --phone 81234567890 --period 2026-03 --kind PPH23 --reason "of another lender"',
      writes: true,
    }),
  )
    .requiredOption('--reason <text>', 'why, without personal data', readText(200))
    .action((options: OfOptions & { reason: string }, command: Command) =>
      runCommand(terminal, command, (tools) => takeBack(tools, options)),
    )
}

/** The options that name the tax of a slip. */
const ofTax = (command: Command): Command =>
  command
    .requiredOption('--phone <digits>', 'the lender', readPhone)
    .requiredOption('--period <month>', 'the month in which it was withheld, YYYY-MM', readPeriod)
    .addOption(new Option('--kind <kind>', 'the tax').choices(['PPH23', 'PPH26']).makeOptionMandatory())
    .option('--rate <fraction>', 'its rate, where the kind had two in the month, e.g. 0.15', readPpm)

/** The options that name a slip and its sums. */
const theSlip = (command: Command): Command =>
  ofTax(command)
    .requiredOption('--number <number>', 'the number of the slip', asOption(slipNumberCell))
    .requiredOption('--issued-on <date>', 'the date of the slip, YYYY-MM-DD', readDate)
    .requiredOption('--gross-interest <rupiah>', 'gross interest on the slip', readAmount)
    .requiredOption('--tax <rupiah>', 'tax on the slip', readPart)

async function enter({ context, act }: CommandTools, options: SlipOptions) {
  const lenderId = await lenderOf(context, options.phone)
  const { period, kind, number, issuedOn, grossInterest, tax } = options
  const { ratePpm, version, changed } = await act(storeSlip, {
    ...{ lenderId, period, number, issuedOn, interest: grossInterest, tax, taxNumber: null },
    article: articleOf(kind),
    ratePpm: options.rate ?? null,
    reason: options.reason ?? null,
  })
  const of = `lender ${lenderId}, ${kind} ${formatRate(ratePpm)} of ${period}`
  return {
    exit: 0 as const,
    lines: [
      changed
        ? `slip ${number} of ${of} is kept, version ${version}`
        : `slip ${number} of ${of} was kept before`,
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
    lines: [`slip ${number} of lender ${lenderId}, ${kind} of ${period} is taken back, version ${version}`],
    data: { lenderId, period, kind, number, version },
  }
}
