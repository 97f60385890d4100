export { lenderOf } from './lender-of.ts'
export { formatApplied } from './limit-lines.ts'
