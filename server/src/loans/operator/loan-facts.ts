import { type Command, Option } from 'commander'
import { FACT_FIELDS, LOAN_COLUMNS, type LoanFacts } from '../offers/csv/index.ts'
import { storeLoanFacts } from '../offers/loan-facts.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { asOption, readNumber, readText } from '../../operator/values.ts'

type Cell = { value: string | number | null }

const options = FACT_FIELDS.map((field) => {
  const { name, type, read } = LOAN_COLUMNS[field]
  const readValue = asOption<string | number | null>(read)
  const option = new Option(
    `--${name.replaceAll('_', '-')} <${type}>`,
    `kolom ${name} menurut docs/loan-file.md; "" mengosongkannya`,
  )
  // Commander treats a null result as an option without a value, so the value is wrapped in an object.
  return { field, option: option.argParser<Cell>((text) => ({ value: readValue(text) })) }
})

/** `loans facts`: what a supervisor counts a loan and its borrower by, corrected after the loan was offered too. */
export function addLoanFacts(loans: Command, terminal: Terminal): void {
  const facts = addCommand(loans, {
    use: 'facts <number>',
    description:
      'memperbaiki hal yang dihitung pengawas tentang pinjaman dan Penerima Dananya, yang bukan ketentuan; yang tidak disebut tetap',
    example: 'loans facts PMT-2026-000123 --sector G --province ID-JB --reason "salah dalam berkas"',
    writes: true,
  })
  for (const { option } of options) facts.addOption(option)
  facts
    .requiredOption('--reason <text>', 'alasan, tanpa data pribadi', readText(200))
    .action((number: string, told: { reason: string } & Record<string, unknown>, command: Command) =>
      runCommand(terminal, command, (tools) => correct(tools, readNumber(number), told)),
    )
}

async function correct(
  { act }: CommandTools,
  loanNumber: string,
  told: { reason: string } & Record<string, unknown>,
) {
  const named = options.flatMap(({ field, option }) => {
    const cell = told[option.attributeName()] as Cell | undefined
    return cell === undefined ? [] : [[field, cell.value] as const]
  })
  if (named.length === 0) throw new CommandError('Sebutkan yang diperbaiki.')
  const facts: Partial<LoanFacts> = Object.fromEntries(named)
  const { version, changed } = await act(storeLoanFacts, { loanNumber, reason: told.reason, facts })
  const line = changed
    ? `versi ${version} data ${loanNumber} disimpan`
    : `${loanNumber} sudah memiliki data ini; tidak ada yang dilakukan`
  return { exit: 0 as const, lines: [line], data: { loanNumber, version, changed } }
}
