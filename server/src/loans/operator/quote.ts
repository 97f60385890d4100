import type { Command } from 'commander'
import { businessToday } from '../../books/index.ts'
import { addCommand, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readDate, readNumber } from '../../operator/values.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { quoteLoan } from '../terms/settle-early.ts'

/** `loans quote`: what a loan costs on a day, also on one to come. */
export function addQuote(loans: Command, terminal: Terminal): void {
  addCommand(loans, {
    use: 'quote <number>',
    description:
      'yang terutang pada sebuah pinjaman pada suatu hari, dan harga pelunasan dipercepatnya, dalam rupiah bulat; juga hari yang akan datang, bila sebelumnya tidak ada yang dicatat',
    example: 'loans quote PMT-2026-000123 --on 2026-12-04',
    writes: false,
  })
    .option('--on <date>', 'harinya, YYYY-MM-DD, paling lama setahun ke depan; bawaan: hari ini', readDate)
    .action((number: string, options: { on?: string }, command: Command) =>
      runCommand(terminal, command, async ({ context }) => {
        const on = options.on ?? (await businessToday(context.db))
        const quote = await inTransaction(context.db, { repeatable: true }, (tx) =>
          quoteLoan(tx, readNumber(number), on),
        )
        const { owed, penalty, price } = quote
        return {
          exit: 0,
          lines: [
            `terutang pada ${on}: ${owed}, ${penalty} di antaranya denda`,
            `pelunasan dipercepat pada ${on}: ${price}`,
          ],
          data: { loanNumber: number, on, ...quote },
        }
      }),
    )
}
