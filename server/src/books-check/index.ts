/** Public interface of the checks that the worker makes by itself: the books, and what waits in them. */
export { type BooksChecker, makeBooksChecker } from './check.ts'
export { watchBooks } from './metrics.ts'
export { listWaiting, waitingByKind, type WaitingKind } from './waiting.ts'
