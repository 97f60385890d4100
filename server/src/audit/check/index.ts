/** Public interface of the worker's periodic checks: invariants of the books, and items that wait too long. */
export { type BooksChecker, makeBooksChecker } from './check.ts'
export { listWaiting, waitingByKind, type WaitingKind } from './waiting.ts'
