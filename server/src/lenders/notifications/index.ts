export { messageQueue } from './queue.ts'
export { deleteOldNotices } from './retention.ts'
export {
  notifyLender,
  notifyLenders,
  notifyOfAccess,
  notifyOfFactors,
  shownAfterEnd,
} from './notifications.ts'
export { stopPath } from './messages/addresses.ts'
export { deleteOldMessages } from './messages/retention.ts'
export { tellFormer } from './messages/former-address.ts'
export { prepareMessages } from './messages/close.ts'
export { gatherLoan, gatherUnmandated, notifyRevocation } from './gather-loans.ts'
export { gatherMatches } from './gather-matches.ts'
export { readNotices } from './read-notices.ts'
export { type NoticeData, unknownDevice } from './notice-data.ts'
