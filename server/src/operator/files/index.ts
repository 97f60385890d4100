export { maxPayment } from './max-payment.ts'
export { phoneColumn, phoneLimit, reasonColumn } from './columns.ts'
export {
  actOf,
  type AnyFileKind,
  type FileCounts,
  type FileDoer,
  type FileFound,
  fileKind,
  type FileKind,
  type FileTask,
  isIdle,
  type RefusedLine,
  whyNotProposed,
} from './file-kind.ts'
export {
  type FileOptions,
  type FileReport,
  importLines,
  LineCount,
  type LineKey,
  type LineOutcome,
  linesAtOnce,
  linesToDecide,
  reasonOf,
  Unconfirmed,
} from './import-lines.ts'
