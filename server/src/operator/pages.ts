import type { Command } from 'commander'
import type { Page } from '../platform/pages.ts'
import type { CommandResult } from './command.ts'
import { readCount } from './values.ts'

export type PageOptions = { limit: number; after?: string }

/** Adds the options of a paged list to a command. `read` validates the cursor. */
export const addPageOptions = (command: Command, read: (cursor: string) => string): Command =>
  command
    .option('--limit <count>', 'paling banyak sekian baris, sampai 1000', readCount(1000), 100)
    .option('--after <cursor>', 'penunjuk dari halaman sebelumnya', read)

/** Formats a page of a list: one line per row and the next cursor. `name` is the key of the rows with --json. */
export function pageResult<Row>(
  name: string,
  { rows, next }: Page<Row>,
  asLine: (row: Row) => string,
): CommandResult {
  return {
    exit: 0,
    lines: [...rows.map(asLine), next === null ? `${rows.length} ditampilkan` : more(rows.length, next)],
    data: { [name]: rows, next },
  }
}

const more = (shown: number, next: string): string => `${shown} ditampilkan, masih ada: --after ${next}`
