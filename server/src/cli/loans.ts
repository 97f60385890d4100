import { type Command, Option } from 'commander'
import {
  checkLoanFile,
  importLoanFile,
  type ImportReport,
  type NotOffered,
  publishLoans,
  withdrawLoan,
} from '../loans/index.ts'
import { addGroup, addLeaf, CommandError, type CommandTools, runCommand } from './command.ts'
import { addFileOptions, type FileOptions, takeWithCare } from './file-source.ts'
import { addLoanTerms } from './loan-terms.ts'
import { addTakeOver } from './take-over.ts'
import type { Terminal } from './terminal.ts'
import { readNumber } from './values.ts'

type ImportOptions = FileOptions & { publish?: boolean }

/** `loans`: import, publish, withdraw. */
export function addLoans(program: Command, terminal: Terminal): void {
  const loans = addGroup(program, 'loans', 'what is lent')
  addFileOptions(
    addLeaf(loans, {
      use: 'import <file>',
      description:
        'import loans from a CSV file (docs/loan-file.md); the same file twice imports nothing twice',
      example: 'loans import loans.csv --publish --report refused.jsonl',
      writes: true,
    }),
  )
    .addOption(new Option('--publish', 'offer all drafts on the marketplace afterwards'))
    .action((file: string, options: ImportOptions, command: Command) =>
      runCommand(terminal, command, (tools) => importLoans(tools, file, options)),
    )
  addLeaf(loans, {
    use: 'publish [numbers...]',
    description: 'offer draft loans on the marketplace',
    example: 'loans publish PMT-2026-000123 PMT-2026-000124',
    writes: true,
  })
    .option('--all', 'every draft')
    .action((numbers: string[], { all }: { all?: boolean }, command: Command) =>
      runCommand(terminal, command, (tools) => publish(tools, numbers, all ?? false)),
    )
  addLeaf(loans, {
    use: 'withdraw <number>',
    description:
      'take a loan that was not paid out off the marketplace; what was funded of it goes back to its lenders',
    example: 'loans withdraw PMT-2026-000123',
    writes: true,
  }).action((loanNumber: string, _: object, command: Command) =>
    runCommand(terminal, command, (tools) => withdraw(tools, readNumber(loanNumber))),
  )
  addLoanTerms(loans, terminal)
  addTakeOver(loans, terminal)
}

function importLoans(tools: CommandTools, file: string, options: ImportOptions) {
  const { context, actor, act } = tools
  return takeWithCare<ImportReport & { published: number }>(tools, file, options, {
    check: async (source) => ({
      ...(await checkLoanFile(context, source.open('checking'), source)),
      published: 0,
    }),
    async take(source) {
      const { onProgress, onRefused } = source
      const how = { operator: actor.name, onProgress, onRefused }
      const report = await importLoanFile(context, source.open('importing'), how)
      const published = options.publish ? (await act(publishLoans, { loanNumbers: 'all' })).published : 0
      return { ...report, published }
    },
    tell: ({ lines, imported, known, refused, published }) =>
      `${lines} lines: ${imported} imported, ${known} known, ${refused} refused` +
      (options.publish ? `; ${published} offered on the marketplace` : ''),
  })
}

async function publish({ act }: CommandTools, numbers: string[], all: boolean) {
  if (all === numbers.length > 0) throw new CommandError('Name the loans, or say --all.')
  const { published, notOffered } = await act(publishLoans, { loanNumbers: all ? 'all' : numbers })
  return {
    exit: notOffered.length > 0 ? (1 as const) : (0 as const),
    lines: [...notOffered.map(tellNotOffered), `${published} offered on the marketplace`],
    data: { published, notOffered },
  }
}

function tellNotOffered({ loanNumber, status, ofProduct }: NotOffered): string {
  if (status === null) return `there is no loan ${loanNumber}`
  return `${loanNumber} is not offered: ${ofProduct ? 'it belongs to a bulk product' : `it is ${status}`}`
}

async function withdraw({ act }: CommandTools, loanNumber: string) {
  const { withdrawn, ...back } = await act(withdrawLoan, { loanNumber })
  if (!withdrawn) throw new CommandError(`${loanNumber} is no loan that could still be withdrawn.`)
  return {
    exit: 0 as const,
    lines: [`${loanNumber} is off the marketplace: ${tellMoneyBack(back)}`],
    data: { withdrawn, ...back },
  }
}

/** What became of the fundings of loans that were withdrawn. */
export const tellMoneyBack = ({ refunded, released }: { refunded: number; released: number }): string =>
  `${refunded} fundings refunded, ${released} reservations released`
