// What only tests and tools need of this district. The product does not import it.

export { jobs as authJobs } from './auth/jobs.ts'
export { jobs as companyJobs } from './company/notify-proposal.ts'
export { endGoneProposals, expireProposals } from './company/end-proposals.ts'
export { login } from './auth/login.ts'
export { insertGrant } from './auth/password-grant.ts'
export { loginWithFactor } from './auth/second-step.ts'
export { type SetLimits, roomOf } from './limits/index.ts'
export { listCentreNotices, noticeState } from './notifications/centre.ts'
export { prepareMessages } from './notifications/messages/close.ts'
export { failedMessages } from './notifications/messages/failed.ts'
export { jobs as notificationJobs } from './notifications/messages/send.ts'
export type { Kind } from './notifications/notice-data.ts'
export { listNotices } from './notifications/notifications.ts'
export { setPreferences } from './notifications/preferences.ts'
export {
  type DgsignType,
  type TaxStatus,
  changeContact,
  closeLender,
  endVirtualAccount,
  openAdditionalCashAccount,
  reactivateLender,
  storeBankAccount,
  storeInstitution,
  storeSigner,
  storeSupervisorFacts,
  storeTaxNumber,
  storeTaxStatus,
  suspendLender,
  tellChanges,
} from './profile/index.ts'
export { importLenders } from './profile/import-lenders.ts'
export { lenderTable } from './profile/lender-file.ts'
export { personalTables } from './profile/personal-columns.ts'
export { getSummary } from './profile/summary.ts'
