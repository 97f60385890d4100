// What only tests and tools need of this district. The product does not import it.

export {
  type LoanOnDay,
  type Paid,
  closeDay,
  daysLate,
  figuresOf,
  listLateLoans,
} from './credit-quality/index.ts'
export { measureNow, measureOn } from './credit-quality/measure.ts'
export { disburseLoan, storeLoanAccount } from './disbursement/index.ts'
export { disbursementTable } from './disbursement/table.ts'
export { EXAMPLE_LOAN, fileWith } from './offers/csv/example-loan.ts'
export { generatedFile } from './offers/csv/generated-file.ts'
export type { LoanFileLine } from './offers/csv/index.ts'
export {
  type CONSENT_FIELDS,
  type InterestType,
  NO_ACCOUNT,
  NO_CONSENT,
  NO_FACTS,
  type TenorPeriod,
} from './offers/csv/loan-row.ts'
export { formatLoanHeader, formatLoanLine } from './offers/csv/write.ts'
export { storeLoanFacts } from './offers/loan-facts.ts'
export { endOffer } from './offers/end-offer.ts'
export { type OfferRule, OfferableLoans, cancelLoan, checkLoanFile, publishLoanFile } from './offers/index.ts'
export { showLoan } from './overview/index.ts'
export { addLoanType, cancelProduct } from './products/index.ts'
export { importRepayments, recordRepayment } from './repayment/index.ts'
export { type RepaymentRow, repaymentTable } from './repayment/table.ts'
export { reversalTable } from './reversals/import-file.ts'
export {
  reverseDisbursement,
  reverseRepayment,
  reverseRestructuring,
  reverseWriteOff,
} from './reversals/index.ts'
export { takeBackLoan, takeOverLoan } from './take-over/index.ts'
export { writeOffTable } from './terms/import-file.ts'
export {
  type CalledVote,
  type CallVote,
  callVote,
  findVote,
  moveVotesOn,
  readVote,
  setVoteRule,
  storeVote,
  type VoteRule,
  withdrawVote,
} from './votes/index.ts'
export { takeOverTable } from './take-over/table.ts'
