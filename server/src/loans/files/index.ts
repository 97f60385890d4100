/** Shared parts of the files on loans: columns that several of them have, and what is unusual in a line. */
export { loanNumberColumn, paymentReferenceColumn } from './columns.ts'
export { unusualReasons } from './unusual-reasons.ts'
