export {
  type ClassifiedLoans,
  type Quality,
  type QualityFigures,
  borrowerQualityThreshold,
  classifiedGiven,
  classifiedValues,
  classify,
  closeDays,
  formatShare,
  lateLoansOn,
  listClosedDays,
  loansAsKnown,
  loansOnDay,
  measureOf,
  qualities,
  qualityOf,
  qualityRanges,
  tkbOf,
  tkbs,
} from './credit-quality/index.ts'
export {
  finishCorrection,
  lastDaysOf,
  type LockedLoans,
  type Repayment,
  listInstallments,
  lockLoans,
  reallocate,
  recordRepayments,
  recordRepaymentsInOne,
} from './repayment/index.ts'
export { reverseRepayment } from './reversals/index.ts'
export {
  type DisbursedLoan,
  type ServicedLoan,
  disburseInside,
  disburseMany,
  fundedSum,
} from './disbursement/index.ts'
export { findRepayments, showLoan, showRepayment } from './overview/index.ts'
export { skipPastEvents } from './notices/index.ts'
export { LOAN_COLUMNS } from './offers/csv/columns.ts'
export {
  type LoanRow,
  type NumberedLoan,
  type OfferRule,
  cancelLoan,
  deleteDraft,
  endOffer,
  extendOffer,
  importLoanFile,
  importLoans,
  publishLoans,
  readLoanFile,
  sectors,
  shiftLoanDates,
} from './offers/index.ts'
export {
  cancelProduct,
  listProducts,
  listTypes,
  publishProduct,
  setOfferRule,
  uploadProduct,
} from './products/index.ts'
export { type TakenPart, takeOverMany } from './take-over/index.ts'
export {
  type RestructureLoan,
  type WriteOffLoan,
  restructureLoan,
  settleEarly,
  writeOffLoan,
} from './terms/index.ts'
export { type CallVote, callVote, moveVotesOn, storeVote, withdrawVote } from './votes/index.ts'
