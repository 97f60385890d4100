import type { Command } from 'commander'
import { addCommand, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readName } from '../../operator/name-value.ts'
import { readDigits, readNumber, readText } from '../../operator/values.ts'
import { storeLoanAccount } from '../disbursement/index.ts'

type Options = { code: string; number: string; holder: string; reason: string }

/** `loans account`: where a borrower wants the money of a loan. */
export function addAccount(loans: Command, terminal: Terminal): void {
  addCommand(loans, {
    use: 'account <number>',
    description:
      'set the borrower’s bank account for the disbursement of a loan; an order that the bank has still goes to the previous one',
    example:
      'loans account PMT-2026-000123 --code 014 --number 0123456789 --holder "Sri Lestari" --reason "letter of the borrower of 20 November"',
    writes: true,
  })
    .requiredOption('--code <digits>', 'code of the bank, 3 digits', readDigits(3, 3))
    .requiredOption('--number <digits>', 'account number, 5 to 20 digits', readDigits(5, 20))
    .requiredOption('--holder <name>', 'account holder', readName(100))
    .requiredOption('--reason <text>', 'why, without personal data', readText(200))
    .action((number: string, { code, number: accountNumber, holder, reason }: Options, command: Command) =>
      runCommand(terminal, command, async ({ act }) => {
        const loanNumber = readNumber(number)
        const account = { bankCode: code, accountNumber, accountHolder: holder }
        const { changed, lastDigits } = await act(storeLoanAccount, { loanNumber, ...account, reason })
        const line = changed
          ? `${loanNumber} is paid out to the account ending in ${lastDigits} at ${code}`
          : `${loanNumber} has this account already; nothing was done`
        return { exit: 0, lines: [line], data: { loanNumber, bankCode: code, changed, lastDigits } }
      }),
    )
}
