export { encryptPersonalData } from './encrypt-personal-data.ts'
export { changeContact, endLenderSessions } from './change-contact.ts'
export { createLender, type NewLender } from './create-lender.ts'
export {
  type LenderRow,
  type LenderSheet,
  isPhoneTaken,
  lenderIdOf,
  lenderOfLine,
  listLenders,
  showLender,
} from './find-lenders.ts'
export { acceptanceOf, refuseBankAccount } from './account-request/decide.ts'
export { bankAnswerInWords, openRequests, requestInWords } from './account-request/list.ts'
export { deleteOldRequests, openRequest } from './account-request/store.ts'
export { type BankAccount, storeBankAccount } from './bank-account.ts'
export {
  type Institution,
  hasFactor,
  lockLender,
  setBulkFunding,
  storeInstitution,
  storeSigner,
  storeTaxStatus,
  openAdditionalCashAccount,
  type TaxStatus,
  taxStatuses,
} from './lender-settings.ts'
export { closeLender, reactivateLender, type StateChanged, suspend, suspendLender } from './lender-state.ts'
export { foundByWords, searchedEmail, searchLenders } from './search-lenders.ts'
export { getSummary as summaryOf } from './summary.ts'
export { reverseTaxStatus } from './reverse-tax-status.ts'
export { type DgsignType, isPicOf, signerIdCell, signerOf } from './signer.ts'
export {
  assignVirtualAccount,
  endVirtualAccount,
  type VirtualAccount,
  virtualAccountsOf,
} from './virtual-accounts.ts'
export { tellChanges } from './tell-changes.ts'
export { withdrawalsFrom } from './withdrawals-from.ts'
export { importLenders } from './import-lenders.ts'
export { lenderTable } from './lender-file.ts'
export { storeSupervisorFacts } from './supervisor-facts.ts'
export { importLenderClasses, lenderClassTable } from './class-file.ts'
export { type FactsVersion, factsVersions } from './facts-store.ts'
export { storeLenderIdentity } from './lender-identity.ts'
export { type ClassVersion, classVersions, storeLenderClass } from './lender-class.ts'
export {
  storeTaxNumber,
  taxNumberOn,
  type TaxNumberVersion,
  taxNumberVersions,
} from './tax-number.ts'
export { importTaxNumbers, taxNumberCell, taxNumberTable } from './tax-number-file.ts'
