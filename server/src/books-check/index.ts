/** Public interface of the worker's periodic checks: the books, and what waits in them. */
export { type BooksChecker, makeBooksChecker } from './check.ts'
export { watchBooks } from './metrics.ts'
export { listWaiting, waitingByKind, type WaitingKind } from './waiting.ts'
