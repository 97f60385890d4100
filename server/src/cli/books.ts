import type { Command } from 'commander'
import { auditBooks } from '../ledger/index.ts'
import { runCommand } from './command.ts'

/** `books audit`: every invariant of the books, over one snapshot. Exit 1 when one is broken. */
export function addBooks(program: Command): void {
  program
    .command('books')
    .description('the ledger')
    .command('audit')
    .description('check every invariant of the books (docs/ledger.md); exit 1 when one is broken')
    .action((_: object, command: Command) =>
      runCommand(command, async ({ context }) => {
        const breaches = await auditBooks(context.db)
        const lines = breaches.map(
          ({ invariant, holds, row }) => `${invariant} broken (${holds}): ${JSON.stringify(row)}`,
        )
        return {
          exit: breaches.length > 0 ? 1 : 0,
          lines: breaches.length > 0 ? lines : ['The books are whole.'],
          data: { whole: breaches.length === 0, breaches },
        }
      }),
    )
}
