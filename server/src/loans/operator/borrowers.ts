import type { Command } from 'commander'
import { renameBorrower, renamesOf } from '../offers/index.ts'
import { findBorrowers, findLoans } from '../overview/index.ts'
import { addGroup, addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { formatLoan } from './loan-lists.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readName } from '../../operator/name-value.ts'
import { readNumber, readText } from '../../operator/values.ts'

/** `borrowers`: list, show and rename. */
export function addBorrowers(program: Command, terminal: Terminal): void {
  const borrowers = addGroup(program, 'borrowers', 'borrowers of loans')
  addPageOptions(
    addCommand(borrowers, {
      use: 'list',
      description: 'list borrowers by number with their debt; amounts in whole rupiah',
      example: 'borrowers list --late',
      writes: false,
    }),
    readNumber,
  )
    .option('--late', 'only those with arrears')
    .action((options: PageOptions & { late?: boolean }, command: Command) =>
      runCommand(terminal, command, async ({ context }) =>
        pageResult('borrowers', await findBorrowers(context.db, options, options), formatBorrower),
      ),
    )
  addCommand(borrowers, {
    use: 'rename <number>',
    description: 'rename a borrower; existing agreements keep the old name, and the history has both',
    example:
      'borrowers rename B-000123 --name "PT Rinjani Berkah Tbk" --reason "listed since 2026-11-02, deed 17"',
    writes: true,
  })
    .requiredOption('--name <name>', 'the new name', readName(100))
    .requiredOption('--reason <text>', 'why, for the audit trail', readText(200))
    .action((number: string, options: { name: string; reason: string }, command: Command) =>
      runCommand(terminal, command, (tools) => rename(tools, readNumber(number), options)),
    )
  addPageOptions(
    addCommand(borrowers, {
      use: 'show <number>',
      description: 'show a borrower with former names and a page of loans',
      example: 'borrowers show B-000123',
      writes: false,
    }),
    readNumber,
  ).action((number: string, options: PageOptions, command: Command) =>
    runCommand(terminal, command, (tools) => show(tools, readNumber(number), options)),
  )
}

async function show({ context }: CommandTools, borrowerNumber: string, options: PageOptions) {
  const [borrower] = (await findBorrowers(context.db, { borrowerNumber }, { limit: 1 })).rows
  if (!borrower) throw new CommandError(`There is no borrower ${borrowerNumber}.`)
  const renames = await renamesOf(context.db, borrowerNumber)
  const result = pageResult('loans', await findLoans(context.db, { borrowerNumber }, options), formatLoan)
  return {
    exit: 0 as const,
    lines: [
      formatBorrower(borrower),
      ...renames.map(
        ({ oldName, newName, reason, by, at }) =>
          `  "${oldName}" until ${at.toISOString()}, then "${newName}": ${reason} (${by})`,
      ),
      ...result.lines,
    ],
    data: { borrower, renames, ...result.data },
  }
}

async function rename(
  { act }: CommandTools,
  borrowerNumber: string,
  { name, reason }: { name: string; reason: string },
) {
  const { renamed, oldName } = await act(renameBorrower, { borrowerNumber, name, reason })
  const line = renamed
    ? `borrower ${borrowerNumber} is "${name}" now and was "${oldName}"; "repair factsheets --all" makes their factsheets anew`
    : `borrower ${borrowerNumber} has this name already; nothing was done`
  return { exit: 0 as const, lines: [line], data: { borrowerNumber, renamed, oldName, name } }
}

const formatBorrower = (one: Awaited<ReturnType<typeof findBorrowers>>['rows'][number]): string =>
  `${one.borrowerNumber}  ${one.running} of ${one.loans} loans running, ${one.outstanding} outstanding` +
  (one.arrears > 0 ? `, ${one.daysLate} days late with ${one.arrears}` : '') +
  (one.writtenOff > 0 ? `, ${one.writtenOff} written off` : '') +
  `  ${one.name}`
