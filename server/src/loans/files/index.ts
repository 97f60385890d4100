export { loanNumberColumn, paymentReferenceColumn } from './columns.ts'
export { unusualReasons } from './unusual-reasons.ts'
