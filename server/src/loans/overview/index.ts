/** Loans, borrowers and repayments for the operator: lists by page, and single ones with all their records. */
export { findLoans } from './find-loans.ts'
export { findRepayments, showRepayment } from './find-repayments.ts'
export { showLoan } from './show-loan.ts'
