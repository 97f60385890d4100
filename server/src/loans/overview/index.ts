/** Loans, borrowers and repayments for the operator: lists by page, and single ones with all their records. */
export { excessByLoan } from './excess.ts'
export { findBorrowers } from './find-borrowers.ts'
export {
  findLoans,
  loanAges,
  type LoanFilter,
  type LoanOverview,
  type LoanState,
  loanStates,
} from './find-loans.ts'
export {
  findRepayments,
  type LenderPart,
  type RepaymentFilter,
  type RepaymentOverview,
  showRepayment,
} from './find-repayments.ts'
export { type FundingOverview, fundingsOf, type LoanSheet, showLoan } from './show-loan.ts'
