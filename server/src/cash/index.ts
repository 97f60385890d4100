export { holdWithdrawal, nameDocument, type SupportingDocument } from './withdrawal/index.ts'
export { payOutClearing } from './clearing/index.ts'
export { creditTopUp, recordPayment } from './deposit/index.ts'
export { storeSlip, taxPeriods, withheldOf } from './tax/index.ts'
