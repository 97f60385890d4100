import type { Command } from 'commander'
import { addCommand, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readName } from '../../operator/name-value.ts'
import { readDigits, readNumber, readText } from '../../operator/values.ts'
import { storeLoanAccount } from '../disbursement/store-account.ts'

type Options = { code: string; number: string; holder: string; reason: string }

/** `loans account`: where a borrower wants the money of a loan. */
export function addAccount(loans: Command, terminal: Terminal): void {
  addCommand(loans, {
    use: 'account <number>',
    description:
      'mencatat rekening bank Penerima Dana untuk pencairan pinjaman; perintah yang masih di bank tetap ke rekening sebelumnya',
    example:
      'loans account PMT-2026-000123 --code 014 --number 0123456789 --holder "Sri Lestari" --reason "surat Penerima Dana 20 November"',
    writes: true,
  })
    .requiredOption('--code <digits>', 'kode bank, 3 angka', readDigits(3, 3))
    .requiredOption('--number <digits>', 'nomor rekening, 5 sampai 20 angka', readDigits(5, 20))
    .requiredOption('--holder <name>', 'pemilik rekening', readName(100))
    .requiredOption('--reason <text>', 'alasan, tanpa data pribadi', readText(200))
    .action((number: string, { code, number: accountNumber, holder, reason }: Options, command: Command) =>
      runCommand(terminal, command, async ({ act }) => {
        const loanNumber = readNumber(number)
        const account = { bankCode: code, accountNumber, accountHolder: holder }
        const { changed, lastDigits } = await act(storeLoanAccount, { loanNumber, ...account, reason })
        const line = changed
          ? `${loanNumber} dicairkan ke rekening berakhiran ${lastDigits} di ${code}`
          : `${loanNumber} sudah memiliki rekening ini; tidak ada yang dilakukan`
        return { exit: 0, lines: [line], data: { loanNumber, bankCode: code, changed, lastDigits } }
      }),
    )
}
