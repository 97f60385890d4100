export { changeContact, endLenderSessions } from './change-contact.ts'
export { createLender, type NewLender } from './create-lender.ts'
export { isPhoneTaken, lenderIdOf, lenderOfLine, showLender } from './find-lenders.ts'
export { acceptanceOf, refuseBankAccount } from './account-request/decide.ts'
export { bankAnswerInWords, openRequests, requestInWords } from './account-request/list.ts'
export { deleteOldRequests, openRequest } from './account-request/store.ts'
export { type BankAccount, storeBankAccount } from './bank-account.ts'
export {
  hasFactor,
  lockLender,
  setBulkFunding,
  storeInstitution,
  storeSigner,
  storeTaxStatus,
  openAdditionalCashAccount,
  type TaxStatus,
} from './lender-settings.ts'
export { closeLender, reactivateLender, type StateChanged, suspend, suspendLender } from './lender-state.ts'
export { foundByWords, searchedEmail, searchLenders } from './search-lenders.ts'
export { getSummary as summaryOf } from './summary.ts'
export { reverseTaxStatus } from './reverse-tax-status.ts'
export { type DgsignType, isPicOf, signerIdCell, signerOf } from './signer.ts'
export { assignVirtualAccount, endVirtualAccount, virtualAccountsOf } from './virtual-accounts.ts'
export { tellChanges } from './tell-changes.ts'
export { withdrawalsFrom } from './withdrawals-from.ts'
export { storeSupervisorFacts } from './supervisor-facts.ts'
export { factsVersions } from './facts-store.ts'
export { storeLenderIdentity } from './lender-identity.ts'
export { classVersions, storeLenderClass } from './lender-class.ts'
export { storeTaxNumber, taxNumberOn, taxNumberVersions } from './tax-number.ts'
export { taxNumberCell } from './tax-number-file.ts'
