export { deleteOldEvents, raiseLoanNotices, skipPastEvents } from './raise.ts'
export { noteLateLoans } from './late.ts'
