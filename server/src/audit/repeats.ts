import type { Context } from '../context.ts'
import type { Repeat } from '../platform/jobs/repeat.ts'
import { makeBooksChecker } from './check/index.ts'

/** The checks of the books, unless BOOKS_CHECK_SECONDS is 0. */
export function repeats(context: Context): readonly Repeat[] {
  const everyMs = context.config.BOOKS_CHECK_SECONDS * 1000
  if (everyMs === 0) return []
  const books = makeBooksChecker(context)
  return [
    { name: 'checking the changes of the books', everyMs, run: () => books.changes() },
    { name: 'checking the whole books', everyMs: 60_000, afterOthers: true, run: () => books.whole() },
  ]
}
