import type { Command } from 'commander'
import { disburseMany } from '../disbursement/disburse.ts'
import { fundedLoans, fundedSum } from '../disbursement/funded-loans.ts'
import { reasonOf } from '../../operator/files/index.ts'
import { unusualReasons } from '../files/unusual-reasons.ts'
import {
  addCommand,
  CommandError,
  type CommandTools,
  exitAfter,
  runCommand,
  write,
} from '../../operator/command.ts'
import { askOfLarge, sumInWords, yesForLarge } from '../../operator/ask-first.ts'
import { confirm } from '../../operator/confirm.ts'
import { addImport } from '../../operator/file-source.ts'
import { disbursementsFile } from './files.ts'
import { addDisbursementReversal } from './loan-reversals.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readDate } from '../../operator/values.ts'

type MakeOptions = { all?: boolean; on?: string; yes?: boolean }

/** `disbursements`: disburses loans by number, all funded loans, or those of a file. */
export function addDisbursements(disbursements: Command, terminal: Terminal): void {
  addCommand(disbursements, {
    use: 'make [numbers...]',
    description: 'mencairkan pinjaman yang didanai penuh; jadwalnya dimulai pada hari itu',
    example: 'disbursements make PMT-2026-000123 --on 2026-11-20',
    writes: true,
  })
    .option('--all', 'semua pinjaman yang didanai penuh')
    .option('--on <date>', 'tanggal valuta, YYYY-MM-DD, tidak sesudah hari ini; bawaan: hari ini', readDate)
    .option('--yes', `menegaskan --all atau tanggal valuta yang sudah lama; ${yesForLarge}`)
    .action((numbers: string[], options: MakeOptions, command: Command) =>
      runCommand(terminal, command, (tools) => make(tools, numbers, options)),
    )
  addImport(disbursements, terminal, {
    use: 'import <file>',
    description: 'mencairkan pinjaman dari berkas CSV (docs/disbursement-file.md); berkas boleh diulang',
    example: 'disbursements import paid-out.csv --dry-run',
    kind: disbursementsFile,
  }).option('--yes', `menegaskan tanggal valuta yang sudah lama; ${yesForLarge}`)
  addDisbursementReversal(disbursements, terminal)
}

async function make(tools: CommandTools, numbers: string[], { all = false, on, yes }: MakeOptions) {
  if (all === numbers.length > 0) throw new CommandError('Sebutkan pinjamannya, atau --all.')
  const { context, actor, terminal, dryRun, json } = tools
  const [strange] = await unusualReasons(context.db, context.config, [{ loanNumber: '', on }])
  if (!yes && !dryRun) {
    if (strange) await confirm(tools, `${strange}. Tetap cairkan?`)
    const asked = await questionOf(tools, all ? null : numbers)
    if (asked !== null) await confirm(tools, asked)
  }
  const refusals: { loanNumber: string; reason: string }[] = []
  let made = 0
  let amount = 0
  for await (const batch of all ? everyFunded(tools) : [numbers]) {
    const loans = batch.map((loanNumber) => ({
      loanNumber,
      ...(on === undefined ? {} : { disbursedOn: on }),
    }))
    const outcomes = await disburseMany(context, actor, loans, { dryRun })
    for (const [place, outcome] of outcomes.entries()) {
      const loanNumber = batch[place] ?? ''
      if ('error' in outcome) {
        const reason = reasonOf(outcome.error)
        refusals.push({ loanNumber, reason })
        if (!json) await write(terminal.stdout, `${loanNumber} ditolak: ${reason}\n`)
      } else {
        made += 1
        amount += outcome.answer.amount
      }
    }
  }
  return {
    exit: exitAfter(refusals.length),
    lines: [`${made} pinjaman dicairkan, ${amount} rupiah, ${refusals.length} ditolak`],
    data: { made, amount, refused: refusals.length, refusals },
  }
}

/** What to ask before all funded loans (null), or these, are paid out; null where nothing is unusual. */
async function questionOf({ context }: CommandTools, numbers: string[] | null): Promise<string | null> {
  const { loans, amount } = await fundedSum(context.db, numbers)
  return numbers === null && loans > 0
    ? `Cairkan semua ${loans} pinjaman yang didanai penuh: ${sumInWords(amount)}?`
    : askOfLarge(amount, `Cairkan ${loans} pinjaman:`)
}

const page = 250

async function* everyFunded({ context }: CommandTools): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const numbers = await fundedLoans(context.db, after, page)
    if (numbers.length > 0) yield numbers
    if (numbers.length < page) return
    after = numbers.at(-1) ?? ''
  }
}
