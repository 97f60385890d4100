import { type Command, Option } from 'commander'
import { deleteDraft, restoreDraft } from '../offers/delete-draft.ts'
import { DraftFault } from '../offers/drafts-store.ts'
import { editDraft } from '../offers/edit-draft.ts'
import { LOAN_COLUMNS, NO_CONSENT, TERM_FIELDS } from '../offers/csv/index.ts'
import { addCommand, CommandError, type CommandTools, exitAfter, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { asOption, readNumber, readText } from '../../operator/values.ts'

type Cell = { value: string | number | null }

type EditOptions = { reason: string; withoutConsent?: boolean; confirmLoanType?: boolean }

const editable = TERM_FIELDS.filter((field) => field !== 'loanNumber').map((field) => {
  const { name, read, required } = LOAN_COLUMNS[field]
  const option = new Option(
    `--${name.replaceAll('_', '-')} <${LOAN_COLUMNS[field].type}>`,
    `kolom ${name} menurut docs/loan-file.md${required ? '' : '; "" mengosongkannya'}`,
  )
  const readValue = asOption<string | number | null>(read)
  // Commander treats a null result as an option without a value, so the value is wrapped in an object.
  return { field, option: option.argParser<Cell>((text) => ({ value: readValue(text) })) }
})

/** `loans edit-draft`, `delete-draft` and `restore-draft`. */
export function addDrafts(loans: Command, terminal: Terminal): void {
  const edit = addCommand(loans, {
    use: 'edit-draft <number>',
    description:
      'memperbaiki draf pinjaman (ketentuan, Penerima Dana, persetujuan) menurut aturan berkas pinjaman',
    example:
      'loans edit-draft PMT-2026-000123 --interest 0.12 --reason "salah ketik dalam berkas 2026-11-20"',
    writes: true,
  })
  for (const { option } of editable) edit.addOption(option)
  edit
    .option('--without-consent', 'menghapus persetujuan yang tidak berlaku')
    .option('--confirm-loan-type', 'menegaskan jenis pinjaman baru')
    .requiredOption('--reason <text>', 'alasan, untuk jejak audit', readText(200))
    .action((number: string, options: EditOptions & Record<string, unknown>, command: Command) =>
      runCommand(terminal, command, (tools) => editOne(tools, readNumber(number), options)),
    )
  addCommand(loans, {
    use: 'delete-draft <numbers...>',
    description:
      'menghapus draf pinjaman; nomornya tidak dipakai lagi, dan "loans restore-draft" memulihkannya',
    example: 'loans delete-draft PMT-2026-000123 PMT-2026-000124 --reason "Penerima Dana mundur"',
    writes: true,
  })
    .requiredOption('--reason <text>', 'alasan, untuk jejak audit', readText(200))
    .action((numbers: string[], { reason }: { reason: string }, command: Command) =>
      runCommand(terminal, command, (tools) => deleteAll(tools, numbers.map(readNumber), reason)),
    )
  addCommand(loans, {
    use: 'restore-draft <number>',
    description: 'memulihkan draf yang dihapus tanpa perubahan',
    example: 'loans restore-draft PMT-2026-000123 --reason "terhapus"',
    writes: true,
  })
    .requiredOption('--reason <text>', 'alasan, untuk jejak audit', readText(200))
    .action((number: string, { reason }: { reason: string }, command: Command) =>
      runCommand(terminal, command, (tools) => restore(tools, readNumber(number), reason)),
    )
}

async function editOne(
  { act }: CommandTools,
  loanNumber: string,
  options: EditOptions & Record<string, unknown>,
) {
  const named = editable.flatMap(({ field, option }) => {
    const cell = options[option.attributeName()] as Cell | undefined
    return cell === undefined ? [] : [[field, cell.value] as const]
  })
  const withoutConsent = options.withoutConsent ?? false
  if (withoutConsent && named.some(([field]) => field in NO_CONSENT))
    throw new CommandError('Sebutkan persetujuan, atau --without-consent.')
  if (named.length === 0 && !withoutConsent) throw new CommandError('Sebutkan yang diubah.')
  const changes = { ...Object.fromEntries(named), ...(withoutConsent ? NO_CONSENT : {}) }
  const { changed } = await act(editDraft, {
    loanNumber,
    changes,
    reason: options.reason,
    newType: options.confirmLoanType ? 'confirmed' : 'refused',
  })
  return {
    exit: 0 as const,
    lines:
      changed.length === 0
        ? [`${loanNumber} sudah berisi demikian; tidak ada yang dilakukan`]
        : changed.map(
            ({ column, from, to }) => `${loanNumber} ${column}: ${from ?? 'kosong'} -> ${to ?? 'kosong'}`,
          ),
    data: { loanNumber, changed },
  }
}

async function deleteAll({ act }: CommandTools, numbers: string[], reason: string) {
  const done = { deleted: 0, known: 0, refused: [] as { loanNumber: string; reason: string }[] }
  for (const loanNumber of new Set(numbers)) {
    try {
      const { deleted } = await act(deleteDraft, { loanNumber, reason })
      done[deleted ? 'deleted' : 'known'] += 1
    } catch (error) {
      if (!(error instanceof DraftFault)) throw error
      done.refused.push({ loanNumber, reason: error.message })
    }
  }
  return {
    exit: exitAfter(done.refused.length),
    lines: [
      ...done.refused.map((one) => one.reason),
      `${done.deleted} dihapus` + (done.known > 0 ? `, ${done.known} sudah dihapus sebelumnya` : ''),
    ],
    data: done,
  }
}

async function restore({ act }: CommandTools, loanNumber: string, reason: string) {
  const { restored } = await act(restoreDraft, { loanNumber, reason })
  const line = restored
    ? `${loanNumber} menjadi draf lagi`
    : `${loanNumber} masih draf; tidak ada yang dilakukan`
  return { exit: 0 as const, lines: [line], data: { loanNumber, restored } }
}
