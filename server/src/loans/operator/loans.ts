import { type Command, Option } from 'commander'
import { asTheyAre } from '../offers/draft-contents.ts'
import { findDrafts, type NotOffered, publishLoans } from '../offers/publish-loans.ts'
import { addCommand, CommandError, type CommandTools, exitAfter, runCommand } from '../../operator/command.ts'
import { confirm } from '../../operator/confirm.ts'
import { addFileOptions, type FileOptions, processKind } from '../../operator/file-source.ts'
import { loansFile } from './files.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { newLoanType } from '../../operator/values.ts'

type ImportOptions = FileOptions & { publish?: boolean; newLoanType?: string[] }

/** `loans import` and `loans publish`. */
export function addLoans(loans: Command, terminal: Terminal): void {
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
    exit: exitAfter(notOffered.length),
    lines: [...notOffered.map(formatNotOffered), `${published} ditawarkan di marketplace`],
    data: { published, notOffered },
  }
}

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
