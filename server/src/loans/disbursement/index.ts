/** Disbursement of loans to their borrowers, and access to disbursed loans. */
export {
  type DisbursedLoan,
  type DisburseLoan,
  disburseLoan,
  disburseMany,
  scheduleFrom,
  scheduleTerms,
} from './disburse.ts'
export { fundedLoans, fundedSum } from './funded-loans.ts'
export { type DisbursementReport, importDisbursements } from './import-file.ts'
export { performInBatches } from './in-batches.ts'
export { interestBefore, lentOf } from './penalty-base.ts'
export { knownLoans, lockServicing, notServiced, type ServicedLoan } from './serviced-loan.ts'
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
