import { type Command, Option } from 'commander'
import {
  asTheyAre,
  checkLoanFile,
  findDrafts,
  type ImportReport,
  importLoanFile,
  type NotOffered,
  OfferableLoans,
  onlyConfirmed,
  type PublishedFile,
  publishLoanFile,
  publishLoans,
} from '../offers/index.ts'
import { addAccount } from './account.ts'
import { addCancel } from './cancel-loans.ts'
import { addGroup, addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { confirm } from '../../operator/confirm.ts'
import { addDrafts } from './drafts.ts'
import { addFileOptions, type FileOptions, processFile } from '../../operator/file-source.ts'
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
export function addLoans(program: Command, terminal: Terminal): void {
  const loans = addGroup(program, 'loans', 'pinjaman')
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
      runCommand(terminal, command, (tools) => importLoans(tools, file, options)),
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

const noneOffered: PublishedFile = { published: 0, withoutConsent: 0 }

type ImportOutcome = ImportReport & PublishedFile

function importLoans(tools: CommandTools, file: string, options: ImportOptions) {
  const { context, actor, act } = tools
  const newTypeOf = (loanType: string) => onlyConfirmed(loanType, options.newLoanType)
  return processFile<ImportOutcome>(tools, file, options, {
    task: 'mengimpor',
    changesKnown: true,
    async work(input, { dryRun, ...reading }) {
      if (dryRun) {
        const found = await checkLoanFile(context, input, { ...reading, newTypeOf })
        const { offerable, withoutConsent, ...report } = found
        return { ...report, ...(options.publish ? { published: offerable, withoutConsent } : noneOffered) }
      }
      const offerable = new OfferableLoans()
      const how = { actor, ...reading, newTypeOf, offerable }
      const report = await importLoanFile(context, input, how)
      if (!options.publish) return { ...report, ...noneOffered }
      const offered = await publishLoanFile(offerable, (part) => act(publishLoans, part))
      return { ...report, ...offered }
    },
    describe: ({ lines, imported, known, refused, published, withoutConsent }) =>
      `${lines} baris: ${imported} diimpor, ${known} sudah dikenal, ${refused} ditolak` +
      (options.publish ? `; ${published} ditawarkan di marketplace` : '') +
      (withoutConsent > 0 ? `, ${withoutConsent} tidak: diimpor tanpa persetujuan Penerima Dananya` : ''),
  })
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
