/** What the operator's files on loans share: their lines are read, reported, and held back where they are unusual. */
export { loanNumberColumn, maxPayment, paymentReferenceColumn, phoneColumn, reasonColumn } from './columns.ts'
export { decideRows } from './hold-unusual.ts'
export {
  type FileOptions,
  type FileReport,
  importLines,
  type LineOutcome,
  oneByOne,
  reasonOf,
} from './import-lines.ts'
export { unusualReasons } from './unusual-reasons.ts'
