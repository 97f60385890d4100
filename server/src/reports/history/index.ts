/** Whom a reference is of, and each movement of a lender with who recorded it. */
export { lendersByReference, type ReferencedLender, referenceWords } from './find-by-reference.ts'
export { type HistoryMovement, historyOf } from './history.ts'
