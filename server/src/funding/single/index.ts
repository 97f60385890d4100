export {
  type AgreementTerms,
  buildSnapshot,
  readAgreementTerms,
  readFundingTerms,
  scheduleShown,
  snapshotOf,
} from './agreement-snapshot.ts'
export { insertConsented, lockPositions } from './bulk.ts'
export {
  decideFundings,
  type FundedLoan,
  type FundLoan,
  fundLoan,
  fundLoanOfSelection,
  type LenderRequest,
  type Loaded,
  lockAndLoad,
} from './fund-loan.ts'
export {
  findAgreements,
  type LoanPosition,
  offeredByNumber,
  requestKey,
  stillOffered,
  wasOfferedAlone,
} from './batch-store.ts'
export { type FundingBatcher, makeFundingBatcher } from './funding-batcher.ts'
export { storeAgreementCopy } from './agreement-copy.ts'
export { storeAgreement } from './prepare-agreement.ts'
export {
  closeProviderDocuments,
  findProviderDocuments,
  mayBeSigned,
  type ProviderDocuments,
  type SignatureProvider,
} from './provider-documents.ts'
export { mandateEnded, type ReleaseFunding, releaseFunding } from './release-funding.ts'
export { settleFunding } from './settle-funding.ts'
export type { ProvenSignature } from './signature.ts'
export { nothingOpen } from './nothing-open.ts'
export { findWaiting } from './waiting.ts'
export {
  findFunding,
  findFundingByToken,
  findOfferedLoan,
  type FundingRow,
  type FundingState,
  insertAgreement,
  insertAgreements,
  type LoanTerms,
  lockFunding,
  termsOfLoans,
} from './store.ts'
