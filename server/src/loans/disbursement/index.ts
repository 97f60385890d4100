export {
  type DisbursedLoan,
  disburseInside,
  disburseLoan,
  disburseMany,
  scheduleFrom,
  scheduleTerms,
} from './disburse.ts'
export {
  accountOfLoan,
  accountsByNumber,
  type BorrowerAccount,
  insertAccounts,
  isSameAccount,
} from './account-store.ts'
export { fundedSum } from './funded-loans.ts'
export { performInBatches } from './in-batches.ts'
export { interestBefore, lentOf } from './penalty-base.ts'
export { isOrdered, orderedLoans, reopenOrder } from './ordered.ts'
export { knownLoans, lockServicing, notServiced, type ServicedLoan } from './serviced-loan.ts'
export { storeLoanAccount } from './store-account.ts'
export {
  activate,
  type Disbursement,
  findFundedLoans,
  type FundedLoan,
  insertBalances,
  insertFundingSchedules,
  insertInstallments,
  insertServicing,
  type LoanToDisburse,
  type UndoneDisbursement,
  undoneDisbursements,
} from './store.ts'
