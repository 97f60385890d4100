export { assertMayAct, revokeAccess } from './access.ts'
export {
  type ActingCaller,
  actingCaller,
  loginActorOf,
  checkPassword,
  confirmPassword,
  type AuthenticatedLender,
} from './check-password.ts'
export { accountEvents } from './events.ts'
export { deleteExpiredAuthData } from './retention.ts'
export { type Invitation, invitations, notifyByMessage } from './notify.ts'
export { consumeFactorGrant, requireFreshProof } from './factor-grant.ts'
export { consumeGrant, type GrantSession, lockGrants, useGrants } from './password-grant.ts'
export { assertMayChoose } from './weak-password.ts'
export { sendSms } from './send-sms.ts'
export { storeNewPassword } from './store-password.ts'
export { urgentQueue } from './queue.ts'
export { matchBucket, stopBucket } from './rate-limits.ts'
export { sessionFacts } from './session-facts.ts'
export { endSessions as endOtherSessionsOf, sessionRoles } from './store.ts'
export { endSessionById } from './session-list.ts'
export { createAuthenticator, confirmSessions, markActs } from './sessions.ts'
export type { LenderState } from './store.ts'
