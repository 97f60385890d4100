export { reverseDisbursement } from './reverse-disbursement.ts'
export { reverseRepayment } from './reverse-repayment.ts'
export { reverseRestructuring } from './reverse-restructuring.ts'
export { reverseWriteOff } from './reverse-write-off.ts'
