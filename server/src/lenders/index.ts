export {
  type AuthenticatedLender,
  type LenderState,
  checkPassword,
  confirmPassword,
  consumeGrant,
  haveLiveSessions,
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
  readLimitColumns,
  readLimitFacts,
  refuseAboveLimits,
} from './limits/index.ts'
export {
  type NoticeData,
  gatherMatches,
  notifyLender,
  notifyLenders,
  shownAfterEnd,
} from './notifications/index.ts'
export { isPicOf, lenderOfLine, signerOf, taxNumberCell, taxNumberOn } from './profile/index.ts'
export { hasAcceptedRisk, requireAcceptedRisk } from './risk-warning/index.ts'
