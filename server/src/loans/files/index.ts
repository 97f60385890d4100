/** Shared parts of the files on loans: columns that several of them have, and holding unusual lines back. */
export { loanNumberColumn, paymentReferenceColumn } from './columns.ts'
export { decideRows } from './hold-unusual.ts'
export { unusualReasons } from './unusual-reasons.ts'
