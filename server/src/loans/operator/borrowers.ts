import type { Command } from 'commander'
import { renameBorrower, renamesOf } from '../offers/rename-borrower.ts'
import { findBorrowers } from '../overview/find-borrowers.ts'
import { findLoans } from '../overview/find-loans.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { momentText } from '../../operator/moment-text.ts'
import { formatLoan } from './loan-lists.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readName } from '../../operator/name-value.ts'
import { readNumber, readText } from '../../operator/values.ts'

/** `borrowers`: list, show and rename. */
export function addBorrowers(borrowers: Command, terminal: Terminal): void {
  addPageOptions(
    addCommand(borrowers, {
      use: 'list',
      description: 'menampilkan Penerima Dana menurut nomor dengan utangnya; jumlah dalam rupiah bulat',
      example: 'borrowers list --late',
      writes: false,
    }),
    readNumber,
  )
    .option('--late', 'hanya yang menunggak')
    .action((options: PageOptions & { late?: boolean }, command: Command) =>
      runCommand(terminal, command, async ({ context }) =>
        pageResult('borrowers', await findBorrowers(context.db, options, options), formatBorrower),
      ),
    )
  addCommand(borrowers, {
    use: 'rename <number>',
    description:
      'mengganti nama Penerima Dana; perjanjian yang ada tetap dengan nama lama, dan riwayat memuat keduanya',
    example:
      'borrowers rename B-000123 --name "PT Rinjani Berkah Tbk" --reason "terbuka sejak 2026-11-02, akta 17"',
    writes: true,
  })
    .requiredOption('--name <name>', 'nama barunya', readName(100))
    .requiredOption('--reason <text>', 'alasan, untuk jejak audit', readText(200))
    .action((number: string, options: { name: string; reason: string }, command: Command) =>
      runCommand(terminal, command, (tools) => rename(tools, readNumber(number), options)),
    )
  addPageOptions(
    addCommand(borrowers, {
      use: 'show <number>',
      description: 'menampilkan Penerima Dana dengan nama-nama lamanya dan satu halaman pinjaman',
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
  if (!borrower) throw new CommandError(`Tidak ada Penerima Dana ${borrowerNumber}.`)
  const renames = await renamesOf(context.db, borrowerNumber)
  const result = pageResult('loans', await findLoans(context.db, { borrowerNumber }, options), formatLoan)
  return {
    exit: 0 as const,
    lines: [
      formatBorrower(borrower),
      ...renames.map(
        ({ oldName, newName, reason, by, at }) =>
          `  "${oldName}" sampai ${momentText(at)}, lalu "${newName}": ${reason} (${by})`,
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
    ? `Penerima Dana ${borrowerNumber} sekarang "${name}", sebelumnya "${oldName}"; "repair factsheets --all" membuat ulang factsheet-nya`
    : `Penerima Dana ${borrowerNumber} sudah bernama demikian; tidak ada yang dilakukan`
  return { exit: 0 as const, lines: [line], data: { borrowerNumber, renamed, oldName, name } }
}

const formatBorrower = (one: Awaited<ReturnType<typeof findBorrowers>>['rows'][number]): string =>
  `${one.borrowerNumber}  ${one.running} dari ${one.loans} pinjaman berjalan, sisa ${one.outstanding}` +
  (one.arrears > 0 ? `, terlambat ${one.daysLate} hari dengan ${one.arrears}` : '') +
  (one.writtenOff > 0 ? `, ${one.writtenOff} dihapusbukukan` : '') +
  `  ${one.name}`
