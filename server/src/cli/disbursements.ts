import type { Command } from 'commander'
import { disburseMany } from '../servicing/index.ts'
import {
  checkDisbursements,
  type DisbursementReport,
  fundedLoans,
  rehearseDisbursements,
  takeDisbursements,
} from '../servicing/files/disbursements.ts'
import { reasonOf } from '../servicing/files/take-file.ts'
import { addGroup, addLeaf, CommandError, type CommandTools, runCommand, write } from './command.ts'
import { addFileOptions, type FileOptions, takeWithCare } from './file-source.ts'
import type { Terminal } from './terminal.ts'
import { readDate } from './values.ts'

type MakeOptions = { all?: boolean; on?: string }

/** `disbursements`: loans that are paid out, by number, all that are funded, or from a file. */
export function addDisbursements(program: Command, terminal: Terminal): void {
  const disbursements = addGroup(program, 'disbursements', 'loans that are paid out to their borrowers')
  addLeaf(disbursements, {
    use: 'make [numbers...]',
    description: 'pay out loans that are funded in full; their schedules begin on that day',
    example: 'disbursements make PMT-2026-000123 --on 2026-11-20',
    writes: true,
  })
    .option('--all', 'every loan that is funded in full')
    .option('--on <date>', 'value date, YYYY-MM-DD, not after today; today where it is left out', readDate)
    .action((numbers: string[], options: MakeOptions, command: Command) =>
      runCommand(terminal, command, (tools) => make(tools, numbers, options)),
    )
  addFileOptions(
    addLeaf(disbursements, {
      use: 'import <file>',
      description:
        'pay out the loans of a CSV file (docs/disbursement-file.md); the same file twice pays nothing twice',
      example: 'disbursements import paid-out.csv --dry-run',
      writes: true,
    }),
  ).action((file: string, options: FileOptions, command: Command) =>
    runCommand(terminal, command, (tools) => importFile(tools, file, options)),
  )
}

async function make(tools: CommandTools, numbers: string[], { all = false, on }: MakeOptions) {
  if (all === numbers.length > 0) throw new CommandError('Name the loans, or say --all.')
  const { context, actor, terminal, dryRun, json } = tools
  const refusals: { loanNumber: string; reason: string }[] = []
  let made = 0
  let amount = 0
  for await (const batch of all ? everyFunded(tools) : [numbers]) {
    const loans = batch.map((loanNumber) => ({
      loanNumber,
      ...(on === undefined ? {} : { disbursedOn: on }),
    }))
    const outcomes = await (dryRun ? rehearseDisbursements : disburseMany)(context, actor, loans)
    for (const [place, outcome] of outcomes.entries()) {
      const loanNumber = batch[place] ?? ''
      if ('error' in outcome) {
        const reason = reasonOf(outcome.error)
        refusals.push({ loanNumber, reason })
        if (!json) await write(terminal.stdout, `${loanNumber} refused: ${reason}\n`)
      } else {
        made += 1
        amount += outcome.answer.amount
      }
    }
  }
  return {
    exit: refusals.length === 0 ? (0 as const) : made > 0 ? (1 as const) : (2 as const),
    lines: [`${made} loans paid out, ${amount} rupiah, ${refusals.length} refused`],
    data: { made, amount, refused: refusals.length, refusals },
  }
}

/** Loans asked for at once. */
const page = 250

async function* everyFunded({ context }: CommandTools): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const numbers = await fundedLoans(context.db, after, page)
    if (numbers.length > 0) yield numbers
    if (numbers.length < page) return
    after = numbers.at(-1) ?? ''
  }
}

function importFile(tools: CommandTools, file: string, options: FileOptions) {
  const { context, actor } = tools
  return takeWithCare<DisbursementReport>(tools, file, options, {
    check: (source) => checkDisbursements(context, actor, source.open('checking'), source),
    take: (source) => takeDisbursements(context, actor, source.open('paying out'), source),
    tell: ({ lines, taken, known, refused, amount }) =>
      `${lines} lines: ${taken} paid out, ${amount} rupiah, ${known} known, ${refused} refused`,
  })
}
