import type { Command } from 'commander'
import { addCommand, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readDate, readNumber } from '../../operator/values.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { quoteLoan } from '../terms/index.ts'

/** `loans quote`: what a loan costs on a day, also on one to come. */
export function addQuote(loans: Command, terminal: Terminal): void {
  addCommand(loans, {
    use: 'quote <number>',
    description:
      'what is owed of a loan on a day, and the price of its early settlement, in whole rupiah; also for a coming day, if nothing is recorded before',
    example: 'loans quote PMT-2026-000123 --on 2026-12-04',
    writes: false,
  })
    .requiredOption('--on <date>', 'the day, YYYY-MM-DD, at most a year ahead', readDate)
    .action((number: string, { on }: { on: string }, command: Command) =>
      runCommand(terminal, command, async ({ context }) => {
        const quote = await inTransaction(context.db, { repeatable: true }, (tx) =>
          quoteLoan(tx, readNumber(number), on),
        )
        const { owed, penalty, price } = quote
        return {
          exit: 0,
          lines: [`owed on ${on}: ${owed}, of it ${penalty} penalty`, `early settlement on ${on}: ${price}`],
          data: { loanNumber: number, on, ...quote },
        }
      }),
    )
}
