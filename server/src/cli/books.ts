import type { Command } from 'commander'
import { auditBooks } from '../ledger/index.ts'
import { addGroup, addLeaf, runCommand } from './command.ts'
import type { Terminal } from './terminal.ts'

/** `books audit`: every invariant of the books, over one snapshot. Exit 1 when one is broken. */
export function addBooks(program: Command, terminal: Terminal): void {
  const books = addGroup(program, 'books', 'the ledger')
  addLeaf(books, {
    use: 'audit',
    description: 'check every invariant of the books (docs/ledger.md); exit 1 when one is broken',
    example: 'books audit --json',
    writes: false,
  }).action((_: object, command: Command) =>
    runCommand(terminal, command, async ({ context }) => {
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
