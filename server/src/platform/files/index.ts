/** Shared parts of the operator's files on loans: reading lines, reporting them, and holding unusual ones back. */
export { loanNumberColumn, maxPayment, paymentReferenceColumn, phoneColumn, reasonColumn } from './columns.ts'
export { decideRows } from './hold-unusual.ts'
export {
  type FileOptions,
  type FileReport,
  importLines,
  linesAtOnce,
  type LineOutcome,
  oneByOne,
  reasonOf,
} from './import-lines.ts'
export { unusualReasons } from './unusual-reasons.ts'
