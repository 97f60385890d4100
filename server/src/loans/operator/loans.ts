import { type Command, Option } from 'commander'
import { asTheyAre } from '../offers/draft-contents.ts'
import { findDrafts, type NotOffered, publishLoans } from '../offers/publish-loans.ts'
import { addAccount } from './account.ts'
import { addCancel } from './cancel-loans.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { confirm } from '../../operator/confirm.ts'
import { addDrafts } from './drafts.ts'
import { addFileOptions, type FileOptions, processKind } from '../../operator/file-source.ts'
import { loansFile } from './files.ts'
import { addLoanFacts } from './loan-facts.ts'
import { addLoanLists } from './loan-lists.ts'
import { addTermReversals } from './loan-reversals.ts'
import { addLoanTerms } from './loan-terms.ts'
import { addQuote } from './quote.ts'
import { addTakeBack } from './take-back.ts'
import { addTakeOver } from './take-over.ts'
import { addVotes } from './votes.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { newLoanType } from '../../operator/values.ts'

type ImportOptions = FileOptions & { publish?: boolean; newLoanType?: string[] }

/** `loans`: lists, import, publish, cancel. */
export function addLoans(loans: Command, terminal: Terminal): void {
  addLoanLists(loans, terminal)
  addQuote(loans, terminal)
  addAccount(loans, terminal)
  addFileOptions(
    addCommand(loans, {
      use: 'import <file>',
      description: 'mengimpor pinjaman dari berkas CSV (docs/loan-file.md); berkas boleh diulang',
      example: 'loans import loans.csv --publish --report refused.jsonl',
      writes: true,
    }),
  )
    .addOption(
      new Option(
        '--publish',
        'lalu menawarkan pinjaman dari berkas ini, juga yang diimpor sebelumnya dan masih draf',
      ),
    )
    .option(...newLoanType)
    .action((file: string, options: ImportOptions, command: Command) =>
      runCommand(terminal, command, (tools) => processKind(tools, file, options, loansFile)),
    )
  addCommand(loans, {
    use: 'publish [numbers...]',
    description: 'menawarkan draf pinjaman di marketplace',
    example: 'loans publish PMT-2026-000123 PMT-2026-000124',
    writes: true,
  })
    .option('--all', 'semua draf, setelah menegaskan jumlahnya')
    .option('--yes', 'bersama --all: tidak bertanya')
    .action((numbers: string[], options: PublishOptions, command: Command) =>
      runCommand(terminal, command, (tools) => publish(tools, numbers, options)),
    )
  addDrafts(loans, terminal)
  addLoanFacts(loans, terminal)
  addCancel(loans, terminal)
  addLoanTerms(loans, terminal)
  addVotes(loans, terminal)
  addTermReversals(loans, terminal)
  addTakeOver(loans, terminal)
  addTakeBack(loans, terminal)
}

type PublishOptions = { all?: boolean; yes?: boolean }

async function publish(tools: CommandTools, numbers: string[], { all = false, yes }: PublishOptions) {
  if (all === numbers.length > 0) throw new CommandError('Sebutkan pinjamannya, atau --all.')
  const loanNumbers = all ? await confirmedDrafts(tools, yes ?? false) : numbers
  const { published, notOffered } = await tools.act(
    publishLoans,
    await asTheyAre(tools.context.db, loanNumbers),
  )
  return {
    exit: notOffered.length > 0 ? (1 as const) : (0 as const),
    lines: [...notOffered.map(formatNotOffered), `${published} ditawarkan di marketplace`],
    data: { published, notOffered },
  }
}

/** The numbers of all current drafts, after the operator has confirmed their count. */
async function confirmedDrafts(tools: CommandTools, yes: boolean): Promise<string[]> {
  const drafts = await findDrafts(tools.context)
  if (!yes && !tools.dryRun && drafts.length > 0) {
    await confirm(tools, `Tawarkan semua ${drafts.length} draf di marketplace, siapa pun yang mengimpornya?`)
  }
  return drafts
}

function formatNotOffered({ loanNumber, status, ofProduct, withoutConsent }: NotOffered): string {
  if (status === null) return `tidak ada pinjaman ${loanNumber}`
  if (withoutConsent && !ofProduct)
    return `${loanNumber} tidak ditawarkan: diimpor tanpa persetujuan Penerima Dananya`
  return `${loanNumber} tidak ditawarkan: ${ofProduct ? 'bagian dari sebuah product' : `statusnya ${status}`}`
}
