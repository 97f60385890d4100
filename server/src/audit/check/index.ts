/** Public interface of the worker's periodic checks: invariants of the books, and items that wait too long. */
export { makeBooksChecker } from './check.ts'
