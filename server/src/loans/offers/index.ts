export { cancelLoanFile, cancelTable, whyNotCancelled } from './cancel-file.ts'
export { cancelLoan } from './cancel-loan.ts'
export {
  FACT_FIELDS,
  faultOfTenor,
  type InterestType,
  LOAN_COLUMNS,
  type LoanFacts,
  type LoanRow,
  NO_CONSENT,
  readLoanFile,
  sectors,
  shiftLoanDates,
  type TenorPeriod,
  TERM_FIELDS,
} from './csv/index.ts'
export type { OfferRule } from './decide-offer.ts'
export { asTheyAre } from './draft-contents.ts'
export { deleteDraft, restoreDraft } from './delete-draft.ts'
export { DraftFault } from './drafts-store.ts'
export { editDraft } from './edit-draft.ts'
export type { EndedOffer } from './end-offer.ts'
export { endOffersThatAreOver, previewEnds } from './end-offers.ts'
export { extendOffer } from './extend-offer.ts'
export { checkLoanFile, type ImportReport, importLoanFile } from './import-file.ts'
export { insertTerms } from './insert-terms.ts'
export { hashLoan, importLoans, type NumberedLoan, importLines } from './import-loans.ts'
export { storeLoanFacts } from './loan-facts.ts'
export { nearOf, onlyConfirmed } from './names.ts'
export { needsConsent } from './needs-consent.ts'
export { OfferableLoans } from './offerable-loans.ts'
export { type PublishedFile, publishLoanFile } from './publish-file.ts'
export { findDrafts, type NotOffered, publishLoans } from './publish-loans.ts'
export { type EndingFunding, endFundings, refundFundings } from './refund-fundings.ts'
export { renameBorrower, renamesOf } from './rename-borrower.ts'
