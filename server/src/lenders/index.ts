export {
  type AuthenticatedLender,
  type LenderState,
  checkPassword,
  confirmPassword,
  consumeGrant,
  confirmSessions,
  markActs,
} from './auth/index.ts'
export { urgentQueue } from './auth/queue.ts'
export {
  type LimitCheck,
  type LimitColumns,
  type LimitRecord,
  allowanceOf,
  checkLimits,
  joinLimits,
  limitColumns,
  limitReaders,
  limitRecordColumns,
  limitsOfBulk,
  limitsOfFunding,
  limitsOnDay,
  listRules,
  readLimitColumns,
  readLimitFacts,
  refuseAboveLimits,
  setLimits,
} from './limits/index.ts'
export {
  type NoticeData,
  gatherMatches,
  notifyLender,
  notifyLenders,
  shownAfterEnd,
} from './notifications/index.ts'
export {
  type NewLender,
  assignVirtualAccount,
  classVersions,
  createLender,
  isPicOf,
  lenderOfLine,
  setBulkFunding,
  signerOf,
  storeLenderClass,
  storeTaxNumber,
  taxNumberCell,
  taxNumberOn,
  taxNumberVersions,
  virtualAccountsOf,
  withdrawalsFrom,
} from './profile/index.ts'
export {
  acceptRiskWarning,
  hasAcceptedRisk,
  readRiskWarning,
  requireAcceptedRisk,
} from './risk-warning/index.ts'
