export { type AgreementTerms, snapshotOf, takeSnapshot, takeTerms } from './agreement-snapshot.ts'
export { insertConsented, lockPosition } from './bulk.ts'
export { type FundedLoan, type FundLoan, fundLoan } from './fund-loan.ts'
export type { LoanPosition } from './batch-store.ts'
export { type FundingLane, makeFundingLane } from './lane.ts'
export { bulkNumber, fundingNumber, repaymentNumber, topUpNumber, withdrawalNumber } from './numbers.ts'
export { keepAgreementCopy } from './keep-copy.ts'
export { keepAgreement } from './prepare-agreement.ts'
export { type ProvenSignature, releaseFunding, settleFunding } from './settle-funding.ts'
export {
  findFunding,
  findFundingByToken,
  findOfferedLoan,
  type FundingRow,
  insertAgreement,
  type LoanTerms,
  termsOfLoans,
} from './store.ts'
